/**
 * Drafts all requests of a question, then plans them.
 * Guarantees: what is likely to cost most is drafted first, so that a question that costs too much is refused soon; a request
 * that is made twice is drafted, planned and computed once, and counted twice.
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
  /** Whether it has an allowance of its own, beside the one that all others share. */
  readonly isApart: boolean
}

/** By request, likely costliest first; equal requests have the same draft. */
type Drafts = ReadonlyMap<Ask, Draft>

export interface DraftedAsks {
  readonly drafts: Drafts
  readonly evidence: Work<EvidenceAnswer>
  /** Operations that no lower bound needs. */
  readonly left: number
  readonly cost: QuestionCost
}

export interface PlannedAsks extends Pick<DraftedAsks, 'drafts' | 'cost'> {
  readonly plans: ReadonlyMap<Work<unknown>, Plan<unknown>>
  readonly evidence: Plan<EvidenceAnswer>
}

const COSTLIEST_FIRST: readonly Ask['kind'][] = ['foal', 'coat', 'phase', 'genotype']

/** Equal for equal requests, except several foals: reading what is wanted costs only the first time. */
function keyOf(ask: Ask): unknown {
  return ask.kind === 'foal' && ask.foals !== undefined ? ask : JSON.stringify(ask)
}

/** @param studyOf reads another question. Throws ClientError where the requests cost too much at least */
export function draftAsks(
  limit: CostLimit,
  context: AskContext,
  studyOf: (question: Question) => Study,
  before: QuestionCost,
): DraftedAsks {
  const { asks } = limit.asked
  const byKey = new Map<unknown, Draft>()
  const drafts = new Map<Ask, Draft>()
  let [left, cost] = [limit.most, before]
  for (const ask of COSTLIEST_FIRST.flatMap((kind) => asks.filter((each) => each.kind === kind))) {
    const known = byKey.get(keyOf(ask))
    const draft = known ?? draftOne(limit, context, studyOf, ask, left)
    byKey.set(keyOf(ask), draft)
    drafts.set(ask, draft)
    if (known === undefined && !draft.isApart) left = leftAfter(left, draft)
    cost = addDrafts(limit, cost, draft.works)
  }
  const evidence = context.study.evidence(left)
  return { drafts, evidence, left: left - evidence.least, cost: addDrafts(limit, cost, [evidence]) }
}

/** Throws ClientError where the plans cost too much. */
export function planAsks(
  limit: CostLimit,
  { drafts, evidence, left: before, cost: drafted }: DraftedAsks,
): PlannedAsks {
  const plans = new Map<Work<unknown>, Plan<unknown>>()
  let [left, cost] = [before, drafted]
  for (const draft of drafts.values()) {
    let rest = draft.isApart ? leftAfter(limit.most, draft) : left
    for (const work of draft.works) {
      const known = plans.get(work)
      const plan = known ?? work.plan(rest + work.least)
      plans.set(work, plan)
      if (known === undefined) rest -= plan.operations - work.least
      cost = addPlan(limit, cost, work, plan)
    }
    if (!draft.isApart) left = rest
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
  if (pair === undefined) return { isApart: false, ...draftAsk(context, ask, left) }
  const apart = { rows, study: studyOf(pair), question: pair, isBounded: false }
  return { isApart: true, ...draftAsk(apart, { ...ask, mother: 0, father: 1 } as Ask, limit.most) }
}

/**
 * Two parents without their relatives, where their own tests determine both, so that relatives change nothing for their foals.
 * Undefined where a gene or a phase of one is not determined, which relatives could tell.
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
