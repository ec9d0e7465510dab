/**
 * The printout of a mating: both parents with what is known of their genes, what to beware of, and every foal with its bar and drawing.
 * Guarantees: legible in black and white; all foals are listed, however many the screen shows.
 */
import { animalFields } from '../../form/animal-fields.js'
import { axisOf, ordered, type FoalRow } from '../../form/foals.js'
import { testedCopies } from '../../form/choice.js'
import { copiesText } from '../../form/copies-text.js'
import type { GeneTotals } from '../../form/totals.js'
import { picturedFields, shareText } from '../foal/chart.js'
import { areExact, PARENTS } from '../foal/foal-question.js'
import { untestedText } from '../animal/untested-text.js'
import { SEX_OF, type ParentName } from '../foal/parent-panel.js'
import { foalGrounds, foalSummary, type Ended } from '../foal/foal-summary.js'
import { h, type Child } from '../dom.js'
import { geneName } from '../fault.js'
import type { Page } from '../page.js'
import { showPicture } from '../picture.js'
import type { Printout } from './printout.js'
import { assumptionLine, printoutFoot, printoutTitle } from './printout-parts.js'

/** Rows with a drawing. More would not stay in the cache of pictures, and are far below one percent. */
const MAX_DRAWN = 300

interface Answered {
  readonly rows: readonly FoalRow[]
  readonly ended: Ended
  readonly totals: GeneTotals | undefined
}

/** @param panels of the parents, which name and picture them */
export function foalPrintout(
  page: Page,
  panels: Readonly<Record<ParentName, HTMLElement>>,
  { rows, ended, totals }: Answered,
): Printout {
  const { words } = page
  const listed = ordered(rows, page.state().order, words.language)
  const drawn: Promise<unknown>[] = []
  const axis = axisOf(rows.map(({ percentage, percentage_band: band }) => percentage ?? band?.high ?? 0))
  const lines = listed.map((row, index) => {
    const image = h('img', { alt: '', width: 72, height: 54 })
    if (index < MAX_DRAWN && row.viability?.status !== 'lethal')
      drawn.push(showPicture(page, image, picturedFields(page, row), true))
    const bar = h('span', { class: 'printout-bar' })
    bar.style.width = `${100 * axis(row.percentage ?? row.percentage_band?.high ?? 0)}%`
    return h(
      'tr',
      {},
      h('td', { class: 'printout-picture' }, image),
      h('th', { scope: 'row' }, row.coat, beside(page, row)),
      h('td', { class: 'printout-track' }, bar),
      h('td', { class: 'printout-share' }, shareText(words, row)),
    )
  })
  return {
    whenDrawn: Promise.all(drawn),
    content: [
      printoutTitle(words.say('matingPlan')),
      h(
        'div',
        { class: 'printout-parents' },
        PARENTS.map((name) => parentPart(page, name, panels[name])),
      ),
      assumptionLine(page, areExact(page)),
      h('div', { class: 'printout-summary' }, foalSummary(page, rows, ended), risksPart(page, totals)),
      h('table', { class: 'printout-foals' }, headOf(page), h('tbody', {}, lines)),
      foalGrounds(page, ended),
      printoutFoot(page),
    ],
  }
}

function headOf({ words }: Page): Child {
  const heads = [
    h('th', { colspan: 2, scope: 'col' }, words.say('coat')),
    h('th', { colspan: 2, scope: 'col' }, words.say('share')),
  ]
  return h('thead', {}, h('tr', {}, heads))
}

function beside({ words }: Page, { sex, viability }: FoalRow): Child {
  return [
    sex === undefined ? undefined : ` (${words.say(sex === 'f' ? 'daughter' : 'son')})`,
    viability === undefined ? undefined : h('span', { class: 'printout-mark' }, words.say(viability.status)),
  ]
}

function parentPart(page: Page, name: ParentName, panel: HTMLElement): Child {
  const { words, catalogue } = page
  const facts = page.state()[name]
  const { fields } = animalFields(facts, catalogue.genes, SEX_OF[name])
  const shown = panel.querySelector<HTMLImageElement>('.parent-picture')
  const picture = h('img', { alt: '', width: 132, height: 99, hidden: shown?.hidden !== false })
  if (shown?.src) picture.src = shown.src
  const tests = catalogue.genes.flatMap((gene) => {
    const tested = facts.tests[gene.gene]
    if (tested === undefined || !(gene.gene in { ...fields.base, ...fields.others })) return []
    return [`${geneName(page, gene.gene)} ${copiesText(testedCopies(tested, gene, SEX_OF[name]), words)}`]
  })
  return h(
    'section',
    { class: 'printout-parent' },
    picture,
    h(
      'div',
      {},
      h('p', { class: 'printout-role' }, words.say(name)),
      h('h3', {}, panel.querySelector('.parent-coat')?.textContent ?? ''),
      tests.map((text) => h('p', {}, text)),
      h('p', { class: 'printout-untested' }, untestedText(page, facts)),
    ),
  )
}

/** Risks beside losses, which the summary tells. */
function risksPart({ words }: Page, totals: GeneTotals | undefined): Child {
  const { risks = [] } = totals ?? {}
  if (risks.length === 0) return undefined
  return h(
    'ul',
    { class: 'losses' },
    risks.map(({ text, percentage }) =>
      h('li', {}, words.say('lostFoals', { share: words.share(percentage), cause: text })),
    ),
  )
}
