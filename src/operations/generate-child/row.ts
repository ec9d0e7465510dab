/**
 * One row of an offspring answer as a value: a coat with its percentage, genotype and viability.
 * Leaves to others: which rows there are (rows.ts), their bytes (service/streaming/).
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
  /** Under the best fractions, then where a band is wanted under the low and the high ones. */
  readonly crosses: readonly [Cross, ...Cross[]]
}

export interface FoalRow {
  readonly coat: Coat
  /** The first decides the percentage, the others its band. */
  readonly weights: readonly bigint[]
  readonly genotype: () => HorseGenotype
  readonly sex?: SexLetter | undefined
  /** Of a row of a coat: how many genotypes it sums. */
  readonly genotypes?: bigint
}

export type Possibility = Readonly<ReturnType<typeof rowValue>>

export function rowValue(wanted: RowsWanted, row: FoalRow) {
  const { viability, ...named } = coatWords(wanted, row.coat)
  return {
    ...named,
    ...percentagesOf(wanted, row.weights),
    /** The whole genotype, flat; with `group_by=coat` the most probable one of this coat. */
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

/** With its band, where one is wanted: with all fractions at their low, and all at their high ends. */
export function percentagesOf({ crosses }: RowsWanted, weights: readonly bigint[]) {
  const [weight = 0n, ...others] = weights
  const [{ total }, ...underOthers] = crosses
  const percentage = percentOf(weight, total)
  // Fractions make no difference to most rows.
  const [low, high] = others.map((other, i) => {
    const ofAll = underOthers[i]?.total ?? 1n
    return other === weight && ofAll === total ? percentage : percentOf(other, ofAll)
  })
  const isBanded = low !== undefined && high !== undefined
  return { percentage, ...(isBanded && { percentage_band: { low, high } }) }
}
