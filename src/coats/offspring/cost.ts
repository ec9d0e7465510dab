/**
 * What a cross costs, estimated before any of it is computed, and which crosses cost too much.
 * Guarantees: a count, not a time; never refused for it: a cross that uses only the interface contract's own options.
 * Leaves to others: the counting (model/cross/cross-work.ts), how many rows an answer may hold (offspring.ts).
 */
import type { CrossWork, SumWork } from '../../model/cross/cross-work.js'
import type { HorseGenotype } from '../../model/model.js'
import { ContractError } from '../contract-error.js'
import type { CrossOptions } from '../request/options.js'
import type { RuleBook } from '../rule-book.js'

export interface CrossCost {
  /** Whether an event loop may be held for it. */
  readonly isSmall: boolean
  /** Whether it uses only the interface contract's own options. */
  readonly isPlain: boolean
  /** In rows of genotypes: what takes as long as writing one counts as one. */
  readonly rows: () => number
}

/** What an event loop may be held for: so many rows, and about a millisecond and a half of work. */
const MOST_SMALL_ROWS = 300
const MOST_SMALL_COST = 1_300

/** So many gametes meet in the time that one row of genotypes takes. */
const MEETINGS_A_ROW = 4
/**
 * How many rows of genotypes take as long as one, as one row of a coat whose name is not remembered, and as one state of
 * the sums.
 */
const SINGLE = { row: 1, coat: 12, state: 8 }
/** The same where a band is wanted, under three sets of fractions. */
const BANDED = { row: 4, coat: 16, state: 14 }

export function crossCost(
  book: RuleBook,
  mother: HorseGenotype,
  father: HorseGenotype,
  options: CrossOptions,
): CrossCost {
  const work = book.estimateWork(mother, father)
  const { groupBy, limit, band } = options
  const rows = Math.min(work.genotypes, limit ?? Infinity)
  // No state is without a genotype.
  const most = costOf(work, options, book.maxResults, () => ({
    states: work.genotypes,
    coats: work.genotypes,
  }))
  return {
    isSmall: rows <= MOST_SMALL_ROWS && most <= MOST_SMALL_COST,
    isPlain: groupBy === undefined && !band && limit === undefined,
    rows: () => costOf(work, options, book.maxResults, work.sums),
  }
}

function costOf(
  { meetings, genotypes }: CrossWork,
  { groupBy, limit, band }: CrossOptions,
  maxResults: number,
  sums: () => SumWork,
): number {
  const most = Math.min(genotypes, limit ?? maxResults, maxResults)
  const meeting = meetings / MEETINGS_A_ROW
  const { row, coat, state } = band ? BANDED : SINGLE
  if (groupBy === undefined) return row * (meeting + most)
  const { states, coats } = sums()
  return row * meeting + state * Math.min(states, genotypes) + coat * Math.min(most, coats)
}

/** The ceiling, in as many rows as answers may have: what any answer of that many rows costs is allowed. */
const CEILING_A_RESULT = 4

/** Throws RESULT_TOO_LARGE. */
export function refuseIfTooCostly({ maxResults }: RuleBook, cost: CrossCost): void {
  if (cost.isSmall || cost.isPlain) return
  const rows = cost.rows()
  if (rows <= maxResults * CEILING_A_RESULT) return
  throw new ContractError(
    'RESULT_TOO_LARGE',
    `This cross costs about as much as ${Math.round(rows)} rows, more than one answer may`,
    {
      field: 'limit',
      value: Math.round(rows),
      expected: ['fewer heterozygous loci', 'recombination_band: false', 'limit: a smaller one'],
    },
  )
}
