/**
 * What a cross costs, estimated before any of it is computed, and which crosses cost too much.
 * Guarantees: a count, not a time; never refused for it: a cross that uses only the interface contract's own options.
 * Leaves to others: the counting (model/cross-work.ts), how many rows an answer may hold (offspring.ts).
 */
import type { CrossWork } from '../model/cross-work.js'
import type { HorseGenotype } from '../model/model.js'
import { ContractError } from './contract-error.js'
import type { CrossOptions } from './read-options.js'
import type { RuleBook } from './rule-book.js'

export interface CrossCost {
  readonly isSmall: boolean
  readonly isPlain: boolean
  /** In rows of genotypes: what takes as long as writing one counts as one. */
  readonly rows: () => number
}

/** So many rows are written sooner than another thread is asked for them. */
const MOST_SMALL = 300

/** What takes as long as one row of genotypes. */
const MEETINGS_A_ROW = 3
const COAT_ROWS = 6
const STATE_ROWS = 8
const BAND_ROWS = 3

export function crossCost(
  book: RuleBook,
  mother: HorseGenotype,
  father: HorseGenotype,
  options: CrossOptions,
): CrossCost {
  const work = book.estimateWork(mother, father)
  const { byCoat, limit, band } = options
  const least = costOf(work, options, book.maxResults, () => (byCoat ? work.genotypes : 0))
  return {
    isSmall: least <= MOST_SMALL,
    isPlain: !byCoat && !band && limit === undefined,
    rows: () => costOf(work, options, book.maxResults, () => (byCoat ? work.states() : 0)),
  }
}

function costOf(
  { meetings, genotypes }: CrossWork,
  { byCoat, limit, band }: CrossOptions,
  maxResults: number,
  states: () => number,
): number {
  const rows = Math.min(genotypes, limit ?? maxResults, maxResults)
  const once = meetings / MEETINGS_A_ROW + STATE_ROWS * Math.min(states(), genotypes)
  const written = rows * (byCoat ? COAT_ROWS : 1)
  return band ? BAND_ROWS * (once + written) : once + written
}

/** The ceiling, in as many rows as answers may have: what any answer of that many rows costs is allowed. */
const CEILING_A_RESULT = 8

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
