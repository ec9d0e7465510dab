/**
 * The rows of an offspring answer: one a genotype, or one a coat, most probable first.
 * Guarantees: rows as values and rows as bytes are the same rows; they are made when they are taken, so that
 * a large answer is never held as a whole.
 * Leaves to others: everything in the answer beside the rows (offspring.ts).
 */
import { percentOf } from '../genetics/probability.js'
import type { Coat } from '../model/model.js'
import { coatOf } from '../model/coat-lookup.js'
import type { Cross, RankedFoal } from '../model/offspring.js'
import { genotypeOfChoice } from '../model/zygotes.js'
import type { Possibility } from './answers.js'
import type { CrossOptions } from './read-options.js'
import { renderFoals, type FoalText } from './foal-text.js'
import { renderRows } from './row-text.js'
import { lexiconOf, viabilityOf, type RuleBook, type ShownGene } from './rule-book.js'
import { genotypeShown } from './show.js'

/** Throws when a row breaks the contract. */
export type CheckRow = (row: Possibility) => void

export interface FoalRows {
  /** How many rows the answer has, and how many there are in all. */
  readonly count: number
  readonly total: bigint
  /** Sum of the weights of the answer's rows. */
  readonly returned: () => bigint
  readonly rows: Iterable<Possibility>
  /** The rows as JSON separated by commas, in chunks. */
  readonly rendered: (check: CheckRow) => Iterable<Uint8Array>
}

export interface RowsWanted {
  readonly book: RuleBook
  readonly options: CrossOptions
  readonly show: readonly ShownGene[]
  /** Under the best fractions, then where a band is wanted under the low and the high ones. */
  readonly crosses: readonly [Cross, ...Cross[]]
}

/** One row a genotype. */
export function genotypeRows(wanted: RowsWanted): FoalRows {
  const { book, options, show, crosses } = wanted
  const [cross] = crosses
  const { language } = options
  const count = countOf(options, cross.genotypes)
  const coats = book.offspring.coatLookup(cross)
  const foals = (): Iterable<RankedFoal> => firstOf(book.offspring.foals(crosses), count)
  const rowOf = ({ choice, weights }: RankedFoal): Possibility => {
    const coat = coatOf(coats, choice)
    return {
      coat: book.nameOf(coat, language),
      ...percentages(weights, crosses),
      genotype: genotypeShown(show, genotypeOfChoice(cross.groups, choice)),
      ...viabilityField(book, coat, language),
    }
  }
  return {
    count,
    total: cross.genotypes,
    returned: () => {
      let sum = 0n
      for (const { weights } of foals()) sum += weights[0] ?? 0n
      return sum
    },
    rows: { [Symbol.iterator]: () => mapped(foals(), rowOf) },
    rendered: (check) =>
      // Under other fractions each row has a band of its own.
      crosses.length > 1
        ? renderRows(mapped(foals(), rowOf), check)
        : renderFoals(
            foalText(wanted, (foal) => check(rowOf(foal))),
            count,
          ),
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
  return {
    count,
    total,
    returned: () => {
      let sum = 0n
      for (const { weights } of firstOf(list(), count)) sum += weights[0] ?? 0n
      return sum
    },
    rows: { [Symbol.iterator]: () => rowsOf()[Symbol.iterator]() },
    // Every coat is a coat of its own, so there is little to render but once.
    rendered: (check) => renderRows(rowsOf(), check),
  }
}

/** A row is its coat, its percentage, its genes, and what ends it; each of them is shared by many rows. */
function foalText({ book, options, show, crosses }: RowsWanted, check: (foal: RankedFoal) => void): FoalText {
  const [cross] = crosses
  const { language } = options
  return {
    groups: cross.groups,
    coats: book.offspring.coatLookup(cross),
    genes: show,
    frames: book.framesIn(language),
    frameOf: (coat) => {
      const viability = viabilityOf(coat, lexiconOf(book.lexicons, language))
      return {
        before: Buffer.from(`{"coat":${JSON.stringify(book.nameOf(coat, language))},`),
        after: viability && Buffer.from(`,"viability":${JSON.stringify(viability)}`),
      }
    },
    percentageText: (weight) => JSON.stringify(percentages([weight], crosses)).slice(1, -1),
    check: (choice, weight) => check({ choice, weights: [weight] }),
  }
}

function countOf({ limit }: CrossOptions, total: bigint): number {
  return limit === undefined || total < BigInt(limit) ? Number(total) : limit
}

function* firstOf<Value>(values: Iterable<Value>, count: number): Generator<Value> {
  let taken = 0
  for (const value of values) {
    yield value
    if (++taken === count) return
  }
}

function* mapped<From, To>(values: Iterable<From>, map: (value: From) => To): Generator<To> {
  for (const value of values) yield map(value)
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
