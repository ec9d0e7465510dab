/**
 * Possible coats as rows of an answer.
 * Guarantees: rows are ordered by their unrounded probabilities; rows beyond the limit are counted.
 */
import { copyText } from '../../genetics/locus.js'
import { percentOf } from '../../genetics/probability.js'
import type { BoundedAnswer, CoatAnswer, CoatRow } from '../../inference/answer.js'
import type { Coat, HorseGenotype } from '../../model/model.js'
import type { Population, Ratio } from '../../model/population.js'
import { lexiconOf, type Ruleset, type ShownGene } from '../ruleset.js'
import { genotypeShown } from '../shown-genes.js'
import { viabilityOf } from '../wording.js'
import { percentOfOne, type AnswerRow, type CoatsAnswer } from './shapes.js'

export interface RowsQuestion {
  readonly ruleset: Ruleset
  readonly language: string
  readonly show: readonly ShownGene[]
  readonly limit: number | undefined
  /** Whether rows have the ids of visible tokens. */
  readonly tokens: boolean
  readonly population: Population | undefined
}

export function coatsAnswer(asked: RowsQuestion, answer: CoatAnswer): CoatsAnswer {
  const { limit } = asked
  const rows: AnswerRow[] = []
  let returned = 0
  for (const row of answer.list()) {
    if (limit !== undefined && rows.length >= limit) break
    rows.push(toRow(asked, row))
    returned += row.probability
  }
  const { lethal, suspected, total } = answer
  return {
    results: rows,
    ...(limit === undefined
      ? {}
      : { total_results: Number(total), returned_percentage: percentOfOne(Math.min(returned, 1)) }),
    ...(lethal > 0 ? { live_foal_percentage: percentOfOne(1 - lethal) } : {}),
    ...(suspected > 0 ? { suspected_loss_percentage: percentOfOne(suspected) } : {}),
  }
}

export function boundsAnswer(asked: RowsQuestion, { rows }: BoundedAnswer): CoatsAnswer {
  const shown = rows.slice(0, asked.limit)
  return {
    results: shown.map(({ coat, genotype, least, greatest }) => ({
      ...coatRow(asked, coat, genotype),
      percentage_band: { low: percentOfRatio(least), high: percentOfRatio(greatest) },
    })),
    ...(asked.limit === undefined ? {} : { total_results: rows.length }),
  }
}

function toRow(
  asked: RowsQuestion,
  { coat, genotype, probability, exact, interval, mostSensitiveTo }: CoatRow,
): AnswerRow {
  const { genotype: shown, viability, ...named } = coatRow(asked, coat, genotype)
  const band =
    interval === undefined
      ? undefined
      : { low: percentOfOne(interval.low), high: percentOfOne(interval.high) }
  const locus = asked.ruleset.model.loci[mostSensitiveTo?.locus ?? -1]
  // A frequency that moves the percentage by less than is shown moves it by rounding.
  const isMoved = band !== undefined && band.low < band.high
  return {
    ...named,
    percentage: exact === undefined ? percentOfOne(probability) : percentOf(exact.weight, exact.total),
    genotype: shown,
    ...(viability && { viability }),
    ...(band === undefined ? {} : { percentage_band: band }),
    ...(locus === undefined || mostSensitiveTo === undefined || asked.population === undefined || !isMoved
      ? {}
      : {
          most_sensitive_to: {
            gene: locus.key,
            allele: copyText(locus, mostSensitiveTo.copy),
            population: asked.population.key,
          },
        }),
  }
}

function coatRow(
  { ruleset, language, show, tokens }: RowsQuestion,
  coat: Coat,
  genotype: HorseGenotype,
): AnswerRow {
  const viability = viabilityOf(coat, lexiconOf(ruleset.lexicons, language))
  return {
    coat: ruleset.nameOf(coat, language),
    ...(tokens && { tokens: coat.tokens }),
    genotype: genotypeShown(show, genotype),
    ...(viability === undefined ? {} : { viability }),
  }
}

function percentOfRatio({ numerator, denominator }: Ratio): number {
  return Number((numerator * 100_000_000_000_000n) / denominator) / 1e12
}
