/**
 * The view of a cross: two parents and the coats of their foals.
 * Guarantees: nothing is answered before both parents are entered; a large cross shows its progress and can be stopped; partial
 * results stay and are marked as such; a population without figures is no dead end.
 */
import { csvOf } from '../../form/csv.js'
import { ordered, sumOf, type FoalRow } from '../../form/foals.js'
import { ORDERS, type Order } from '../../form/address.js'
import { isEmpty } from '../../form/relatives.js'
import type { GeneTotals } from '../../form/totals.js'
import { lacksFigures } from '../animal/likely-coat.js'
import { assumption } from '../choices.js'
import { button, fill, h, on, refill, type Child } from '../dom.js'
import { insteadText } from '../fault.js'
import { progressOf } from '../progress.js'
import { summaryBar } from '../summary-bar.js'
import { chart } from './chart.js'
import { areExact, bodyOf, PARENTS, type Attempt } from './foal-question.js'
import { foalFilters } from './foal-filters.js'
import { foalGrounds, foalSummary, type Ended } from './foal-summary.js'
import type { Page, View } from '../page.js'
import { parentPanel, type ParentName } from './parent-panel.js'
import { questionListing } from '../question-listing.js'
import { foalPrintout } from '../share/foal-printout.js'
import { saveFile } from '../share/save-file.js'
import { shareBar } from '../share/share-bar.js'

/** Used if there are more coats than a list may hold. */
const MAX_COATS = 5_000

export function foalView(page: Page): View {
  const { words, questions, usualPopulation } = page
  const { element: table, show } = chart(page)
  const summary = h('div', { class: 'summary' })
  const grounds = h('div', { class: 'apart' })
  const progress = progressOf(page)
  const foot = h('div', { class: 'foot' })
  const search = h('input', {
    type: 'search',
    'aria-label': words.say('filter'),
    placeholder: words.say('filter'),
    autocomplete: 'off',
  })
  let rows: FoalRow[] = []
  let answered: { readonly ended: Ended; readonly totals: GeneTotals | undefined } | undefined
  const redraw = (): void => show(rows, { ...page.state(), filter: search.value, isShown: filters.isShown })
  const filters = foalFilters(page, redraw)
  on(search, { input: redraw })

  const ended = (how: Ended, { instead }: Attempt, totals?: GeneTotals): void => {
    progress.end()
    element.removeAttribute('aria-busy')
    answered = how.kind === 'fault' ? undefined : { ended: how, totals }
    share.show(answered !== undefined)
    results.hidden = how.kind === 'fault'
    fill(
      summary,
      instead === undefined ? undefined : insteadText(page, instead),
      foalSummary(page, rows, how),
    )
    filters.show(rows, totals)
    fill(grounds, foalGrounds(page, how))
    redraw()
    bar.show(shortAnswer(page, rows))
  }
  /** Parents of which nothing is known. */
  const missing = (): readonly ParentName[] => PARENTS.filter((name) => isEmpty(page.state()[name]))
  const update = (attempt: Attempt = {}): void => {
    assumed.show()
    if (missing().length > 0) {
      questions.stop()
      progress.end()
      element.removeAttribute('aria-busy')
      rows = []
      results.hidden = true
      share.show(false)
      answered = undefined
      fill(summary, prompt(page, missing()))
      fill(foot)
      bar.show(undefined)
      return
    }
    const body = bodyOf(page, attempt, usualPopulation)
    rows = []
    answered = undefined
    assumed.element.hidden = areExact(page)
    progress.begin(() => ended({ kind: 'stopped' }, attempt))
    element.setAttribute('aria-busy', 'true')
    questions.foals(body, (answer) => {
      if ('code' in answer) {
        // The first refusal may mean too many coats to list; a second one means too much to compute.
        if (answer.code === 'RESULT_TOO_LARGE' && attempt.limit === undefined)
          update({ ...attempt, limit: MAX_COATS })
        else if (
          lacksFigures(answer) &&
          page.state().population !== usualPopulation &&
          attempt.instead === undefined
        )
          update({ ...attempt, instead: answer })
        else ended({ kind: 'fault', fault: answer }, attempt)
        return
      }
      const isFirst = rows.length === 0
      rows.push(...answer.rows)
      if (answer.envelope !== undefined) {
        ended({ kind: 'whole', envelope: answer.envelope }, attempt, answer.totals)
        refill(foot, questionListing(page, '/coats/generateChild', answer.body ?? body))
        return
      }
      results.hidden = false
      if (isFirst) redraw()
      const share = sumOf(rows)
      progress.tell(words.say('foundSoFar', { count: rows.length, share: words.share(share) }), share)
    })
  }
  const assumed = assumption(page, () => update())
  const tools = h('div', { class: 'tools' }, orderChoice(page, redraw), search)
  const share = shareBar(
    page,
    button(words.say('csv'), 'plain', () => {
      const { ended: how } = answered ?? {}
      const live = how?.kind === 'whole' ? how.envelope.live_foal_percentage : undefined
      const { catalogue, state } = page
      const text = csvOf(ordered(rows, state().order, words.language), {
        words,
        genes: catalogue.genes,
        live,
      })
      saveFile(`${words.say('offspring')}.csv`, new Blob([text], { type: 'text/csv' }))
    }),
  )
  const results = h('div', { class: 'results' }, filters.element, tools, table, grounds)
  const [opened] = missing()
  const answer = h(
    'section',
    { class: 'answer', 'aria-labelledby': 'foals' },
    h(
      'div',
      { class: 'answer-head' },
      h('h2', { id: 'foals', class: 'small', tabindex: -1 }, words.label('offspring')),
      share,
    ),
    summary,
    progress.element,
    results,
    foot,
  )
  const bar = summaryBar(page, answer)
  const panel = (parent: ParentName): HTMLElement =>
    parentPanel(page, parent, parent === opened, () => update())
  const panels = { mother: panel('mother'), father: panel('father') }
  const element = h(
    'div',
    { class: 'view' },
    h(
      'section',
      { class: 'choose', 'aria-labelledby': 'genes' },
      h('h2', { id: 'genes', class: 'small', tabindex: -1 }, words.say('parents')),
      PARENTS.map((parent) => panels[parent]),
      assumed.element,
    ),
    answer,
    bar.element,
  )
  const printout = () => answered && foalPrintout(page, panels, { rows, ...answered })
  return { element, update: () => update(), printout }
}

function prompt({ words }: Page, [first, second]: readonly ParentName[]): Child {
  const text =
    second === undefined
      ? words.say(first === 'father' ? 'fatherMissing' : 'motherMissing')
      : words.say('bothMissing')
  return h('p', { class: 'prompt' }, text)
}

/** The likeliest coats in one line. */
function shortAnswer({ words }: Page, rows: readonly FoalRow[]): string | undefined {
  if (rows.length === 0) return undefined
  const first = rows
    .slice(0, 2)
    .map(({ coat, percentage }) => (percentage === undefined ? coat : `${coat} ${words.share(percentage)}`))
  return `${words.say('coats', { count: rows.length })}: ${first.join(', ')}`
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
