/**
 * Coats with their shares as a chart that is a table: a row a coat, its share as a bar, how far the share may lie from
 * that as a whisker.
 * Guarantees: read aloud it is a table with headings; of very many rows only the first are made, the rest when asked for; a
 * coat that is shown again keeps its picture.
 */
import type { Fields } from '../../../../operations/read/decode-fields.js'
import { axisOf, ends, groupedBy, ordered, sumOf, type FoalRow } from '../../form/foals.js'
import type { Order, Scale } from '../../form/address.js'
import { choiceOf, fieldsOf, sexOf } from '../../form/choice.js'
import { button, type Child, fill, h, link } from '../dom.js'
import type { Page } from '../page.js'
import { thumbnail } from '../picture.js'

/** So many rows at first, and so many more each time. */
const FIRST_ROWS = 60
const MORE_ROWS = 240

export interface ChartOptions {
  readonly order: Order
  readonly scale: Scale
  /** Words that a coat must have to be shown. */
  readonly filter?: string
}

export interface Chart {
  readonly element: HTMLElement
  readonly show: (rows: readonly FoalRow[], options: ChartOptions) => void
}

/** Where a share stands on the axis, from 0 to 1. */
type Axis = (share: number) => number

export function chart(page: Page): Chart {
  const { words } = page
  const element = h('div', { class: 'chart' })
  let most = FIRST_ROWS
  let shown = new Map<string, HTMLElement>()
  const show: Chart['show'] = (rows, options) => {
    const { order, scale, filter = '' } = options
    const wanted = filter.toLowerCase().split(/\s+/)
    const own = ordered(rows, order, words.language).filter(({ coat }) => {
      const name = coat.toLowerCase()
      return wanted.every((word) => name.includes(word))
    })
    // The lower end of a band can be next to nothing: it is drawn at the foot of the axis and does not stretch it.
    const shares = rows.flatMap(({ percentage, percentage_band: band }) => {
      const [low, high] = ends(band, percentage)
      return [percentage ?? low, high]
    })
    const axis = axisOf(shares, scale)
    const made = own.slice(0, most)
    const rest = own.length - made.length
    // What names a coat is the same in the next answer, while its share is not.
    const again = new Map<string, HTMLElement>()
    const nameOf = (row: FoalRow): HTMLElement => {
      const href = addressOf(page, row)
      const key = `${href} ${row.coat} ${row.sex}`
      const name = shown.get(key) ?? nameCell(page, row, href)
      // An element stands in one place only.
      shown.delete(key)
      again.set(key, name)
      return name
    }
    const line = (row: FoalRow): HTMLElement =>
      h('tr', { class: row.viability?.status, role: 'row' }, nameOf(row), shareCell(page, row, axis))
    fill(
      element,
      own.length === 0 && rows.length > 0
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

// Roles are said though they are the elements' own: a phone lays these out as blocks, and browsers then forget them.
/** One body, or one for each base colour under its name. @param line makes a row's element */
function bodies(
  { words }: Page,
  rows: readonly FoalRow[],
  order: Order,
  line: (row: FoalRow) => HTMLElement,
): readonly Child[] {
  const body = (...children: Child[]): HTMLElement => h('tbody', { role: 'rowgroup' }, ...children)
  if (order !== 'base') return [body(rows.map(line))]
  return groupedBy(rows, ({ base }) => base).map(([base, own]) => {
    const name = h(
      'th',
      { colspan: 2, role: 'rowheader', class: 'base' },
      base,
      ' ',
      own.some(({ percentage }) => percentage === undefined)
        ? undefined
        : h('span', {}, words.share(sumOf(own))),
    )
    return body(h('tr', { role: 'row' }, name), own.map(line))
  })
}

/** Of a foal like this one, by itself. */
function addressOf({ linkTo, catalogue: { genes } }: Page, { genotype, sex }: FoalRow): string {
  return linkTo({ view: 'horse', horse: choiceOf(genotype, genes), sex: sex ?? sexOf(genotype, genes) })
}

/** The coat, its picture, and the way to it. */
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

/** Its share as a bar with a whisker, and in figures. */
function shareCell({ words }: Page, row: FoalRow, axis: Axis): HTMLElement {
  const { percentage, percentage_band: band } = row
  const [low, high] = ends(band, percentage)
  const isBanded = high > low
  const bandText = words.say('band', { low: words.share(low), high: words.share(high) })
  // Where only bounds are known, the bar reaches from one to the other.
  const bar =
    percentage === undefined ? piece('bar range', axis(low), axis(high)) : piece('bar', 0, axis(percentage))
  const whisker = isBanded && percentage !== undefined && piece('whisker', axis(low), axis(high))
  const shareText = words.share(percentage ?? high)
  return h(
    'td',
    { role: 'cell' },
    h('span', { class: 'track', 'aria-hidden': 'true' }, bar, whisker === false ? undefined : whisker),
    h('span', { class: 'share' }, percentage === undefined && isBanded ? bandText : shareText),
    whisker === false ? undefined : h('span', { class: 'band' }, bandText),
  )
}

function piece(kind: string, from: number, to: number): HTMLElement {
  const element = h('span', { class: kind })
  element.style.left = `${100 * from}%`
  element.style.width = `${100 * (to - from)}%`
  return element
}

/** Of a foal like this one. */
function picturedFields({ catalogue: { genes, language } }: Page, row: FoalRow): Fields {
  const sex = row.sex ?? sexOf(row.genotype, genes)
  const { isSexed, ...fields } = fieldsOf(choiceOf(row.genotype, genes), genes, sex)
  return { ...fields, ...(isSexed ? { sex } : {}), lang: language }
}
