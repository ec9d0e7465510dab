/**
 * One row of an offspring answer: a coat with its percentage, genotype and viability.
 * rows.ts decides which rows there are; service/streaming/ serialises them.
 */
import { percentOf } from '../../genetics/probability.js'
import type { Cross } from '../../model/cross/cross.js'
import type { Coat, HorseGenotype } from '../../model/model.js'
import type { CrossOptions } from '../read/options.js'
import type { SexLetter, SexOptions } from '../read/sex.js'
import { lexiconOf, type Ruleset, type ShownGene } from '../ruleset.js'
import { genotypeShown } from '../shown-genes.js'
import { viabilityOf } from '../wording.js'

export interface RowsWanted {
  readonly ruleset: Ruleset
  readonly options: CrossOptions
  readonly bySex: SexOptions | undefined
  readonly show: readonly ShownGene[]
  /** With the best estimates of the recombination fractions; for recombination_band also with their low and high values. */
  readonly crosses: readonly [Cross, ...Cross[]]
}

export interface FoalRow {
  readonly coat: Coat
  /** One for each cross: the first gives the percentage, the others its interval. */
  readonly weights: readonly bigint[]
  readonly genotype: () => HorseGenotype
  readonly sex?: SexLetter | undefined
  /** In a coat row: the number of genotypes it sums. */
  readonly genotypes?: bigint
}

export type Possibility = Readonly<ReturnType<typeof rowValue>>

export function rowValue(wanted: RowsWanted, row: FoalRow) {
  const { viability, ...named } = coatWords(wanted, row.coat)
  return {
    ...named,
    ...percentagesOf(wanted, row.weights),
    /** All shown genes of both groups; with `group_by=coat` the most probable genotype of this coat. */
    genotype: genotypeShown(wanted.show, row.genotype()),
    ...(row.sex && { sex: row.sex }),
    ...(row.genotypes !== undefined && { genotypes: Number(row.genotypes) }),
    ...(viability && { viability }),
  }
}

export function coatWords({ ruleset, options: { language, tokens } }: RowsWanted, coat: Coat) {
  return {
    coat: ruleset.nameOf(coat, language),
    ...(tokens && { tokens: coat.tokens }),
    viability: viabilityOf(coat, lexiconOf(ruleset.lexicons, language)),
  }
}

/** The percentage, and for recombination_band its values with all fractions low and with all fractions high. */
export function percentagesOf({ crosses }: RowsWanted, weights: readonly bigint[]) {
  const [weight = 0n, ...others] = weights
  const [{ total }, ...underOthers] = crosses
  const percentage = percentOf(weight, total)
  // Most rows do not depend on the fractions.
  const [low, high] = others.map((other, i) => {
    const otherTotal = underOthers[i]?.total ?? 1n
    return other === weight && otherTotal === total ? percentage : percentOf(other, otherTotal)
  })
  const isBanded = low !== undefined && high !== undefined
  return { percentage, ...(isBanded && { percentage_band: { low, high } }) }
}
