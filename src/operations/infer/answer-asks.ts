/**
 * Answers the requests of a question about partly tested animals.
 * Guarantees: a question that cannot be answered, contradicts itself or costs too much is refused before anything else is
 * computed. Each step takes what an earlier step gives, so that their order cannot be changed by accident. All of it may run
 * in a worker thread, since reading observed coats takes longer than an event loop may be blocked.
 */
import type { EvidenceAnswer } from '../../inference/answer.js'
import { createInference, type Study } from '../../inference/create-inference.js'
import { TooMuchWork } from '../../inference/planning/planning.js'
import { A_TEXT_STEP } from '../../inference/planning/weights.js'
import type { Question } from '../../inference/question.js'
import { onceEach, onceFor } from '../../common/memo.js'
import type { Model } from '../../model/model.js'
import { ClientError } from '../client-error.js'
import type { Ruleset } from '../ruleset.js'
import { shownGenes } from '../shown-genes.js'
import type { AskAnswer, AskContext, DraftedAsk, InferenceQuestion } from './ask-works.js'
import { certaintyOf, type Certainty } from './certainty.js'
import { refuseContradiction, refuseUnstated } from './engine-faults.js'
import { groundsOf, type Grounds } from './grounds.js'
import { unstatedLoci } from './undetermined-loci.js'
import { draftAsks, planAsks, type PlannedAsks } from './plan-asks.js'
import {
  costLimit,
  mostOperations,
  NO_COST,
  refuseBeyond,
  refuseRun,
  spend,
  type CostLimit,
} from './question-cost.js'
import type { DeferredAnswer } from './shapes.js'
import { withLookalikes, type WithLookalikes } from './lookalikes.js'

/** @param tell makes the body from the answers, what accompanies them, and the question with all that was seen may be */
export function askAll<Body>(
  ruleset: Ruleset,
  asked: InferenceQuestion,
  tell: (answers: readonly AskAnswer[], grounds: Grounds, certainty: Certainty, question: Question) => Body,
): DeferredAnswer<Body> {
  const make = (): Body => tell(...answerAll(ruleset, asked))
  return { language: asked.language, make }
}

type AllAnswers = [readonly AskAnswer[], Grounds, Certainty, Question]

/** Under a convention, an observed coat is what it was named, unless that contradicts the other facts. */
function answerAll(ruleset: Ruleset, asked: InferenceQuestion): AllAnswers {
  const isMistakable = asked.read.some(({ seen }) => seen.some(({ looks }) => looks.length > 0))
  if (asked.question.population?.convention === undefined || !isMistakable)
    return answerAsRead(ruleset, asked)
  const read = asked.read.map((animal) => ({
    ...animal,
    seen: animal.seen.map((observed) => ({ ...observed, looks: [] })),
  }))
  try {
    return answerAsRead(ruleset, { ...asked, read })
  } catch (error) {
    if (!(error instanceof ClientError && error.code === 'VALIDATION_CONTRADICTION')) throw error
    return answerAsRead(ruleset, asked)
  }
}

function answerAsRead(ruleset: Ruleset, asked: InferenceQuestion): AllAnswers {
  const limit = costLimit(ruleset, asked)
  const observed = observe(ruleset.model, limit)
  const read = readQuestion(ruleset, limit, observed)
  const context = refuseUnanswerable(ruleset, asked, read)
  const drafted = draftAsks(limit, context, inferenceOf(ruleset).study, read.cost)
  const planned = planAsks(limit, drafted)
  const checked = refuseContradicted(ruleset, read.question, planned)
  const answers = computeAnswers(limit, checked)
  const certainty = certaintyOf(ruleset.model, context, asked.asks, answers)
  const { takenFor } = observed
  const { cost, drafts, evidence } = checked
  const bounded = asked.asks.flatMap((ask) => drafts.get(ask)?.bounded ?? [])
  const found = { bounded, operations: cost.operations, evidence, takenFor, ...certainty }
  const grounds = groundsOf(ruleset, { ...asked, question: read.question }, found)
  return [answers, grounds, certainty, read.question]
}

/** One engine for each rule set, created with the first question. */
export const inferenceOf = onceFor((ruleset: Ruleset) => createInference(ruleset, mostOperations(ruleset)))

/** Adds to each observed coat those that may be mistaken for it. */
function observe(model: Model, limit: CostLimit): WithLookalikes {
  const { textSteps } = limit.request
  const textRead = spend(limit, NO_COST, Math.ceil(textSteps * A_TEXT_STEP))
  return withLookalikes(model, limit, limit.request, textRead)
}

interface ReadQuestion extends Pick<WithLookalikes, 'question' | 'cost'> {
  readonly study: Study
}

/** Reads the facts. Throws where that alone costs too much. */
function readQuestion(ruleset: Ruleset, limit: CostLimit, { question, cost }: WithLookalikes): ReadQuestion {
  const study = inferenceOf(ruleset).study(question)
  refuseBeyond(limit, cost, study.readingOperations)
  return { question, study, cost }
}

/** Throws where a frequency is needed that nothing states, and where facts contradict each other locus by locus. */
function refuseUnanswerable(
  ruleset: Ruleset,
  asked: InferenceQuestion,
  { question, study }: ReadQuestion,
): AskContext {
  const { asks, language, limit, tokens = false, read } = asked
  const { population } = question
  // Only coats have bounds; everything else must follow from the facts alone where there is no population.
  const mayBound = population === undefined && asks.every(({ kind }) => kind === 'coat' || kind === 'foal')
  if (study.fault !== undefined && !mayBound) throw refuseUnstated(ruleset.model, question, study.fault)
  const contradiction = study.contradiction()
  if (contradiction !== undefined) throw refuseContradiction(ruleset.model, question, contradiction)
  const show = shownGenes(ruleset, genesToShow(ruleset, question, read), ['base', 'others'])
  const rows = { ruleset, language, show, limit, tokens, population }
  return { rows, study, question, isBounded: study.fault !== undefined }
}

/** Genes that are named, or that the tests of some animal do not determine. */
function genesToShow(
  { model }: Ruleset,
  question: Question,
  read: InferenceQuestion['read'],
): ReadonlySet<string> {
  const open = unstatedLoci(question)
  const opened = model.loci.flatMap(({ index, key }) => (open.has(index) ? [key] : []))
  return new Set([...read.flatMap(({ named }) => [...named]), ...opened])
}

/** Plans of a question whose facts can all be true. */
interface CheckedAsks extends Omit<PlannedAsks, 'evidence'> {
  readonly evidence: EvidenceAnswer
}

/** Computes the probability of the evidence. Throws where it is 0. */
function refuseContradicted(ruleset: Ruleset, question: Question, planned: PlannedAsks): CheckedAsks {
  const evidence = planned.evidence.run()
  if (evidence.contradiction !== undefined)
    throw refuseContradiction(ruleset.model, question, evidence.contradiction)
  return { ...planned, evidence }
}

/** Throws where computing an answer shows that it takes more operations than are left. */
function computeAnswers(limit: CostLimit, { drafts, plans, cost }: CheckedAsks): readonly AskAnswer[] {
  const answer = onceEach(({ works, write }: DraftedAsk): AskAnswer => {
    try {
      return write(works.map((work) => plans.get(work)?.run()))
    } catch (error) {
      if (error instanceof TooMuchWork) throw refuseRun(limit, cost, error.operations)
      throw error
    }
  })
  return limit.request.asks.flatMap((ask) => {
    const draft = drafts.get(ask)
    return draft === undefined ? [] : [answer(draft)]
  })
}
