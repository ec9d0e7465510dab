/** Shows possible genotypes with percentages as bars, and certain ones. */
import type { GenotypePercentages } from '../../../../operations/infer/genotypes-answer.js'
import type { Words } from '../../texts.js'
import { h, type Child } from '../dom.js'
import { geneName } from '../fault.js'
import type { Page } from '../page.js'

type Known = Omit<GenotypePercentages, 'percentage'>

/** Undefined if nothing is certain. */
export function certainList(page: Page, certain: readonly Known[]): Child {
  if (certain.length === 0) return undefined
  return h(
    'ul',
    { class: 'certain' },
    certain.map(({ gene, alleles }) =>
      h('li', {}, `${geneName(page, gene)} `, h('code', {}, alleles.join('/'))),
    ),
  )
}

/** Genes that are not certain, in the order of the rules; undefined if there are none. */
export function genotypeTable(
  page: Page,
  shares: readonly GenotypePercentages[],
  certain: readonly Known[],
): Child {
  const { words } = page
  const uncertain = [...new Set(shares.map(({ gene }) => gene))].filter((gene) =>
    certain.every((each) => each.gene !== gene),
  )
  if (uncertain.length === 0) return undefined
  const bodies = uncertain.map((gene) => {
    const name = h('th', { colspan: 2, role: 'rowheader', class: 'base' }, geneName(page, gene))
    const rows = shares
      .filter((each) => each.gene === gene)
      .map(({ alleles, percentage }) =>
        h(
          'tr',
          { role: 'row' },
          h('th', { role: 'rowheader' }, h('code', {}, alleles.join('/'))),
          shareCell(words, percentage),
        ),
      )
    return h('tbody', { role: 'rowgroup' }, h('tr', { role: 'row' }, name), rows)
  })
  const headings = ['genotype', 'share'].map((name) => h('th', { role: 'columnheader' }, words.say(name)))
  return h(
    'table',
    { class: 'coats narrow', role: 'table' },
    h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, headings)),
    bodies,
  )
}

/** A percentage as a bar of 100 %. */
export function shareCell(words: Words, percentage: number): HTMLElement {
  const bar = h('span', { class: 'bar' })
  bar.style.width = `${percentage}%`
  return h(
    'td',
    { role: 'cell' },
    h('span', { class: 'track', 'aria-hidden': 'true' }, bar),
    h('span', { class: 'share' }, words.share(percentage)),
  )
}
