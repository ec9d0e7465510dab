/**
 * A closed space of genotypes: a few loci with two alleles each. What is possible there is found by plain enumeration of genotypes,
 * gametes and coats, with nothing but the names that the service gives.
 */
import { ask, wholeBody } from '../../src/operations/ask.js'
import { result } from '../../src/operations/result/operation.js'
import type { Ruleset } from '../../src/operations/ruleset.js'

/** Gene, group, its two alleles, and how frequent the first is among founders. */
export const LOCI = [
  ['extension', 'base', 'E', 'e', 0.5],
  ['agouti', 'base', 'A', 'a', 0.6],
  ['matp', 'others', 'Cr', 'n', 0.08],
  ['dun', 'others', 'D', 'nd2', 0.05],
  ['grey', 'others', 'G', 'n', 0.08],
  ['kit', 'others', 'To', 'n', 0.08],
] as const

export const GENOTYPES = 3 ** LOCI.length

/** By locus: how many copies of the first allele, 0 to 2. */
export function dosesOf(genotype: number): readonly number[] {
  return LOCI.map((_, locus) => Math.floor(genotype / 3 ** locus) % 3)
}

/** A cell of each column: the genotype, or what the space leaves of an untested gene. */
export const testedCell = (locus: number, dose: number): string => {
  const [, , first, second] = LOCI[locus] as (typeof LOCI)[number]
  return [`${second}/${second}`, `${first}/${second}`, `${first}/${first}`][dose] ?? ''
}
export const untestedCell = (locus: number): string => {
  const [, , first, second] = LOCI[locus] as (typeof LOCI)[number]
  return `${first}|${second}/${first}|${second}`
}

/** The coat of each genotype. */
export function coatsIn(ruleset: Ruleset): readonly string[] {
  return Array.from({ length: GENOTYPES }, (_, genotype) => {
    const doses = dosesOf(genotype)
    const groupOf = (group: string): Record<string, string[]> =>
      Object.fromEntries(
        LOCI.flatMap(([gene, own], locus) =>
          own === group ? [[gene, testedCell(locus, doses[locus] ?? 0).split('/')]] : [],
        ),
      )
    const fields = { base: groupOf('base'), others: groupOf('others'), lang: 'en' }
    return (wholeBody(ask(result, ruleset, fields, 'en')) as { readonly translate: string }).translate
  })
}

/** Gametes are bit sets over loci: whether the first allele is passed on. */
export const GAMETES = 2 ** LOCI.length

export function gametesOf(genotype: number): readonly number[] {
  return dosesOf(genotype).reduce<readonly number[]>(
    (all, dose, locus) =>
      all.flatMap((gamete) =>
        dose === 1 ? [gamete, gamete | (1 << locus)] : [dose === 2 ? gamete | (1 << locus) : gamete],
      ),
    [0],
  )
}

export function genotypeOf(one: number, other: number): number {
  return LOCI.reduce((sum, _, locus) => sum + (((one >> locus) & 1) + ((other >> locus) & 1)) * 3 ** locus, 0)
}

/** What is recorded: a coat, and by locus the dose that was tested, or undefined. */
export interface Recorded {
  readonly coat: string
  readonly doses: readonly (number | undefined)[]
}

/** @returns whether a trio is possible, by enumeration; equal records are enumerated once */
export function createBruteForce(ruleset: Ruleset) {
  const coats = coatsIn(ruleset)
  const all = Array.from({ length: GENOTYPES }, (_, genotype) => ({
    genotype,
    doses: dosesOf(genotype),
    gametes: gametesOf(genotype),
  }))
  const known = new Map<
    string,
    { readonly id: number; readonly genotypes: ReadonlySet<number>; readonly gametes: readonly number[] }
  >()
  const verdicts = new Map<number, boolean>()
  const fitting = ({ coat, doses }: Recorded) => {
    const key = `${coat} ${doses.join()}`
    let found = known.get(key)
    if (found === undefined) {
      const fit = all.filter(
        ({ genotype, doses: own }) =>
          coats[genotype] === coat && doses.every((dose, i) => dose === undefined || dose === own[i]),
      )
      found = {
        id: known.size,
        genotypes: new Set(fit.map((each) => each.genotype)),
        gametes: [...new Set(fit.flatMap((each) => each.gametes))],
      }
      known.set(key, found)
    }
    return found
  }
  return {
    coats,
    /** Whether one animal's own records fit. */
    isConsistent: (recorded: Recorded): boolean => fitting(recorded).genotypes.size > 0,
    isPossible: (foal: Recorded, sire: Recorded, dam: Recorded): boolean => {
      const [f, s, d] = [fitting(foal), fitting(sire), fitting(dam)]
      const key = (f.id * 100_000 + s.id) * 100_000 + d.id
      const verdict = verdicts.get(key)
      if (verdict !== undefined) return verdict
      const made = s.gametes.some((one) => d.gametes.some((other) => f.genotypes.has(genotypeOf(one, other))))
      verdicts.set(key, made)
      return made
    },
    /** How many distinct trios were enumerated. */
    distinct: (): number => verdicts.size,
  }
}

/** A generator of equally distributed numbers between 0 and 1, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
