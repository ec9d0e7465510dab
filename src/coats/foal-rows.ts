/**
 * The rows of an offspring answer: one a genotype, or one a coat, most probable first.
 * Guarantees: rows as values and rows as bytes are the same rows; they are made when they are taken, so that
 * a large answer is never held as a whole.
 * Leaves to others: everything in the answer beside the rows (offspring.ts).
 */
import { percentOf } from '../genetics/probability.js'
import type { Coat } from '../model/model.js'
import { followFoals } from '../model/coat-lookup.js'
import { firstOf, mapped } from '../model/lazy.js'
import type { Cross, RankedFoal } from '../model/offspring.js'
import { genotypeOfChoice } from '../model/zygotes.js'
import type { Possibility, RenderedRows } from './answers.js'
import type { CrossOptions } from './read-options.js'
import { renderFew } from './few-foals.js'
import { renderFoals, type FoalParts } from './foal-text.js'
import { renderedRows } from './row-text.js'
import { lexiconOf, viabilityOf, type RuleBook, type ShownGene } from './rule-book.js'
import { genotypeShown } from './show.js'

export interface FoalRows extends RenderedRows {
  /** How many rows the answer has, and how many there are in all. */
  readonly count: number
  readonly total: bigint
  /** Sum of the weights of the answer's rows. */
  readonly returned: () => bigint
  readonly rows: Iterable<Possibility>
}

export interface RowsWanted {
  readonly book: RuleBook
  readonly options: CrossOptions
  readonly show: readonly ShownGene[]
  /** Under the best fractions, then where a band is wanted under the low and the high ones. */
  readonly crosses: readonly [Cross, ...Cross[]]
}

/** One row a genotype. */
export function genotypeRows({ book, options, show, crosses }: RowsWanted): FoalRows {
  const [cross] = crosses
  const { groups, genotypes: total } = cross
  const { language } = options
  const count = countOf(options, total)
  const coats = book.offspring.coatLookup(cross)
  const coatOf = followFoals(coats)
  const foals = (): Iterable<RankedFoal> => firstOf(book.offspring.foals(crosses), count)
  const rowOf = ({ choice, weights }: RankedFoal): Possibility => {
    const coat = coatOf(choice)
    return {
      coat: book.nameOf(coat, language),
      ...percentages(weights, crosses),
      genotype: genotypeShown(show, genotypeOfChoice(groups, choice)),
      ...viabilityField(book, coat, language),
    }
  }
  const rows = { [Symbol.iterator]: () => mapped(foals(), rowOf) }
  // Each row is its coat, its percentage, its genes, and what ends it; each of them is shared by many rows.
  const parts: FoalParts = {
    groups,
    coats,
    genes: show,
    memory: book.rowMemory(language),
    frameOf: (coat) => {
      const viability = viabilityOf(coat, lexiconOf(book.lexicons, language))
      return {
        before: `{"coat":${JSON.stringify(book.nameOf(coat, language))},`,
        after: viability === undefined ? '' : `,"viability":${JSON.stringify(viability)}`,
      }
    },
    percentageText: (weight) => JSON.stringify(percentages([weight], crosses)).slice(1, -1),
    rowOf,
  }
  const rendered: RenderedRows = {
    text: (check) => renderFew(parts, foals(), check),
    rendered: (check) => renderFoals(parts, count, check),
  }
  return {
    count,
    total,
    returned: () => {
      let sum = 0n
      for (const { weights } of foals()) sum += weights[0] ?? 0n
      return sum
    },
    rows,
    // Under other fractions each row has a band of its own.
    ...(crosses.length > 1 ? renderedRows(rows) : rendered),
  }
}

/** One row a coat, with its most probable genotype. */
export function coatRows({ book, options, show, crosses }: RowsWanted): FoalRows {
  const { language } = options
  const { total, list } = book.offspring.coats(crosses)
  const count = countOf(options, total)
  const rowsOf = (): Iterable<Possibility> =>
    mapped(firstOf(list(), count), ({ coat, weights, genotypes, representative }) => ({
      coat: book.nameOf(coat, language),
      ...percentages(weights, crosses),
      genotype: genotypeShown(show, representative),
      genotypes: Number(genotypes),
      ...viabilityField(book, coat, language),
    }))
  const rows = { [Symbol.iterator]: () => rowsOf()[Symbol.iterator]() }
  return {
    count,
    total,
    returned: () => {
      let sum = 0n
      for (const { weights } of firstOf(list(), count)) sum += weights[0] ?? 0n
      return sum
    },
    rows,
    // Every coat is a coat of its own, so there is little to render but once.
    ...renderedRows(rows),
  }
}

function countOf({ limit }: CrossOptions, total: bigint): number {
  return limit === undefined || total < BigInt(limit) ? Number(total) : limit
}

/** The percentage, and with it the band when the cross was asked for under other fractions too. */
function percentages(
  weights: readonly bigint[],
  crosses: readonly Cross[],
): Pick<Possibility, 'percentage' | 'percentage_band'> {
  const [percentage = 0, ...band] = weights.map((weight, i) => percentOf(weight, crosses[i]?.total ?? 1n))
  const [low, high] = band
  return low === undefined || high === undefined
    ? { percentage }
    : { percentage, percentage_band: { low, high } }
}

function viabilityField(book: RuleBook, coat: Coat, language: string): Pick<Possibility, 'viability'> {
  const viability = viabilityOf(coat, lexiconOf(book.lexicons, language))
  return viability === undefined ? {} : { viability }
}
