/**
 * A chart of coats as an HTML table: one row per coat, with its percentage as a bar and the interval as a whisker.
 * Guarantees: screen readers get a table with headings; further rows of a long list are created on demand; a coat that is shown
 * again keeps its picture.
 */
import type { Fields } from '../../../../operations/read/decode-fields.js'
import { axisOf, ends, groupedBy, ordered, sumOf, type FoalRow } from '../../form/foals.js'
import type { Order } from '../../form/address.js'
import { factsOfGenotype } from '../../form/animal-fields.js'
import { choiceOf, fieldsOf, sexOf } from '../../form/choice.js'
import type { Words } from '../../texts.js'
import { button, type Child, fill, h, link } from '../dom.js'
import type { Page } from '../page.js'
import { thumbnail } from '../picture.js'

/** Initial number of rows, and of rows added each time. */
const FIRST_ROWS = 60
const MORE_ROWS = 240

export interface ChartOptions {
  readonly order: Order
  /** Words that the shown coats must contain. */
  readonly filter?: string
  /** Further conditions on the shown coats. */
  readonly isShown?: (row: FoalRow) => boolean
}

export interface Chart {
  readonly element: HTMLElement
  readonly show: (rows: readonly FoalRow[], options: ChartOptions) => void
}

/** Position of a percentage on the axis, from 0 to 1. */
type Axis = (share: number) => number

export function chart(page: Page): Chart {
  const { words } = page
  const element = h('div', { class: 'chart' })
  let most = FIRST_ROWS
  let shown = new Map<string, HTMLElement>()
  const show: Chart['show'] = (rows, options) => {
    const { order, filter = '', isShown = () => true } = options
    const wanted = filter.toLowerCase().split(/\s+/)
    const selected = ordered(rows, order, words.language).filter((row) => {
      const name = row.coat.toLowerCase()
      return wanted.every((word) => name.includes(word)) && isShown(row)
    })
    // The low end of an interval can be tiny: it is drawn at the start of the axis instead of extending it.
    const shares = rows.flatMap(({ percentage, percentage_band: band }) => {
      const [low, high] = ends(band, percentage)
      return [percentage ?? low, high]
    })
    const axis = axisOf(shares)
    const made = selected.slice(0, most)
    const rest = selected.length - made.length
    // In the next answer the coat is the same, but not its percentage.
    const again = new Map<string, HTMLElement>()
    const nameOf = (row: FoalRow): HTMLElement => {
      const href = addressOf(page, row)
      const key = `${href} ${row.coat} ${row.sex}`
      const name = shown.get(key) ?? nameCell(page, row, href)
      // An element can have only one parent.
      shown.delete(key)
      again.set(key, name)
      return name
    }
    const line = (row: FoalRow): HTMLElement =>
      h('tr', { class: row.viability?.status, role: 'row' }, nameOf(row), shareCell(page, row, axis))
    fill(
      element,
      selected.length === 0 && rows.length > 0
        ? h('p', { class: 'quiet' }, words.say('none'))
        : h(
            'table',
            { class: 'coats', role: 'table' },
            h('colgroup', {}, h('col', { class: 'coat-name' }), h('col', {})),
            h(
              'thead',
              { role: 'rowgroup' },
              h(
                'tr',
                { role: 'row' },
                ['coat', 'share'].map((name) => h('th', { role: 'columnheader' }, words.say(name))),
              ),
            ),
            bodies(page, made, order, line),
          ),
      rest <= 0
        ? undefined
        : button(words.say('showMore', { count: Math.min(rest, MORE_ROWS) }), 'plain', () => {
            most += MORE_ROWS
            show(rows, options)
            element.querySelectorAll<HTMLElement>('tbody a')[made.length]?.focus()
          }),
    )
    shown = again
  }
  return { element, show }
}

// Roles are explicit, because on phones the rows are laid out as blocks, and browsers then drop the implicit table roles.
/** One table body, or one per base colour with its name. @param line creates the element of a row */
function bodies(
  { words }: Page,
  rows: readonly FoalRow[],
  order: Order,
  line: (row: FoalRow) => HTMLElement,
): readonly Child[] {
  const body = (...children: Child[]): HTMLElement => h('tbody', { role: 'rowgroup' }, ...children)
  if (order !== 'base') return [body(rows.map(line))]
  return groupedBy(rows, ({ base }) => base).map(([base, group]) => {
    const name = h(
      'th',
      { colspan: 2, role: 'rowheader', class: 'base' },
      base,
      ' ',
      group.some(({ percentage }) => percentage === undefined)
        ? undefined
        : h('span', {}, words.share(sumOf(group))),
    )
    return body(h('tr', { role: 'row' }, name), group.map(line))
  })
}

/** The address of the view of this foal. */
function addressOf({ linkTo, catalogue: { genes } }: Page, { genotype, sex }: FoalRow): string {
  return linkTo({
    view: 'horse',
    horse: factsOfGenotype(choiceOf(genotype, genes), genes),
    sex: sex ?? sexOf(genotype, genes),
  })
}

/** The cell with the coat, its picture and a link to it. */
function nameCell(page: Page, row: FoalRow, href: string): HTMLElement {
  const { words } = page
  const { coat, viability, sex } = row
  return h(
    'th',
    { role: 'rowheader' },
    viability?.status === 'lethal' ? undefined : thumbnail(page, picturedFields(page, row)),
    link({ href, title: words.say('openFoal') }, coat),
    sex === undefined
      ? undefined
      : h('span', { class: 'quiet' }, ` ${words.say(sex === 'f' ? 'daughter' : 'son')}`),
    viability === undefined ? undefined : [' ', h('span', { class: 'mark' }, words.say(viability.status))],
  )
}

/** The percentage, or the interval if only bounds are known. */
export function shareText(words: Words, { percentage, percentage_band: band }: FoalRow): string {
  const [low, high] = ends(band, percentage)
  if (percentage !== undefined || low === high) return words.share(percentage ?? high)
  return words.say('band', { low: words.share(low), high: words.share(high) })
}

/** The cell with the percentage as a bar with a whisker, and as a number. */
function shareCell({ words }: Page, row: FoalRow, axis: Axis): HTMLElement {
  const { percentage, percentage_band: band } = row
  const [low, high] = ends(band, percentage)
  const isBanded = high > low
  const bandText = words.say('band', { low: words.share(low), high: words.share(high) })
  // If only bounds are known, the bar spans them.
  const bar =
    percentage === undefined ? piece('bar range', axis(low), axis(high)) : piece('bar', 0, axis(percentage))
  const whisker = isBanded && percentage !== undefined && piece('whisker', axis(low), axis(high))
  return h(
    'td',
    { role: 'cell', class: percentage === undefined ? 'bounds' : undefined },
    h('span', { class: 'track', 'aria-hidden': 'true' }, bar, whisker === false ? undefined : whisker),
    h('span', { class: 'share' }, shareText(words, row)),
    whisker === false ? undefined : h('span', { class: 'band' }, bandText),
  )
}

function piece(kind: string, from: number, to: number): HTMLElement {
  const element = h('span', { class: kind })
  element.style.left = `${100 * from}%`
  element.style.width = `${100 * (to - from)}%`
  return element
}

/** The picture of this foal. */
export function picturedFields({ catalogue: { genes, language } }: Page, row: FoalRow): Fields {
  const sex = row.sex ?? sexOf(row.genotype, genes)
  const { isSexed, ...fields } = fieldsOf(choiceOf(row.genotype, genes), genes, sex)
  return { ...fields, ...(isSexed ? { sex } : {}), lang: language }
}
