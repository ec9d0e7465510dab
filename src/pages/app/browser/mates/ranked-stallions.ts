/** Stallions by the chance of a wanted foal: picture, name, chance as a bar, and the likeliest coats. */
import type { MatesFound } from '../../form/plan/find-mates.js'
import { h, link } from '../dom.js'
import { shareCell } from '../known/genotypes.js'
import type { Page } from '../page.js'
import { coatPicture } from '../plan/coat-picture.js'
import { sireName } from './sire-panels.js'

export function rankedStallions(page: Page, rows: MatesFound['rows']): HTMLElement {
  const { words } = page
  const headings = ['father', 'share'].map((name) => h('th', { role: 'columnheader' }, words.say(name)))
  return h(
    'table',
    { class: 'coats ranked', role: 'table' },
    h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, headings)),
    h(
      'tbody',
      { role: 'rowgroup' },
      rows.map((row) => stallionRow(page, row)),
    ),
  )
}

function stallionRow(page: Page, row: MatesFound['rows'][number]): HTMLElement {
  const { words } = page
  const { stallion, wanted_percentage: wanted, lethal_percentage: lethal, best_coats: coats } = row
  const { name: _, ...facts } = page.state().sires[stallion] ?? { name: '' }
  const father = 'coat' in facts ? facts : undefined
  const href = page.linkTo({ view: 'foal', ...(father && { father: { ...father, together: {} } }) })
  const cell = shareCell(words, wanted)
  cell.append(
    h(
      'span',
      { class: 'best' },
      words.say('mostly', {
        coats: coats.map(({ coat, percentage }) => `${coat} ${words.share(percentage)}`).join(', '),
      }),
    ),
    ...lossText(page, lethal),
  )
  return h(
    'tr',
    { role: 'row' },
    h(
      'th',
      { role: 'rowheader' },
      father && coatPicture(page, father, 'm'),
      link({ href, title: words.say('allFoals') }, sireName(page, stallion)),
    ),
    cell,
  )
}

function lossText({ words }: Page, lethal: number): readonly HTMLElement[] {
  return lethal === 0
    ? []
    : [h('span', { class: 'mark' }, `${words.say('lethalFoals')} ${words.share(lethal)}`)]
}
