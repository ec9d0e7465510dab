/**
 * Possible coats as rows of an answer.
 * Guarantees: rows are ordered by their unrounded probabilities; rows beyond the limit are counted.
 */
import { copyText } from '../../genetics/locus.js'
import { percentOf } from '../../genetics/probability.js'
import type { BoundedAnswer, CoatAnswer, CoatRow } from '../../inference/answer.js'
import type { Coat, HorseGenotype } from '../../model/model.js'
import type { Population, Ratio } from '../../model/population.js'
import { lexiconOf, type RuleBook, type ShownGene } from '../rule-book.js'
import { genotypeShown } from '../shown-genes.js'
import { viabilityOf } from '../wording.js'
import { percentOfOne, type CoatsTold, type OpenRow } from './shapes.js'

export interface RowsAsked {
  readonly book: RuleBook
  readonly language: string
  readonly show: readonly ShownGene[]
  readonly limit: number | undefined
  /** Whether rows have the ids of visible tokens. */
  readonly tokens: boolean
  readonly population: Population | undefined
}

export function coatsTold(asked: RowsAsked, answer: CoatAnswer): CoatsTold {
  const { limit } = asked
  const rows: OpenRow[] = []
  let returned = 0
  for (const row of answer.list()) {
    if (limit !== undefined && rows.length >= limit) break
    rows.push(rowTold(asked, row))
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

export function boundsTold(asked: RowsAsked, { rows }: BoundedAnswer): CoatsTold {
  const shown = rows.slice(0, asked.limit)
  return {
    results: shown.map(({ coat, genotype, least, greatest }) => ({
      ...coatTold(asked, coat, genotype),
      percentage_band: { low: percentOfRatio(least), high: percentOfRatio(greatest) },
    })),
    ...(asked.limit === undefined ? {} : { total_results: rows.length }),
  }
}

function rowTold(
  asked: RowsAsked,
  { coat, genotype, probability, exact, interval, mostSensitiveTo }: CoatRow,
): OpenRow {
  const { genotype: shown, viability, ...named } = coatTold(asked, coat, genotype)
  const band =
    interval === undefined
      ? undefined
      : { low: percentOfOne(interval.low), high: percentOfOne(interval.high) }
  const locus = asked.book.model.loci[mostSensitiveTo?.locus ?? -1]
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

function coatTold({ book, language, show, tokens }: RowsAsked, coat: Coat, genotype: HorseGenotype): OpenRow {
  const viability = viabilityOf(coat, lexiconOf(book.lexicons, language))
  return {
    coat: book.nameOf(coat, language),
    ...(tokens && { tokens: coat.tokens }),
    genotype: genotypeShown(show, genotype),
    ...(viability === undefined ? {} : { viability }),
  }
}

function percentOfRatio({ numerator, denominator }: Ratio): number {
  return Number((numerator * 100_000_000_000_000n) / denominator) / 1e12
}
