/**
 * Estimates the cost of a cross before computing it and refuses crosses that cost too much.
 * Guarantees: the cost is a count, not a time; a cross without group_by, limit and recombination_band is never refused for it.
 */
import type { SumWork } from '../../model/cross/cross-work.js'
import type { HorseGenotype } from '../../model/model.js'
import { ClientError } from '../client-error.js'
import { integers, valuesOf } from '../read/accepted.js'
import type { CrossOptions } from '../read/options.js'
import type { Ruleset } from '../ruleset.js'

/** Limits of a cross that runs on the event loop: rows, and cost (about 1.5 ms of work). */
const MAX_SMALL_ROWS = 300
const MAX_SMALL_COST = 1_300

/** Pairs of gametes that can be combined in the time of writing one genotype row. */
const MEETINGS_PER_ROW = 4
/**
 * Costs in genotype rows: of a genotype row, of a coat row with an uncached name, and of one state of the sums by coat.
 */
const SINGLE = { row: 1, coat: 18, state: 8 }
/** The same with recombination_band, which needs three sets of fractions. */
const BANDED = { row: 3, coat: 20, state: 14 }

/** Maximum cost per result that an answer may hold, in genotype rows. */
const CEILING_PER_RESULT = 4

export function crossCost(
  { estimateWork, maxResults }: Ruleset,
  mother: HorseGenotype,
  father: HorseGenotype,
  { groupBy, limit, band }: CrossOptions,
) {
  const { meetings, genotypes, sums } = estimateWork(mother, father)
  const listed = Math.min(genotypes, limit ?? maxResults, maxResults)
  const meeting = meetings / MEETINGS_PER_ROW
  const { row, coat, state } = band ? BANDED : SINGLE
  /** In genotype rows: 1 is the time of writing one. */
  const costUnder = (summing: () => SumWork): number => {
    if (groupBy === undefined) return row * (meeting + listed)
    const { states, coats } = summing()
    return row * meeting + state * Math.min(states, genotypes) + coat * Math.min(listed, coats)
  }
  // Each state has at least one genotype.
  const most = costUnder(() => ({ states: genotypes, coats: genotypes }))
  /** Whether the event loop may compute it. */
  const isSmall = Math.min(genotypes, limit ?? Infinity) <= MAX_SMALL_ROWS && most <= MAX_SMALL_COST
  /** Whether it lists all genotypes: without group_by, limit and recombination_band. */
  const isPlain = groupBy === undefined && !band && limit === undefined
  /** Throws ClientError RESULT_TOO_LARGE if it costs too much. */
  const refuse = (): void => {
    if (isSmall || isPlain) return
    const rows = costUnder(sums)
    const ceiling = maxResults * CEILING_PER_RESULT
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
