/**
 * The allele arrays that the interface lists for its nine genes (table 2.2), and every genotype made of them.
 * Restated by hand from the interface, so that rule files cannot shrink it.
 */
import type { Given } from '../../src/rules/tables.js'

export const LISTED = {
  agouti: [
    ['A', 'A'],
    ['A', 'a'],
    ['a', 'a'],
  ],
  extension: [
    ['E', 'E'],
    ['E', 'e'],
    ['e', 'e'],
  ],
  matp: [
    ['Cr', 'Cr'],
    ['Cr', 'n'],
    ['Prl', 'Prl'],
    ['Cr', 'Prl'],
    ['n', 'n'],
  ],
  dun: [
    ['D', 'D'],
    ['D', 'nd1'],
    ['D', 'nd2'],
    ['nd1', 'nd2'],
    ['nd2', 'nd2'],
  ],
  silver: [
    ['Z', 'Z'],
    ['Z', 'n'],
    ['n', 'n'],
  ],
  champagne: [
    ['Ch', 'Ch'],
    ['Ch', 'n'],
    ['n', 'n'],
  ],
  grey: [
    ['G', 'G'],
    ['G', 'n'],
    ['n', 'n'],
  ],
  kit: [['DW1', 'DW21'], ['SW2'], ['n']],
  lp: [
    ['Lp', 'Lp'],
    ['Lp', 'n'],
    ['n', 'n'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly string[])[]>>

/** How many genotypes there must be: 3·3·5·5·3·3·3·3·3. */
export const LISTED_SIZE = 54_675

/** Every genotype of the listed arrays, each gene named. */
export function* listedGenotypes(): Generator<Given> {
  const genes = Object.keys(LISTED) as (keyof typeof LISTED)[]
  const pick = genes.map(() => 0)
  for (;;) {
    yield Object.fromEntries(genes.map((gene, i) => [gene, LISTED[gene][pick[i] ?? 0] ?? []]))
    let i = genes.length - 1
    for (; i >= 0; i--) {
      const next = (pick[i] ?? 0) + 1
      if (next < LISTED[genes[i] as keyof typeof LISTED].length) {
        pick[i] = next
        break
      }
      pick[i] = 0
    }
    if (i < 0) return
  }
}
