/**
 * Planning: what work costs before it is done, in operations (weights.ts).
 * Takes drafts of work, each with a lower bound of its cost. Gives plans, each with its cost and a `run` that does the work.
 * Guarantees: a plan never costs less than its draft announced; planning stops as soon as the cost exceeds what is left, and
 * the plan is then never run.
 * Every stage may use planning; planning uses no stage.
 */

export interface Cost {
  /** About a microsecond each. */
  readonly operations: number
  /** For an answer with one row per coat: how many rows it can have, and the operations each takes when it is read. */
  readonly rows?: { readonly most: number; readonly operations: number } | undefined
}

export interface Plan<Result> extends Cost {
  /** The animal whose relations cost most, where one can be named. */
  readonly costliestAnimal?: number | undefined
  readonly run: () => Result
}

/** Work with a lower bound of its cost. */
export interface Draft<Planned> {
  readonly least: number
  /** @param left operations that the work may take */
  readonly plan: (left: number) => Planned
}

export interface AnswerDraft<Answer> extends Draft<Plan<Answer>> {
  /** Present where the number of rows is known before planning. */
  readonly rows?: Cost['rows']
}

/** An answer that was asked for and not computed yet. */
export interface Work<Answer> extends AnswerDraft<Answer> {
  /** Plans without a limit and runs the plan. */
  readonly run: () => Answer
}

export function workOf<Answer>(draft: AnswerDraft<Answer>): Work<Answer> {
  return { run: () => draft.plan(Infinity).run(), ...draft }
}

/** Too little for any plan. */
const NOTHING_LEFT = -1

/** The animal whose relations cost most, known without planning. */
export function costliestAnimal({ plan }: Draft<Plan<unknown>>): number | undefined {
  return plan(NOTHING_LEFT).costliestAnimal
}

/** Thrown by a run whose cost only running it could show. */
export class TooMuchWork extends Error {
  constructor(readonly operations: number) {
    super('this work comes to more operations than are left')
  }
}

/** The `run` of a plan that costs more than is left. */
export function neverRun(): never {
  throw new Error('a plan that costs more than is left is never run')
}
