/**
 * What a question costs, and its refusal where that is too much.
 * Guarantees: a cost is an immutable value, and each function returns the next one. Lower bounds are added before anything is
 * planned, and planning stops where the sum is too much; the cost in a refusal is therefore a lower bound.
 */
import { costliestAnimal, type Cost, type Plan, type Work } from '../../inference/planning/planning.js'
import { ClientError } from '../client-error.js'
import { integers, valuesOf } from '../read/accepted.js'
import type { Ruleset } from '../ruleset.js'
import type { InferenceQuestion } from './ask-works.js'

/** Operations for each result that an answer may hold: 0.1 to 0.2 s of a thread, by default. */
const OPERATIONS_PER_RESULT = 3

export function mostOperations({ maxResults }: Ruleset): number {
  return OPERATIONS_PER_RESULT * maxResults
}

export interface QuestionCost {
  /** Operations that were done before anything was planned. */
  readonly spent: number
  /** These, and the works: their lower bounds, or what they were planned to cost. */
  readonly operations: number
  readonly works: readonly CostedWork[]
}

interface CostedWork {
  readonly work: Work<unknown>
  /** Undefined until it is planned. */
  readonly plan: Plan<unknown> | undefined
}

export const NO_COST: QuestionCost = { spent: 0, operations: 0, works: [] }

/** What a question may cost, and what its refusal needs to know. */
export interface CostLimit {
  readonly most: number
  /** How many rows of coats are written at most. */
  readonly mostRows: number
  readonly asked: InferenceQuestion
}

export function costLimit(ruleset: Ruleset, asked: InferenceQuestion): CostLimit {
  return { most: mostOperations(ruleset), mostRows: asked.limit ?? ruleset.maxResults, asked }
}

/** Adds operations that are done at once. Throws ClientError where it is too much. @param field that they are done for */
export function spend(
  limit: CostLimit,
  { spent, operations, works }: QuestionCost,
  more: number,
  field?: string,
): QuestionCost {
  return withinLimit(limit, { spent: spent + more, operations: operations + more, works }, field)
}

/** Adds the lower bounds of works. Throws ClientError where it is too much. */
export function addDrafts(
  limit: CostLimit,
  { spent, operations, works }: QuestionCost,
  more: readonly Work<unknown>[],
): QuestionCost {
  const least = more.reduce((sum, work) => sum + leastOf(limit, work), 0)
  const drafted = more.map((work): CostedWork => ({ work, plan: undefined }))
  return withinLimit(limit, { spent, operations: operations + least, works: [...works, ...drafted] })
}

/** Replaces the lower bound of a work by its plan, once for each time that it was added. Throws ClientError where it is too much. */
export function addPlan(
  limit: CostLimit,
  { spent, operations, works }: QuestionCost,
  work: Work<unknown>,
  plan: Plan<unknown>,
): QuestionCost {
  const place = works.findIndex((each) => each.work === work && each.plan === undefined)
  const more = costOf(limit.mostRows, plan) - leastOf(limit, work)
  return withinLimit(limit, {
    spent,
    operations: operations + more,
    works: works.with(place, { work, plan }),
  })
}

/** Throws ClientError where operations that are counted later would be too much by themselves. */
export function refuseBeyond(limit: CostLimit, cost: QuestionCost, more: number): void {
  if (cost.operations + more > limit.most) throw tooMuch(limit, cost, cost.operations + more)
}

/** The refusal of a question whose answers turned out to take more operations than planned. */
export function refuseRun(limit: CostLimit, cost: QuestionCost, more: number): ClientError {
  const { spent, works } = cost
  const operations = Math.max(cost.operations + more, limit.most + 1)
  return tooMuch(limit, { spent: spent + more, operations, works }, operations)
}

function withinLimit(limit: CostLimit, cost: QuestionCost, field?: string): QuestionCost {
  if (cost.operations > limit.most) throw tooMuch(limit, cost, cost.operations, field)
  return cost
}

/** Naming a coat and writing it as JSON. */
const A_ROW_WRITTEN = 12

function costOf(mostRows: number, { operations, rows }: Cost): number {
  const writing = rows === undefined ? 0 : Math.min(rows.most, mostRows) * (A_ROW_WRITTEN + rows.operations)
  return operations + Math.ceil(writing)
}

function leastOf({ mostRows }: Pick<CostLimit, 'mostRows'>, { least, rows }: Work<unknown>): number {
  return costOf(mostRows, { operations: Math.floor(least), rows })
}

function tooMuch(
  { most, asked }: CostLimit,
  { spent, works }: QuestionCost,
  operations: number,
  field?: string,
): ClientError {
  const { question, read, places } = asked
  const value = Math.min(Math.ceil(operations), Number.MAX_SAFE_INTEGER)
  const costs = works.map(({ work, plan }): Cost => plan ?? { operations: work.least, rows: work.rows })
  const withOneRow = costs.reduce((sum, cost) => sum + costOf(1, cost), spent)
  const wouldFitWithOneRow = works.length > 0 && withOneRow <= most
  const highest = Math.max(...costs.map((cost) => cost.operations))
  const costliest = works[costs.findIndex((cost) => cost.operations === highest)]
  const animal = costliest?.plan
    ? costliest.plan.costliestAnimal
    : costliest && costliestAnimal(costliest.work)
  const id = animal === undefined ? undefined : question.horses[animal]?.id
  const who = id === undefined ? '' : `; ${id} costs most`
  const isAllUntested = question.population === undefined && read.some(({ isUntested }) => isUntested)
  const advice = isAllUntested
    ? '. Without a population, untested: population opens every gene that is left out. Send a population beside it, or ["?","?"] for the genes that matter'
    : `. Send ${wouldFitWithOneRow ? 'a limit, ' : ''}fewer animals, or fewer genes of which something is unknown`
  return new ClientError(
    'RESULT_TOO_LARGE',
    `This question takes ${value} operations, more than ${most}${who}${advice}`,
    {
      field: field ?? places?.[animal ?? 0] ?? (id === undefined ? 'horses' : `horses.${animal}`),
      value,
      expected: valuesOf([integers(1, most)]),
    },
  )
}
