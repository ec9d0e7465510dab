/**
 * The coats of the foals as a chart that is a table: a row a coat, its share as a bar, how far the share may lie from
 * that as a whisker.
 * Guarantees: read aloud it is a table with headings; of very many rows only the first are made, the rest when asked for.
 */
import type { Fields } from '../../../../coats/answers.js'
import { ends, groupedBy, ordered, sumOf, type FoalRow } from '../../form/foals.js'
import type { Order } from '../../form/address.js'
import { choiceOf, fieldsOf } from '../../form/choice.js'
import { button, type Child, fill, h, link } from '../dom.js'
import type { Page } from '../page.js'
import { thumbnail } from '../picture.js'

/** So many rows at first, and so many more each time. */
const FIRST_ROWS = 60
const MORE_ROWS = 240

export interface Chart {
  readonly element: HTMLElement
  readonly show: (rows: readonly FoalRow[], order: Order, filter: string) => void
}

export function chart(page: Page): Chart {
  const { words } = page
  const element = h('div', { class: 'chart' })
  let most = FIRST_ROWS
  const show: Chart['show'] = (rows, order, filter) => {
    const wanted = filter.toLowerCase().split(/\s+/)
    const own = ordered(rows, order, words.language).filter(({ coat }) => {
      const name = coat.toLowerCase()
      return wanted.every((word) => name.includes(word))
    })
    const largest = Math.max(
      ...rows.slice(0, 1).map((row) => ends(row.percentage_band, row.percentage)[1]),
      0,
    )
    const made = own.slice(0, most)
    const rest = own.length - made.length
    fill(
      element,
      own.length === 0 && rows.length > 0
        ? h('p', { class: 'quiet' }, words.say('none'))
        : h(
            'table',
            { class: 'coats', role: 'table' },
            h(
              'thead',
              { role: 'rowgroup' },
              h(
                'tr',
                { role: 'row' },
                ['coat', 'share'].map((name) => h('th', { role: 'columnheader' }, words.say(name))),
              ),
            ),
            bodies(page, made, order, largest),
          ),
      rest <= 0
        ? undefined
        : button(words.say('showMore', { count: Math.min(rest, MORE_ROWS) }), 'plain', () => {
            most += MORE_ROWS
            show(rows, order, filter)
            element.querySelectorAll<HTMLElement>('tbody a')[made.length]?.focus()
          }),
    )
  }
  return { element, show }
}

// Roles are said though they are the elements' own: a phone lays these out as blocks, and browsers then forget them.
/** One body, or one for each base colour under its name. */
function bodies(page: Page, rows: readonly FoalRow[], order: Order, largest: number): readonly Child[] {
  const { words } = page
  const body = (...children: Child[]): HTMLElement => h('tbody', { role: 'rowgroup' }, ...children)
  const row = (each: FoalRow): HTMLElement => rowOf(page, each, largest)
  if (order !== 'base') return [body(rows.map(row))]
  return groupedBy(rows, ({ base }) => base).map(([base, own]) => {
    const name = h(
      'th',
      { colspan: 2, role: 'rowheader', class: 'base' },
      base,
      ' ',
      h('span', {}, words.share(sumOf(own))),
    )
    return body(h('tr', { role: 'row' }, name), own.map(row))
  })
}

function rowOf(page: Page, row: FoalRow, largest: number): HTMLElement {
  const { words, catalogue } = page
  const { coat, percentage, percentage_band: band, viability, sex } = row
  const href = page.linkTo({
    view: 'horse',
    horse: choiceOf(row.genotype, catalogue.genes),
    sex: sex ?? 'f',
  })
  const [low, high] = ends(band, percentage)
  const part = (share: number): string => `${(100 * share) / largest}%`
  const bar = h('span', { class: 'bar' })
  bar.style.width = part(percentage)
  const whisker = h('span', { class: 'whisker' })
  whisker.style.left = part(low)
  whisker.style.width = part(high - low)
  const isBanded = high > low
  return h(
    'tr',
    { class: viability?.status, role: 'row' },
    h(
      'th',
      { role: 'rowheader' },
      viability?.status === 'lethal' ? undefined : thumbnail(page, picturedFields(page, row)),
      link({ href, title: words.say('openFoal') }, coat),
      sex === undefined
        ? undefined
        : h('span', { class: 'quiet' }, ` ${words.say(sex === 'f' ? 'daughter' : 'son')}`),
      viability === undefined ? undefined : [' ', h('span', { class: 'mark' }, words.say(viability.status))],
    ),
    h(
      'td',
      { role: 'cell' },
      h('span', { class: 'track', 'aria-hidden': 'true' }, bar, isBanded ? whisker : undefined),
      h('span', { class: 'share' }, words.share(percentage)),
      isBanded
        ? h('span', { class: 'band' }, words.say('band', { low: words.share(low), high: words.share(high) }))
        : undefined,
    ),
  )
}

/** Of a foal like this one. */
function picturedFields({ catalogue }: Page, { genotype, sex = 'f' }: FoalRow): Fields {
  const { isSexed, ...fields } = fieldsOf(choiceOf(genotype, catalogue.genes), catalogue.genes, sex)
  return { ...fields, ...(isSexed ? { sex } : {}), lang: catalogue.language }
}
