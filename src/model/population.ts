/**
 * A population: how frequent the copies of each locus are among animals of which nothing is known.
 * Guarantees: plain data; the frequencies of a locus sum to exactly 1.
 * Leaves to others: where they come from (rules/populations/, or a request), and what follows from them (inference/).
 */
import type { Copy } from '../genetics/locus.js'

export interface Population {
  readonly key: string
  readonly name: string
  /** Animals it was counted on; undefined where the source does not say. */
  readonly sampled: number | undefined
  /** By locus index, with those of the population that it extends; what a locus without an entry means is told by `others`. */
  readonly loci: ReadonlyMap<number, readonly CopyFrequency[]>
  /** A locus without numbers: nobody knows; all animals are wild type; variants are absent unless facts imply them. */
  readonly others: 'unstated' | 'wild-type' | 'absent'
  /** Where loci without figures of its own have theirs from. */
  readonly extended?: Population
  /** What is assumed where `others` is absent. */
  readonly convention?: Convention
}

/** An assumption that nobody measured, its own or that of the population that it extends. */
export interface Convention {
  readonly name: string
  /** Loci whose alleles it takes as equally frequent. */
  readonly loci: readonly number[]
  /** By locus, alleles that stand for a variant that facts imply without saying which. */
  readonly usual: ReadonlyMap<number, readonly number[]>
}

/** Whether a convention, and no figure, says what a locus has. */
export function isAssumed({ convention, loci }: Population, locus: number): boolean {
  return convention !== undefined && (convention.loci.includes(locus) || !loci.has(locus))
}

/** A population whose gaps another one fills. */
export function extending(population: Population, extended: Population | undefined): Population {
  if (extended === undefined) return population
  const { convention, others } = extended
  const own = population.loci
  return {
    ...population,
    loci: new Map([...extended.loci, ...own]),
    others,
    extended,
    ...(convention && {
      convention: { ...convention, loci: convention.loci.filter((locus) => !own.has(locus)) },
    }),
  }
}

export interface CopyFrequency {
  readonly copy: Copy
  readonly best: Ratio
  /** Ends of its interval. */
  readonly low: Ratio
  readonly high: Ratio
}

/** An exact number between 0 and 1. */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}
