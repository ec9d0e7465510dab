/**
 * Drafts all asks of a question, then plans them.
 * Guarantees: asks that are likely to be expensive are drafted first, so that a question that costs too much is refused early;
 * duplicate asks are drafted, planned and computed once, but counted each time.
 */
import type { EvidenceAnswer } from '../../inference/answer.js'
import type { Study } from '../../inference/create-inference.js'
import type { Plan, Work } from '../../inference/planning/planning.js'
import type { Question } from '../../inference/question.js'
import type { Model } from '../../model/model.js'
import type { Ask } from '../read/pedigree/asks.js'
import { draftAsk, type AskContext, type DraftedAsk } from './ask-works.js'
import { undeterminedLoci, undeterminedPhases } from './undetermined-loci.js'
import { addDrafts, addPlan, type CostLimit, type QuestionCost } from './question-cost.js'

interface Draft extends DraftedAsk {
  /** Whether it has a separate budget instead of a part of the common one. */
  readonly isSeparate: boolean
}

/** Drafts by ask, probably most expensive first; equal asks have the same draft. */
type Drafts = ReadonlyMap<Ask, Draft>

export interface DraftedAsks {
  readonly drafts: Drafts
  readonly evidence: Work<EvidenceAnswer>
  /** Operations that remain after subtracting all lower bounds. */
  readonly left: number
  readonly cost: QuestionCost
}

export interface PlannedAsks extends Pick<DraftedAsks, 'drafts' | 'cost'> {
  readonly plans: ReadonlyMap<Work<unknown>, Plan<unknown>>
  readonly evidence: Plan<EvidenceAnswer>
}

const COSTLIEST_FIRST: readonly Ask['kind'][] = ['foal', 'coat', 'phase', 'genotype']

/** Equal for equal asks. Asks about several foals are never equal: the coats wanted in them are distinct objects. */
function keyOf(ask: Ask): unknown {
  return ask.kind === 'foal' && ask.foals !== undefined ? ask : JSON.stringify(ask)
}

/** @param studyOf opens another question. Throws ClientError if the lower bounds exceed the limit */
export function draftAsks(
  limit: CostLimit,
  context: AskContext,
  studyOf: (question: Question) => Study,
  before: QuestionCost,
): DraftedAsks {
  const { asks } = limit.request
  const byKey = new Map<unknown, Draft>()
  const drafts = new Map<Ask, Draft>()
  let [left, cost] = [limit.most, before]
  for (const ask of COSTLIEST_FIRST.flatMap((kind) => asks.filter((each) => each.kind === kind))) {
    const known = byKey.get(keyOf(ask))
    const draft = known ?? draftOne(limit, context, studyOf, ask, left)
    byKey.set(keyOf(ask), draft)
    drafts.set(ask, draft)
    if (known === undefined && !draft.isSeparate) left = leftAfter(left, draft)
    cost = addDrafts(limit, cost, draft.works)
  }
  const evidence = context.study.evidence(left)
  return { drafts, evidence, left: left - evidence.least, cost: addDrafts(limit, cost, [evidence]) }
}

/** Throws ClientError if the plans exceed the limit. */
export function planAsks(
  limit: CostLimit,
  { drafts, evidence, left: before, cost: drafted }: DraftedAsks,
): PlannedAsks {
  const plans = new Map<Work<unknown>, Plan<unknown>>()
  let [left, cost] = [before, drafted]
  for (const draft of drafts.values()) {
    let rest = draft.isSeparate ? leftAfter(limit.most, draft) : left
    for (const work of draft.works) {
      const known = plans.get(work)
      const plan = known ?? work.plan(rest + work.least)
      plans.set(work, plan)
      if (known === undefined) rest -= plan.operations - work.least
      cost = addPlan(limit, cost, work, plan)
    }
    if (!draft.isSeparate) left = rest
  }
  const plan = evidence.plan(left + evidence.least)
  return { drafts, plans, evidence: plan, cost: addPlan(limit, cost, evidence, plan) }
}

function leftAfter(left: number, { works }: DraftedAsk): number {
  return works.reduce((rest, { least }) => rest - least, left)
}

function draftOne(
  limit: CostLimit,
  context: AskContext,
  studyOf: (question: Question) => Study,
  ask: Ask,
  left: number,
): Draft {
  const { rows, question, isBounded } = context
  const pair =
    isBounded && ask.kind === 'foal' ? determinedPair(rows.ruleset.model, question, ask) : undefined
  if (pair === undefined) return { isSeparate: false, ...draftAsk(context, ask, left) }
  const separate = { rows, study: studyOf(pair), question: pair, isBounded: false }
  return { isSeparate: true, ...draftAsk(separate, { ...ask, mother: 0, father: 1 } as Ask, limit.most) }
}

/**
 * A question about two parents without their relatives. Undefined unless their own tests determine every gene and phase of
 * both: only then do relatives not affect the foals.
 */
function determinedPair(
  model: Model,
  question: Question,
  { mother, father }: Extract<Ask, { readonly kind: 'foal' }>,
): Question | undefined {
  const pair = [mother, father]
  if (
    pair.some(
      (animal) =>
        undeterminedLoci(question, animal).length + undeterminedPhases(model, question, animal).length > 0,
    )
  )
    return undefined
  const alone = pair.flatMap((animal) => question.horses[animal] ?? [])
  return { ...question, horses: alone.map((horse) => ({ ...horse, mother: undefined, father: undefined })) }
}
