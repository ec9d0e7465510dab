/**
 * Crosses with partly tested or observed animals, from the inference engine: one question holds all animals.
 * Guarantees: the probabilities are those of `coats.generateChild`; costs are planned before anything is computed.
 */
import { createInference, type Study } from '../../inference/create-inference.js'
import type { Plan } from '../../inference/planning/planning.js'
import { A_TEXT_STEP } from '../../inference/planning/weights.js'
import type { CoatAnswer } from '../../inference/answer.js'
import { onceFor } from '../../common/memo.js'
import { ClientError } from '../client-error.js'
import { refuseContradiction, refuseUnstated } from '../infer/engine-faults.js'
import { withLookalikes } from '../infer/lookalikes.js'
import type { InferenceQuestion } from '../infer/ask-works.js'
import {
  addDrafts,
  addPlan,
  costLimit,
  NO_COST,
  refuseBeyond,
  spend,
  type CostLimit,
} from '../infer/question-cost.js'
import { knownAnimal, scopeOf } from '../read/facts/known-animal.js'
import type { Ruleset } from '../ruleset.js'
import type { MateAnimal } from './animals.js'
import { outcomeOf, type Judges, type Outcome } from './outcome.js'
import type { MateQuestion } from './question.js'

export interface InferredCrosses {
  readonly outcomes: readonly Outcome[]
  readonly operations: number
}

/** Two animals by their places in `animals`. */
export type PairOf = readonly [mother: number, father: number]

const inferenceOf = onceFor((ruleset: Ruleset) => createInference(ruleset))

/**
 * Under a convention, an observed coat is what it was named, unless that contradicts the other facts. Throws ClientError.
 * @param ids by animal @param most budget in operations
 */
export function inferredCrosses(
  ruleset: Ruleset,
  asked: MateQuestion,
  animals: readonly MateAnimal[],
  ids: readonly string[],
  pairs: readonly PairOf[],
  judges: Judges,
  most: number,
): InferredCrosses {
  const question = questionOf(ruleset, asked, animals, ids)
  const limit: CostLimit = { ...costLimit(ruleset, question), most }
  const named = {
    ...question,
    read: question.read.map((animal) => ({
      ...animal,
      seen: animal.seen.map((each) => ({ ...each, looks: [] })),
    })),
  }
  if (asked.population?.convention === undefined) return crossesOf(ruleset, question, limit, pairs, judges)
  try {
    return crossesOf(ruleset, named, limit, pairs, judges)
  } catch (error) {
    if (!(error instanceof ClientError && error.code === 'VALIDATION_CONTRADICTION')) throw error
    return crossesOf(ruleset, question, limit, pairs, judges)
  }
}

function questionOf(
  ruleset: Ruleset,
  { population, language, textSteps }: MateQuestion,
  animals: readonly MateAnimal[],
  ids: readonly string[],
): InferenceQuestion {
  const read = animals.map(({ facts }) => facts)
  const scope = scopeOf(ruleset.model, read, population)
  const horses = animals.map(({ animal, facts }, i) => ({
    ...knownAnimal(ruleset, ids[i] ?? '', facts, scope),
    isAlive: animal.kind === 'partlyTested',
  }))
  const places = animals.map(({ at }) => at)
  return { question: { population, horses }, read, asks: [], language, limit: undefined, textSteps, places }
}

function crossesOf(
  ruleset: Ruleset,
  asked: InferenceQuestion,
  limit: CostLimit,
  pairs: readonly PairOf[],
  judges: Judges,
): InferredCrosses {
  const { model } = ruleset
  const textRead = spend(limit, NO_COST, Math.ceil(asked.textSteps * A_TEXT_STEP))
  const { question, cost: seenRead } = withLookalikes(model, limit, asked, textRead)
  const study: Study = inferenceOf(ruleset).study(question)
  refuseBeyond(limit, seenRead, study.readingOperations)
  if (study.fault !== undefined) throw refuseUnstated(model, question, study.fault)
  const contradiction = study.contradiction()
  if (contradiction !== undefined) throw refuseContradiction(model, question, contradiction)
  const works = pairs.map(([mother, father]) => study.foal(mother, father, {}, limit.most))
  const evidence = study.evidence(limit.most)
  let cost = addDrafts(limit, addDrafts(limit, seenRead, works), [evidence])
  const plans: Plan<CoatAnswer>[] = []
  for (const work of works) {
    const plan = work.plan(limit.most)
    cost = addPlan(limit, cost, work, plan)
    plans.push(plan)
  }
  const planned = evidence.plan(limit.most)
  cost = addPlan(limit, cost, evidence, planned)
  const { contradiction: jointly } = planned.run()
  if (jointly !== undefined) throw refuseContradiction(model, question, jointly)
  return {
    outcomes: plans.map((plan) => outcomeOf(plan.run().list(), judges, undefined)),
    operations: Math.ceil(cost.operations),
  }
}
