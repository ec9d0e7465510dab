/**
 * A foal: two parents, and the coats that their foals can have.
 * Guarantees: a large cross tells how far it is and can be stopped; what was found until then stays, and says so.
 */
import { csvOf, sumOf, type FoalRow } from '../../form/foals.js'
import { ORDERS, type Order } from '../../form/address.js'
import { fieldsOf } from '../../form/choice.js'
import { phaseQuestions } from '../../form/phase.js'
import { chart } from './chart.js'
import { button, fill, h, link, on, refill } from '../dom.js'
import { foalSummary, type Ended } from './foal-summary.js'
import type { Page, View } from '../page.js'
import { parentPanel, SEX_OF, type ParentName } from './parent-panel.js'
import { questionListing } from '../question-listing.js'

const PARENTS: readonly ParentName[] = ['mother', 'father']

/** Where there are more coats than a list may hold. */
const MOST_COATS = 5_000
/** What is quicker than this needs no word. */
const PATIENCE_MS = 150

export function foalView(page: Page): View {
  const { words, questions } = page
  const { element: table, show } = chart(page)
  const summary = h('div', { class: 'summary' })
  const progress = h('div', { class: 'progress', role: 'status' })
  const foot = h('div', { class: 'foot' })
  const filter = h('input', {
    type: 'search',
    'aria-label': words.say('filter'),
    placeholder: words.say('filter'),
    autocomplete: 'off',
  })
  let rows: FoalRow[] = []
  const redraw = (): void => show(rows, page.state().order, filter.value)
  on(filter, { input: redraw })

  const ended = (how: Ended): void => {
    fill(progress)
    element.removeAttribute('aria-busy')
    fill(summary, foalSummary(words, rows, how))
    redraw()
  }
  const update = (limit?: number): void => {
    const body = bodyOf(page, limit)
    rows = []
    let isShown = false
    const began = performance.now()
    const tellProgress = (): void => {
      if (performance.now() - began < PATIENCE_MS && !isShown) return
      isShown = true
      const share = sumOf(rows)
      const text =
        rows.length === 0
          ? words.say('computing')
          : words.say('foundSoFar', { count: rows.length, share: words.share(share) })
      fill(
        progress,
        h('progress', {
          max: 100,
          value: rows.length === 0 ? undefined : share,
          'aria-label': words.say('computing'),
        }),
        h('p', {}, text),
        button(words.say('stop'), 'plain', () => {
          questions.stop()
          clearTimeout(patience)
          ended({ kind: 'stopped' })
        }),
      )
    }
    const patience = setTimeout(tellProgress, PATIENCE_MS)
    element.setAttribute('aria-busy', 'true')
    questions.foals(body, {
      onRows: (some) => {
        const isFirst = rows.length === 0
        rows.push(...some)
        if (isFirst) redraw()
        tellProgress()
      },
      onEnd: (envelope) => {
        clearTimeout(patience)
        ended({ kind: 'whole', envelope })
      },
      onFault: (fault) => {
        clearTimeout(patience)
        // The first time it may be that there are too many to list; then it is that there is too much to compute.
        if (fault.code === 'RESULT_TOO_LARGE' && limit === undefined) update(MOST_COATS)
        else ended({ kind: 'fault', fault })
      },
    })
    refill(foot, questionListing(page, '/coats/generateChild', body))
  }
  // On a phone the foals would be far below.
  const isRoomy = matchMedia('(min-width: 62rem)').matches
  const element = h(
    'div',
    { class: 'view' },
    h(
      'section',
      { class: 'choose', 'aria-labelledby': 'genes' },
      h('h2', { id: 'genes', class: 'small', tabindex: -1 }, words.say('parents')),
      PARENTS.map((parent) => parentPanel(page, parent, isRoomy && parent === 'mother', () => update())),
    ),
    h(
      'section',
      { class: 'answer', 'aria-labelledby': 'foals' },
      h('h2', { id: 'foals', class: 'small' }, words.say('foals')),
      summary,
      progress,
      h(
        'div',
        { class: 'tools' },
        orderChoice(page, redraw),
        filter,
        button(words.say('csv'), 'plain', () => download(page, rows)),
      ),
      table,
      foot,
    ),
  )
  return { element, update: () => update() }
}

function bodyOf(page: Page, limit: number | undefined) {
  const { genes, language } = page.catalogue
  const parents = PARENTS.map((name) => ({ name, ...page.state()[name] }))
  const asked = parents.map(({ name, choice }) => ({ name, ...fieldsOf(choice, genes, SEX_OF[name]) }))
  const sides = parents.map(({ name, together }) => [name, Object.values(together).flat()] as const)
  const isOpen = parents.some(({ name, choice, together }) =>
    phaseQuestions(choice, genes, SEX_OF[name]).some(({ group }) => together[group] === undefined),
  )
  const isSexed = asked.some((each) => each.isSexed)
  return {
    ...Object.fromEntries(asked.map(({ name, base, others }) => [name, { base, others }])),
    ...(sides.every(([, alleles]) => alleles.length === 0) ? {} : { kit_linkage: Object.fromEntries(sides) }),
    ...(isOpen ? { has_IDK: true } : {}),
    group_by: isSexed ? 'coat,sex' : 'coat',
    recombination_band: true,
    ...(limit === undefined ? {} : { limit }),
    lang: language,
  }
}

function orderChoice(page: Page, redraw: () => void): HTMLElement {
  const { words } = page
  const names: Readonly<Record<Order, string>> = { chance: 'byChance', name: 'byName', base: 'byBase' }
  const select = h(
    'select',
    { 'aria-label': words.say('order') },
    ORDERS.map((order) =>
      h('option', { value: order, selected: page.state().order === order }, words.say(names[order])),
    ),
  )
  return on(select, {
    change: () => {
      page.change({ order: ORDERS.find((each) => each === select.value) ?? 'chance' })
      redraw()
    },
  })
}

function download({ words }: Page, rows: readonly FoalRow[]): void {
  const headings = ['coat', 'share', 'lowShare', 'highShare', 'base', 'chances', 'genotype', 'count']
  // The mark tells spreadsheets that it is UTF-8.
  const text = `\uFEFF${csvOf(
    rows,
    headings.map((name) => words.say(name)),
  )}`
  const href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link({ href, download: 'robe.csv' }).click()
  setTimeout(() => URL.revokeObjectURL(href))
}
