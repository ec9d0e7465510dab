/**
 * Answers `coats.nextTest`: how much each test would tell about the coats of an animal or of a cross, and what its results mean.
 * Guarantees: entropies in bits; no gain is below 0, a known gene gains 0, and a bundle gains at least as much as each of its
 * tests; the cost, with that of opening each question, is estimated first and bounded.
 */
import { TooMuchWork } from '../../inference/planning/planning.js'
import type { Question } from '../../inference/question.js'
import type { Population } from '../../model/population.js'
import { ClientError } from '../client-error.js'
import { askAll, inferenceOf } from '../infer/answer-asks.js'
import { mostOperations } from '../infer/question-cost.js'
import { integers, valuesOf } from '../read/accepted.js'
import type { Fields } from '../read/decode-fields.js'
import { readLanguage, readLimit } from '../read/options.js'
import { readUntested } from '../read/partly-tested.js'
import { readPopulation } from '../read/population/population.js'
import { faultAt } from '../read/refusals.js'
import { TextBudget } from '../read/text-budget.js'
import type { Ruleset } from '../ruleset.js'
import { bundlesOf, MAX_BUNDLED } from './bundles.js'
import { questionFor, readSubject } from './read-question.js'
import { itemsOf, readBudget, readTests, type OrderedTest } from './read-tests.js'
import { planTree, type CoatWork, type ResultTree } from './result-tree.js'
import { writeTests, type Wording } from './write-tests.js'
import { readYesNo } from './yes-no.js'

export type NextTestAnswer = ReturnType<ReturnType<typeof askNextTest>['run']>

/** Rows of a list, if the request does not say how many. */
const USUAL_LIMIT = 20
/** How many times the operations of another question all results together may take: less than a second. */
const QUESTIONS = 5

/** Parses the question. Throws ClientError with the request's first fault. */
export function askNextTest(ruleset: Ruleset, fields: Fields, fallbackLanguage: string) {
  const language = readLanguage(fields, ruleset.languages, fallbackLanguage)
  const limit = readLimit(fields, ruleset.maxResults) ?? USUAL_LIMIT
  const population = readFigures(ruleset, fields)
  const text = { language, budget: new TextBudget() }
  const subject = readSubject(ruleset, fields, readUntested(fields, ''), text)
  const tests = readTests(ruleset, fields, subject.animals)
  const budget = readBudget(fields, tests)
  const yesNo = readYesNo(ruleset, fields['yes_no'], text)
  const { question, read } = questionFor(ruleset, subject, tests, population)
  const isCross = subject.animals.length > 1
  const asks = [
    isCross
      ? ({ kind: 'foal', mother: 0, father: 1, foals: undefined } as const)
      : ({ kind: 'coat', horse: 0 } as const),
  ]
  const textSteps = text.budget.steps
  const request = { question, read, asks, language, limit, textSteps, places: subject.places }
  const { make: run } = askAll(ruleset, request, (_answers, grounds, _certainty, asked) => {
    const coatsOf: CoatWork = (study) => (isCross ? study.foal(0, 1) : study.coatsOf(0))
    const { trees, operations } = treesFor(ruleset, asked, tests, coatsOf)
    const wording: Wording = { ruleset, language, limit, isCross, animals: subject.animals, yesNo }
    const bundles = tests.length > MAX_BUNDLED ? [] : bundlesOf(trees[0], tests, yesNo)
    return {
      unit: 'bits' as const,
      ...writeTests(wording, tests, trees, bundles, budget),
      ...grounds,
      operations: grounds.operations + operations,
    }
  })
  return { kind: 'job', run, language } as const
}

/** Bounds have no entropy. */
function readFigures({ model }: Ruleset, fields: Fields): Population {
  const population = readPopulation(model, fields['population'])
  if (population !== undefined) return population
  const names = [...model.populations.keys(), 'an object with loci']
  throw faultAt(
    'population',
    fields['population'],
    `population cannot be none here: what a test tells depends on frequencies. Send ${names.join(', ')}`,
    names,
  )
}

/** One tree of all tests together, so that bundles can be told; of too many tests, one each. */
function treesFor(ruleset: Ruleset, question: Question, tests: readonly OrderedTest[], coatsOf: CoatWork) {
  const inference = inferenceOf(ruleset)
  const most = QUESTIONS * mostOperations(ruleset)
  const groups = tests.length > MAX_BUNDLED ? tests.map((test) => [test]) : [tests]
  let operations = 0
  const plans = groups.map((group) => {
    const plan = planTree(inference, question, itemsOf(group), coatsOf, most - operations)
    operations += plan.operations
    if (operations > most) throw tooMuch(operations, most)
    return plan
  })
  try {
    const trees: readonly ResultTree[] = plans.map(({ run }) => run())
    return { trees, operations }
  } catch (error) {
    if (error instanceof TooMuchWork) throw tooMuch(operations + error.operations, most)
    throw error
  }
}

function tooMuch(operations: number, most: number): ClientError {
  const value = Math.min(Math.ceil(operations), Number.MAX_SAFE_INTEGER)
  return new ClientError(
    'RESULT_TOO_LARGE',
    `These tests have so many results that telling what they mean takes ${value} operations, more than ${most}. Send fewer tests, or tests of fewer genes with unknown alleles`,
    { field: 'tests', value, expected: valuesOf([integers(1, most)]) },
  )
}
