/**
 * Planning: the cost of work, in operations (weights.ts), before it is done. A draft has a lower bound of the cost;
 * its plan has the cost and a `run` that does the work. Every stage may use planning; planning uses no stage.
 * Guarantees: a plan never costs less than its draft announced; planning stops as soon as the cost exceeds the
 * budget, and such a plan is never run.
 */

export interface Cost {
  /** About one microsecond each. */
  readonly operations: number
  /** For an answer with one row per coat: maximum number of rows, and operations per row, spent when it is read. */
  readonly rows?: { readonly most: number; readonly operations: number } | undefined
}

export interface Plan<Result> extends Cost {
  /** The animal that contributes most to the cost, if there is one. */
  readonly costliestAnimal?: number | undefined
  readonly run: () => Result
}

/** Work with a lower bound of its cost. */
export interface Draft<Planned> {
  readonly least: number
  /** @param left remaining budget in operations */
  readonly plan: (left: number) => Planned
}

export interface AnswerDraft<Answer> extends Draft<Plan<Answer>> {
  /** Present if the number of rows is known before planning. */
  readonly rows?: Cost['rows']
}

/** An answer that was requested and not computed yet. */
export interface Work<Answer> extends AnswerDraft<Answer> {
  /** Plans without a limit and runs the plan. */
  readonly run: () => Answer
}

export function workOf<Answer>(draft: AnswerDraft<Answer>): Work<Answer> {
  return { run: () => draft.plan(Infinity).run(), ...draft }
}

/** A budget too small for any plan. */
const NOTHING_LEFT = -1

/** The animal that contributes most to the cost, estimated without planning. */
export function costliestAnimal({ plan }: Draft<Plan<unknown>>): number | undefined {
  return plan(NOTHING_LEFT).costliestAnimal
}

/** Thrown by a run that exceeds the budget, where the cost cannot be known in advance. */
export class TooMuchWork extends Error {
  constructor(readonly operations: number) {
    super('this work exceeds the remaining budget of operations')
  }
}

/** The `run` of a plan that exceeds the budget. */
export function neverRun(): never {
  throw new Error('internal error: a plan that exceeds the budget was run')
}
