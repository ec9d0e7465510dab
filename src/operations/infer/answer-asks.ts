/**
 * What follows for the animals of a question: everything that is asked of them, and what the answers stand on.
 * Guarantees: a question that cannot be asked, contradicts itself or costs too much is refused before anything else is worked
 * out. All of it runs in a thread, since reading coats that were seen takes longer than an event loop may be held.
 */
import { createInference, type Study } from '../../inference/create-inference.js'
import { A_TEXT_STEP } from '../../inference/planning/cost.js'
import type { Question } from '../../inference/question.js'
import { onceFor } from '../../common/memo.js'
import type { RuleBook } from '../rule-book.js'
import { shownGenes } from '../shown-genes.js'
import { refuseContradiction, refuseUnstated } from './engine-faults.js'
import { groundsOf, type Grounds } from './grounds.js'
import { createPlannedCost, mostOperations } from './planned-cost.js'
import { lociLeftOpen, openLoci, openPhases } from './open-loci.js'
import { plan, type AskAnswer, type OpenAsked, type Planned } from './ask-works.js'
import type { Ask } from '../read/pedigree/asks.js'
import type { RowsAsked } from './rows.js'
import type { WorkAsked } from './shapes.js'
import { withLookalikes } from './with-lookalikes.js'

/** @param tell makes the body of all that is told */
export function askAll<Body>(
  book: RuleBook,
  asked: OpenAsked,
  tell: (answers: readonly AskAnswer[], grounds: Grounds) => Body,
): WorkAsked<Body> {
  const make = (): Body => tell(...answered(book, asked))
  return { language: asked.language, make }
}

/** One engine a rule set, made when the first question is asked. */
const inferenceOf = onceFor((book: RuleBook) => createInference(book, mostOperations(book)))

const COSTLIEST: readonly Ask['kind'][] = ['foal', 'coat', 'phase', 'genotype']

/** Equal for what is the same, but for several foals, of which reading what is wanted costs the first time only. */
function keyOf(ask: Ask): unknown {
  return ask.kind === 'foal' && ask.foals !== undefined ? ask : JSON.stringify(ask)
}

function answered(book: RuleBook, named: OpenAsked): [readonly AskAnswer[], Grounds] {
  const plannedCost = createPlannedCost(book, named)
  plannedCost.spend(Math.ceil(named.textSteps * A_TEXT_STEP))
  const { question, takenFor } = withLookalikes(named, plannedCost.spend)
  const asked = { ...named, question }
  const { asks, language, limit, tokens = false } = asked
  const { population } = question
  const inference = inferenceOf(book)
  const study = inference.study(question)
  plannedCost.refuseBeyond(study.readingOperations)
  // Only coats have bounds; what else is asked without a population must follow from the facts alone.
  const mayBound = population === undefined && asks.every(({ kind }) => kind === 'coat' || kind === 'foal')
  if (study.fault !== undefined && !mayBound) throw refuseUnstated(book.model, question, study.fault)
  const isBounded = study.fault !== undefined
  const contradiction = study.contradiction()
  if (contradiction !== undefined) throw refuseContradiction(book.model, question, contradiction)
  const show = shownGenes(book, genesToShow(book, asked), ['base', 'others'])
  const rows: RowsAsked = { book, language, show, limit, tokens, population }
  const planAsk = (ask: Ask): Planned => {
    const pair = isBounded && ask.kind === 'foal' ? knownPair(book, question, ask) : undefined
    if (pair === undefined) return plan(rows, study, question, ask, isBounded)
    const alone = inference.study(pair)
    return plan(rows, alone, pair, { ...ask, mother: 0, father: 1 } as Ask, false)
  }
  // What is likely to cost most is looked at first, so that what is too much is soon seen; what is asked twice, once.
  const plans = new Map<unknown, Planned>()
  for (const kind of COSTLIEST)
    for (const ask of asks) {
      if (ask.kind !== kind) continue
      const planned = plans.get(keyOf(ask)) ?? planAsk(ask)
      plans.set(keyOf(ask), planned)
      plannedCost.add(planned.works)
    }
  // Where there are bounds, it tells whether facts contradict each other, and no probability.
  const evidence = study.evidence()
  plannedCost.add([evidence])
  const operations = plannedCost.planned()
  const planned = asks.map((ask) => plans.get(keyOf(ask)) as Planned)
  const isEstimated = population !== undefined && study.needsFigures()
  const found = evidence.run()
  if (found.contradiction !== undefined) throw refuseContradiction(book.model, question, found.contradiction)
  const answers = planned.map(({ tell }) => plannedCost.within(tell))
  const bounded = planned.flatMap((each) => each.bounded)
  const byFigures = answers.flatMap((answer, i) => {
    const ask = asks[i]
    const isSole = answer.ask === 'coat' && (answer.total_results ?? answer.results.length) === 1
    return isEstimated && isSole && ask?.kind === 'coat' && !isForced(study, ask.horse) ? [ask.horse] : []
  })
  const certainByFigures = answers.flatMap((answer, i) => {
    const ask = asks[i]
    if (answer.ask !== 'genotype' || ask?.kind !== 'genotype') return []
    const genes = answer.certain.map(({ gene }) => gene)
    return book.model.loci.filter(
      ({ key, index }) => genes.includes(key) && !study.isForced(ask.horse, index),
    )
  })
  const how = { bounded, byFigures, certainByFigures, isEstimated, operations, found, takenFor }
  const grounds = groundsOf(book, asked, how)
  return [answers, grounds]
}

/** Genes that are named, or that `untested` opens. */
function genesToShow({ model }: RuleBook, { question, read }: OpenAsked): ReadonlySet<string> {
  const open = lociLeftOpen(question)
  const opened = model.loci.flatMap(({ index, key }) => (open.has(index) ? [key] : []))
  return new Set([...read.flatMap(({ named }) => [...named]), ...opened])
}

/** Operations, for each coat of which figures may be the reason. */
const MOST_TO_TELL = 10_000

/** Whether the facts alone leave one coat; false also where finding out would cost too much. */
function isForced(study: Study, horse: number): boolean {
  const { cost, run } = study.coatBounds(horse, MOST_TO_TELL)
  return cost().operations <= MOST_TO_TELL && run().rows.length === 1
}

/**
 * Two parents without their relatives, where everything is known of both, so that relatives change nothing for their foals.
 * Undefined where a gene of one is open, or a phase, of which relatives could tell something.
 */
function knownPair(
  { model }: RuleBook,
  question: Question,
  { mother, father }: Extract<Ask, { readonly kind: 'foal' }>,
): Question | undefined {
  const pair = [mother, father]
  if (pair.some((horse) => openLoci(question, horse).length + openPhases(model, question, horse).length > 0))
    return undefined
  const alone = pair.flatMap((horse) => question.horses[horse] ?? [])
  return { ...question, horses: alone.map((horse) => ({ ...horse, mother: undefined, father: undefined })) }
}
