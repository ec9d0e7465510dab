/**
 * Draws the answer of <robe-foals>.
 * Guarantees: a table with headings for screen readers; every text is text, whatever an attribute holds.
 */
import type { Fields, Robe } from '../../library.js'
import { axisOf, ends, groupedBy, sumOf, type FoalRow } from '../../form/foals.js'
import type { Words } from '../../texts.js'
import { h, type Child } from '../dom.js'
import { picturedFoal, type Foals, type Parent } from './foals-of.js'

export interface TableOptions {
  readonly words: Words
  readonly robe: Robe
  /** How many foals are listed. */
  readonly count: number
  readonly hasPictures: boolean
}

export function foalsTable(options: TableOptions, foals: Foals): readonly Child[] {
  const { words, count } = options
  const { parents, rows, live, assumed } = foals
  const listed = rows.slice(0, count)
  const rest = rows.slice(count)
  const axis = axisOf(rows.map(({ percentage = 0 }) => percentage))
  const heads = [...(options.hasPictures ? [''] : []), words.say('coat'), '', words.say('share')]
  return [
    h(
      'div',
      { class: 'parents', part: 'parents' },
      parentFigure(options, parents[0], 'mother'),
      parentFigure(options, parents[1], 'father'),
    ),
    live === undefined
      ? undefined
      : h('p', { part: 'live' }, words.say('live', { share: words.share(live) })),
    losses(words, rows),
    h(
      'table',
      { part: 'table' },
      h('caption', {}, words.say('coats', { count: rows.length })),
      h(
        'colgroup',
        {},
        options.hasPictures ? h('col', { class: 'col-picture' }) : undefined,
        h('col', {}),
        h('col', { class: 'col-bar' }),
        h('col', { class: 'col-share' }),
      ),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          heads.map((text) => (text === '' ? h('td', {}) : h('th', { scope: 'col' }, text))),
        ),
      ),
      h(
        'tbody',
        {},
        listed.map((row) => foalLine(options, row, axis)),
      ),
    ),
    rest.length === 0
      ? undefined
      : h(
          'p',
          { class: 'quiet after' },
          words.say('moreCoats', {
            count: rest.length,
            share: words.share(sumOf(rest)),
          }),
        ),
    assumed === undefined
      ? undefined
      : h('p', { class: 'quiet after', part: 'assumption' }, words.say('untestedBy'), ' ', assumed),
  ]
}

function parentFigure(options: TableOptions, { coat, pictured }: Parent, role: 'mother' | 'father'): Child {
  const name = h(
    'figcaption',
    {},
    h('span', { class: 'role' }, options.words.say(role)),
    h('span', { class: 'name' }, coat),
  )
  return h('figure', { part: 'parent' }, picture(options, pictured, 120), name)
}

function foalLine(options: TableOptions, row: FoalRow, axis: (share: number) => number): HTMLElement {
  const { words, robe, hasPictures } = options
  const { coat, sex, viability, percentage, percentage_band: band } = row
  const bar = h('span', { class: 'bar', part: 'bar' })
  bar.style.width = `${100 * axis(percentage ?? 0)}%`
  const drawn =
    viability?.status === 'lethal' ? undefined : picture(options, picturedFoal(robe, row, words.language), 60)
  return h(
    'tr',
    { class: viability?.status },
    hasPictures ? h('td', {}, drawn) : undefined,
    h(
      'th',
      { scope: 'row' },
      coat,
      sex === undefined ? undefined : ` (${words.say(sex === 'f' ? 'daughter' : 'son')})`,
      viability === undefined ? undefined : h('span', { class: 'mark' }, words.say(viability.status)),
    ),
    h('td', { class: 'bar-cell', 'aria-hidden': 'true' }, bar),
    h('td', { class: 'share' }, words.share(percentage ?? ends(band, percentage)[1])),
  )
}

/** An image element, so that ids in the drawing cannot clash with those of the page. Its alternative text is empty, since the coat's name is beside it. */
function picture({ robe, hasPictures }: TableOptions, fields: Fields, width: number): Child {
  if (!hasPictures) return undefined
  const { svg, isDrawn } = robe.picture(fields)
  const src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  return isDrawn ? h('img', { src, alt: '', width, height: (width * 3) / 4 }) : undefined
}

function losses(words: Words, rows: readonly FoalRow[]): Child {
  const lost = rows.filter(({ viability }) => viability?.status === 'lethal')
  if (lost.length === 0) return undefined
  const causes = groupedBy(lost, ({ viability }) => viability?.cause ?? '')
  return h(
    'ul',
    { class: 'losses', part: 'losses' },
    causes.map(([cause, group]) =>
      h('li', {}, words.say('lostFoals', { share: words.share(sumOf(group)), cause })),
    ),
  )
}
