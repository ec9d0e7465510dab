/**
 * The rows of an offspring answer: one a genotype, or one a coat, most probable first.
 * Guarantees: rows as values and rows as bytes are the same rows; they are made when they are taken, so that
 * a large answer is never held as a whole.
 * Leaves to others: everything in the answer beside the rows (offspring.ts).
 */
import { percentOf } from '../genetics/probability.js'
import type { Coat } from '../model/model.js'
import { stateOf, type CoatState } from '../model/coat-lookup.js'
import { createBrief } from '../model/memo.js'
import type { Cross, RankedFoal } from '../model/offspring.js'
import { genotypeOfChoice } from '../model/zygotes.js'
import type { Possibility } from './answers.js'
import type { CrossOptions } from './read-options.js'
import { byChoice } from './by-choice.js'
import { renderFew } from './few-foals.js'
import { renderFoals, type FoalText } from './foal-text.js'
import { renderRows } from './row-text.js'
import { lexiconOf, viabilityOf, type RuleBook, type ShownGene } from './rule-book.js'
import { genotypeShown } from './show.js'

/** Up to so many rows text is put together sooner than bytes. */
const FEW = 300
/** So many things of a kind are kept at a time. */
const MOST_KEPT = 4096

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
  // Rows share names, genes and percentages, so each of these is looked for once.
  const genes = show.map(({ key, groups, allelesOf }) => ({
    key,
    allelesOf: byChoice(cross.groups, groups, MOST_KEPT, (choice) =>
      allelesOf(genotypeOfChoice(cross.groups, choice, groups)),
    ),
  }))
  const frames = createBrief<CoatState, Pick<Possibility, 'coat' | 'viability'>>(MOST_KEPT)
  const frameOf = (coat: Coat): Pick<Possibility, 'coat' | 'viability'> => ({
    coat: book.nameOf(coat, language),
    ...viabilityField(book, coat, language),
  })
  let last: readonly bigint[] = []
  let percentage = percentages([], crosses)
  const rowOf = ({ choice, weights }: RankedFoal): Possibility => {
    const state = stateOf(coats, choice)
    const { coat, viability } = frames.known(state) ?? frames.keep(state, frameOf(coats.coatAt(state)))
    if (weights.length > 1 || weights[0] !== last[0]) percentage = percentages(weights, crosses)
    last = weights
    const genotype: Record<string, readonly string[]> = {}
    for (const { key, allelesOf } of genes) genotype[key] = allelesOf(choice)
    const { percentage: share, percentage_band: band } = percentage
    if (band === undefined && viability === undefined) return { coat, percentage: share, genotype }
    return {
      coat,
      ...percentage,
      genotype,
      ...(viability === undefined ? {} : { viability }),
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
    rendered: (check) => {
      // Under other fractions each row has a band of its own.
      if (crosses.length > 1) return renderRows(mapped(foals(), rowOf), check)
      const told = foalText(wanted, (foal) => check(rowOf(foal)))
      return count <= FEW ? [renderFew(told, foals())] : renderFoals(told, count)
    },
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
        before: `{"coat":${JSON.stringify(book.nameOf(coat, language))},`,
        after: viability === undefined ? '' : `,"viability":${JSON.stringify(viability)}`,
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
