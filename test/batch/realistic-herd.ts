/**
 * A herd tested at twelve genes, with allele frequencies as in a mixed population of riding horses.
 */
import { randomNumbers } from './closed-space.js'

/** Round figures within what the populations and references of the rules report; only the number of distinct genotypes rests on them. */
const FREQUENCIES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  extension: { E: 0.5, e: 0.5 },
  agouti: { A: 0.6, a: 0.4 },
  matp: { Cr: 0.05, Prl: 0.01, n: 0.94 },
  dun: { D: 0.04, nd1: 0.1, nd2: 0.86 },
  silver: { Z: 0.02, n: 0.98 },
  champagne: { Ch: 0.01, n: 0.99 },
  grey: { G: 0.08, n: 0.92 },
  kit: { To: 0.06, Rn: 0.03, SB1: 0.03, DW20: 0.1, n: 0.78 },
  mitf: { SW1: 0.04, n: 0.96 },
  frame: { O: 0.02, n: 0.98 },
  lp: { Lp: 0.02, n: 0.98 },
  patn1: { PATN1: 0.03, n: 0.97 },
}

export function* herdLines(animals: number, seed: number): Generator<string> {
  const random = randomNumbers(seed)
  const draw = (alleles: Readonly<Record<string, number>>): string => {
    let left = random()
    for (const [allele, frequency] of Object.entries(alleles)) if ((left -= frequency) < 0) return allele
    return Object.keys(alleles).at(-1) ?? ''
  }
  const genes = Object.values(FREQUENCIES)
  yield `id,sex,${Object.keys(FREQUENCIES).join(',')}\n`
  for (let i = 0; i < animals; i++)
    yield `H${i},${i % 2 === 0 ? 'f' : 'm'},${genes.map((alleles) => `${draw(alleles)}/${draw(alleles)}`).join(',')}\n`
}
