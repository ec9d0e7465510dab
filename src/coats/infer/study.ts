/**
 * One question with its works, in a thread, since reading coats that were seen takes longer than an event loop may be held: refused where it cannot be asked, its facts contradict each other, or it costs too much.
 * Guarantees: the cost is counted and refused before any of it is worked out.
 */
import type { Inference, Study, Work } from '../../inference/answer.js'
import { createInference } from '../../inference/create-inference.js'
import type { Question } from '../../inference/question.js'
import { ContractError } from '../contract-error.js'
import type { RuleBook } from '../rule-book.js'
import { refuseContradiction, refuseFault } from './engine-faults.js'

/** One engine a rule set, made when the first question is asked. */
const engines = new WeakMap<RuleBook, Inference>()

function inferenceOf(book: RuleBook): Inference {
  const known = engines.get(book) ?? createInference(book, MOST_FOR_A_RESULT * book.maxResults)
  engines.set(book, known)
  return known
}

/** Operations for each result that an answer may hold: about a second of a thread, by default. */
const MOST_FOR_A_RESULT = 20

export interface Asked {
  readonly question: Question
  readonly study: Study
  readonly operations: number
  /** log10 of the probability of all facts. Throws ContractError where they contradict each other. */
  readonly evidence: () => number
}

/**
 * Throws ContractError for what cannot be asked, or is too much.
 * @param worksOf all that will be asked of it, besides its evidence
 * @param isBounded whether nothing but bounds is asked, which no frequency enters
 */
export function askStudy(
  book: RuleBook,
  question: Question,
  worksOf: (study: Study) => readonly Pick<Work<unknown>, 'operations' | 'mostEntangled'>[],
  isBounded = false,
): Asked {
  const study = inferenceOf(book).study(question)
  const { fault } = study
  const isOpen = isBounded && fault?.kind === 'unstated'
  if (fault !== undefined && !isOpen) throw refuseFault(book.model, question, fault)
  // Bounds need no frequency, and have no probability of the facts.
  const evidence = isOpen ? undefined : study.evidence()
  const works = [...(evidence === undefined ? [] : [evidence]), ...worksOf(study)]
  const operations = works.reduce((sum, each) => sum + each.operations, 0)
  const most = MOST_FOR_A_RESULT * book.maxResults
  if (operations > most) throw tooMuch(question, works, operations, most)
  return {
    question,
    study,
    operations,
    evidence: () => {
      if (evidence === undefined) return 0
      const { log10, contradiction } = evidence.run()
      if (contradiction !== undefined) throw refuseContradiction(book.model, question, contradiction)
      return log10
    },
  }
}

function tooMuch(
  { horses }: Question,
  works: readonly Pick<Work<unknown>, 'mostEntangled'>[],
  operations: number,
  most: number,
): ContractError {
  const entangled = works.find(({ mostEntangled }) => mostEntangled !== undefined)?.mostEntangled
  const id = entangled === undefined ? undefined : horses[entangled]?.id
  const about = id === undefined ? '' : `; ${id} costs most`
  return new ContractError(
    'RESULT_TOO_LARGE',
    `This question takes ${operations} operations, more than ${most}${about}`,
    {
      field: id === undefined ? 'horses' : `horses.${entangled}`,
      value: operations,
      expected: [`at most ${most} operations`, 'fewer animals', 'fewer genes of which something is unknown'],
    },
  )
}
