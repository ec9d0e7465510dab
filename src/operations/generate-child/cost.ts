/**
 * What a cross costs, estimated before any of it is computed, and which crosses cost too much.
 * Guarantees: a count, not a time; never refused for it: a cross without group_by, limit and recombination_band.
 * Leaves to others: the counting (model/cross/cross-work.ts), how many rows an answer may hold (offspring.ts).
 */
import type { SumWork } from '../../model/cross/cross-work.js'
import type { HorseGenotype } from '../../model/model.js'
import { ClientError } from '../client-error.js'
import { integers, valuesOf } from '../read/accepted.js'
import type { CrossOptions } from '../read/options.js'
import type { Ruleset } from '../ruleset.js'

/** What an event loop may be held for: so many rows, and about a millisecond and a half of work. */
const MAX_SMALL_ROWS = 300
const MAX_SMALL_COST = 1_300

/** So many gametes meet in the time that one row of genotypes takes. */
const MEETINGS_A_ROW = 4
/**
 * How many rows of genotypes take as long as one, as one row of a coat whose name is not remembered, and as one state of
 * the sums.
 */
const SINGLE = { row: 1, coat: 18, state: 8 }
/** The same where a band is wanted, under three sets of fractions. */
const BANDED = { row: 3, coat: 20, state: 14 }

/** The ceiling, in as many rows as answers may have: what any answer of that many rows costs is allowed. */
const CEILING_A_RESULT = 4

export function crossCost(
  { estimateWork, maxResults }: Ruleset,
  mother: HorseGenotype,
  father: HorseGenotype,
  { groupBy, limit, band }: CrossOptions,
) {
  const { meetings, genotypes, sums } = estimateWork(mother, father)
  const told = Math.min(genotypes, limit ?? maxResults, maxResults)
  const meeting = meetings / MEETINGS_A_ROW
  const { row, coat, state } = band ? BANDED : SINGLE
  /** In rows of genotypes: what takes as long as writing one counts as one. */
  const costUnder = (summing: () => SumWork): number => {
    if (groupBy === undefined) return row * (meeting + told)
    const { states, coats } = summing()
    return row * meeting + state * Math.min(states, genotypes) + coat * Math.min(told, coats)
  }
  // No state is without a genotype.
  const most = costUnder(() => ({ states: genotypes, coats: genotypes }))
  /** Whether an event loop may be held for it. */
  const isSmall = Math.min(genotypes, limit ?? Infinity) <= MAX_SMALL_ROWS && most <= MAX_SMALL_COST
  /** Whether it asks for all genotypes as they are: without group_by, limit and recombination_band. */
  const isPlain = groupBy === undefined && !band && limit === undefined
  /** Throws RESULT_TOO_LARGE where it costs too much. */
  const refuse = (): void => {
    if (isSmall || isPlain) return
    const rows = costUnder(sums)
    const ceiling = maxResults * CEILING_A_RESULT
    if (rows <= ceiling) return
    const advice = [
      limit === undefined ? 'send a limit' : 'send a smaller limit',
      ...(band ? ['leave out recombination_band'] : []),
      'or name fewer heterozygous genes',
    ].join(', ')
    throw new ClientError(
      'RESULT_TOO_LARGE',
      `This cross costs about as much as ${Math.round(rows)} rows, and one answer may cost ${ceiling}: ${advice}`,
      { field: 'limit', value: Math.round(rows), expected: valuesOf([integers(1, ceiling)]) },
    )
  }
  return { isSmall, isPlain, refuse }
}
