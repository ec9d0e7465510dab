/**
 * The observed coats of a question, each with all coats that may be mistaken for it.
 * Guarantees: operations are counted before they are done; a coat that several animals show is read once.
 */
import type { CoatPattern, Question } from '../../inference/question.js'
import { A_PATTERN } from '../../inference/planning/weights.js'
import type { OpenAsked } from './ask-works.js'
import { spend, type CostLimit, type QuestionCost } from './question-cost.js'
import { widened, type TakenFor, type Widened } from '../read/observed/lookalikes.js'

export interface WithLookalikes {
  readonly question: Question
  /** By animal, as the animals were read: the look-alikes that were taken into account. */
  readonly takenFor: readonly (readonly TakenFor[])[]
  readonly cost: QuestionCost
}

/** Throws ContractError where it costs too much. */
export function withLookalikes(
  limit: CostLimit,
  { question, read }: Pick<OpenAsked, 'question' | 'read'>,
  before: QuestionCost,
): WithLookalikes {
  let cost = before
  const known = new Map<readonly CoatPattern[], Widened>()
  const widenedBy = question.horses.map((_, i) =>
    (read[i]?.seen ?? []).map(({ field, text, coats, looks }) => {
      if (looks.length === 0) return { seen: { field, text, coats }, used: [] }
      const count = (patterns: number): void => void (cost = spend(limit, cost, patterns * A_PATTERN, field))
      const made = known.get(coats) ?? widened(coats, looks, count)
      known.set(coats, made)
      return { seen: { field, text, coats: made.coats }, used: made.used }
    }),
  )
  const horses = question.horses.map((horse, i) => ({
    ...horse,
    seen: widenedBy[i]?.map(({ seen }) => seen) ?? [],
  }))
  return {
    question: { ...question, horses },
    takenFor: widenedBy.map((own) => own.flatMap(({ used }) => used)),
    cost,
  }
}
