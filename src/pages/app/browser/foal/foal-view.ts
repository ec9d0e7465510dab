/**
 * The view of a cross: two parents and the coats of their foals.
 * Guarantees: a large cross shows its progress and can be stopped; partial results stay and are marked as such.
 */
import { csvOf, sumOf, type FoalRow } from '../../form/foals.js'
import { ORDERS, type Order } from '../../form/address.js'
import { fieldsOf, openGenes } from '../../form/choice.js'
import { phaseQuestions } from '../../form/phase.js'
import { populationChoice, scaleChoice } from '../choices.js'
import { button, fill, h, link, on, refill } from '../dom.js'
import { progressOf } from '../progress.js'
import { chart } from './chart.js'
import { foalGrounds, foalSummary, type Ended } from './foal-summary.js'
import type { Page, View } from '../page.js'
import { parentPanel, SEX_OF, type ParentName } from './parent-panel.js'
import { questionListing } from '../question-listing.js'

const PARENTS: readonly ParentName[] = ['mother', 'father']

/** Used if there are more coats than a list may hold. */
const MAX_COATS = 5_000

export function foalView(page: Page): View {
  const { words, questions } = page
  const { element: table, show } = chart(page)
  const summary = h('div', { class: 'summary' })
  const grounds = h('div', { class: 'apart' })
  const progress = progressOf(page)
  const foot = h('div', { class: 'foot' })
  const filter = h('input', {
    type: 'search',
    'aria-label': words.say('filter'),
    placeholder: words.say('filter'),
    autocomplete: 'off',
  })
  let rows: FoalRow[] = []
  const redraw = (): void => show(rows, { ...page.state(), filter: filter.value })
  on(filter, { input: redraw })

  const ended = (how: Ended): void => {
    progress.end()
    element.removeAttribute('aria-busy')
    fill(summary, foalSummary(page, rows, how))
    fill(grounds, foalGrounds(page, how))
    redraw()
  }
  const update = (limit?: number): void => {
    const body = bodyOf(page, limit)
    rows = []
    population.hidden = !isOpen(page)
    progress.begin(() => ended({ kind: 'stopped' }))
    element.setAttribute('aria-busy', 'true')
    questions.foals(body, (answer) => {
      if ('code' in answer) {
        // The first refusal may mean too many coats to list; a second one means too much to compute.
        if (answer.code === 'RESULT_TOO_LARGE' && limit === undefined) update(MAX_COATS)
        else ended({ kind: 'fault', fault: answer })
        return
      }
      const isFirst = rows.length === 0
      rows.push(...answer.rows)
      if (answer.envelope !== undefined) {
        ended({ kind: 'whole', envelope: answer.envelope })
        return
      }
      if (isFirst) redraw()
      const share = sumOf(rows)
      progress.tell(words.say('foundSoFar', { count: rows.length, share: words.share(share) }), share)
    })
    refill(foot, questionListing(page, '/coats/generateChild', body))
  }
  const population = populationChoice(page, () => update())
  // On a phone the foals are far below the parents.
  const isRoomy = matchMedia('(min-width: 62rem)').matches
  const element = h(
    'div',
    { class: 'view' },
    h(
      'section',
      { class: 'choose', 'aria-labelledby': 'genes' },
      h('h2', { id: 'genes', class: 'small', tabindex: -1 }, words.say('parents')),
      PARENTS.map((parent) => parentPanel(page, parent, isRoomy && parent === 'mother', () => update())),
      population,
    ),
    h(
      'section',
      { class: 'answer', 'aria-labelledby': 'foals' },
      h('h2', { id: 'foals', class: 'small' }, words.label('offspring')),
      summary,
      progress.element,
      h(
        'div',
        { class: 'tools' },
        orderChoice(page, redraw),
        scaleChoice(page, redraw),
        filter,
        button(words.say('csv'), 'plain', () => download(page, rows)),
      ),
      table,
      grounds,
      foot,
    ),
  )
  return { element, update: () => update() }
}

/** Whether a parent has an unknown gene. */
function isOpen(page: Page): boolean {
  const { genes } = page.catalogue
  return PARENTS.some((name) => openGenes(page.state()[name].choice, genes).length > 0)
}

function bodyOf(page: Page, limit: number | undefined) {
  const { genes, language } = page.catalogue
  const parents = PARENTS.map((name) => ({ name, ...page.state()[name] }))
  const asked = parents.map(({ name, choice }) => ({ name, ...fieldsOf(choice, genes, SEX_OF[name]) }))
  const sides = parents.map(({ name, together }) => [name, Object.values(together).flat()] as const)
  const isPhaseOpen = parents.some(({ name, choice, together }) =>
    phaseQuestions(choice, genes, SEX_OF[name]).some(({ group }) => together[group] === undefined),
  )
  const isSexed = asked.some((each) => each.isSexed)
  return {
    ...Object.fromEntries(asked.map(({ name, base, others }) => [name, { base, others }])),
    ...(sides.every(([, alleles]) => alleles.length === 0) ? {} : { kit_linkage: Object.fromEntries(sides) }),
    ...(isPhaseOpen ? { has_IDK: true } : {}),
    ...(isOpen(page)
      ? { group_by: 'coat', population: page.state().population }
      : { group_by: isSexed ? 'coat,sex' : 'coat', recombination_band: true }),
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
  // The byte-order mark tells spreadsheets that it is UTF-8.
  const text = `\uFEFF${csvOf(
    rows,
    headings.map((name) => words.say(name)),
  )}`
  const href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link({ href, download: 'robe.csv' }).click()
  setTimeout(() => URL.revokeObjectURL(href))
}
