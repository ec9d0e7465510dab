/**
 * Answers `coats.checkParentage`.
 * Guarantees: every answer says that a coat never proves a parentage; each set of facts names its fields; an animal whose own
 * facts contradict each other is refused.
 */
import type { Exclusion, FactPlace, Improbability, Parentage } from '../../inference/answer.js'
import { createInference } from '../../inference/create-inference.js'
import { TooMuchWork } from '../../inference/planning/planning.js'
import { A_TEXT_STEP } from '../../inference/planning/weights.js'
import { onceFor } from '../../common/memo.js'
import type { Lexicon } from '../../naming/lexicon.js'
import { refuseContradiction } from '../infer/engine-faults.js'
import { withLookalikes } from '../infer/lookalikes.js'
import { passportNotes } from '../infer/passport-notes.js'
import { listed } from '../infer/population-words.js'
import { costLimit, mostOperations, NO_COST, refuseBeyond, refuseRun, spend } from '../infer/question-cost.js'
import { lexiconOf, type Ruleset } from '../ruleset.js'
import { joinedNotes, populationName, writeNote, type Note } from '../wording.js'
import { stated } from '../../rules/yaml/parsed-file.js'
import { ROLES, type ParentageQuestion } from './question.js'

export type ParentageAnswer = Readonly<ReturnType<typeof answerParentage>>
export type ParentageExclusion = ReturnType<typeof exclusionAnswer>

const inferenceOf = onceFor((ruleset: Ruleset) => createInference(ruleset, mostOperations(ruleset)))

/** Throws ClientError for a contradiction within one animal, and for a question that costs too much. */
export function answerParentage(ruleset: Ruleset, asked: ParentageQuestion) {
  const { question, language, sent } = asked
  const found = judged(ruleset, asked)
  const lexicon = lexiconOf(ruleset.lexicons, language)
  const show = { ruleset, asked, lexicon }
  const ratio = found.ratio && Number((10 ** found.ratio.log10).toPrecision(6))
  return {
    possible: found.excluded.length === 0,
    excluded_by: found.excluded.map((each) => exclusionAnswer(show, each)),
    ...(sent.size === ROLES.length && {
      if_only_mother: found.isMotherPossible,
      if_only_father: found.isFatherPossible,
    }),
    unlikely: found.unlikely.map((each) => unlikelyAnswer(show, each)),
    ...(ratio !== undefined && { likelihood_ratio: ratio, estimated: true as const }),
    ...(question.population && {
      population: {
        population: question.population.key,
        name: populationName(lexicon, question.population),
        ...stated({ sampled: question.population.sampled }),
      },
    }),
    operations: found.operations,
    notes: notesOf(show, found),
  }
}

/** Throws ClientError. */
function judged({ model, ...ruleset }: Ruleset, asked: ParentageQuestion): Parentage {
  const whole = { model, ...ruleset }
  const limit = costLimit(whole, asked)
  const textRead = spend(limit, NO_COST, Math.ceil(asked.textSteps * A_TEXT_STEP))
  const isMistakable = asked.read.some(({ seen }) => seen.some(({ looks }) => looks.length > 0))
  const { question: widened, cost } = withLookalikes(model, limit, seenByRole(asked), textRead)
  const literal = isMistakable ? asked.question : widened
  const { reading, contradictionOf, judge } = inferenceOf(whole).parentage(literal, widened)
  refuseBeyond(limit, cost, reading)
  try {
    for (const [animal] of ROLES.entries()) {
      const contradiction = contradictionOf(animal)
      if (contradiction !== undefined) throw refuseContradiction(model, widened, contradiction)
    }
    const found = judge()
    return { ...found, operations: Math.ceil(cost.operations + reading) + found.operations }
  } catch (error) {
    if (error instanceof TooMuchWork) throw refuseRun(limit, cost, error.operations)
    throw error
  }
}

/** The animals as they were read, by their place in the question. */
function seenByRole({ question, read, sent }: ParentageQuestion) {
  const own = [...read]
  const nothing = { ...(own[0] as (typeof own)[number]), seen: [] }
  return { question, read: ROLES.map((role) => (sent.has(role) ? (own.shift() ?? nothing) : nothing)) }
}

interface Shown {
  readonly ruleset: Ruleset
  readonly asked: ParentageQuestion
  readonly lexicon: Lexicon
}

function exclusionAnswer(show: Shown, { facts, parent, loci, isMinimal }: Exclusion) {
  const { ruleset, asked, lexicon } = show
  const genes = loci.flatMap((index) => ruleset.model.loci[index]?.key ?? [])
  const code = `parentage-${parent}${genes.length === 1 ? '' : '-genes'}`
  const why = textOf(lexicon, code, [listed(asked.language, genes)])
  return {
    genes,
    parent,
    facts: facts.map((fact) => factAnswer(fact)),
    why: isMinimal ? why : `${why} ${textOf(lexicon, 'parentage-not-minimal')}`,
  }
}

function unlikelyAnswer(show: Shown, found: Improbability) {
  const { ruleset, lexicon, asked } = show
  const exclusion = exclusionAnswer(show, found)
  const variants = found.variants.flatMap(
    ({ locus, allele }) => ruleset.model.loci[locus]?.alleles[allele] ?? [],
  )
  const or = new Intl.ListFormat(asked.language, { type: 'disjunction' }).format(variants)
  const how = [
    ...(variants.length > 0 ? [textOf(lexicon, 'parentage-new-mutation', [or])] : []),
    ...(found.isMistakable ? [textOf(lexicon, 'parentage-mistaken')] : []),
  ]
  const unless = how.length > 0 ? how : [textOf(lexicon, 'parentage-mistaken-and-new')]
  return { ...exclusion, ...(variants.length > 0 && { new_variants: variants }), unless: unless.join(' ') }
}

function factAnswer(fact: FactPlace) {
  if (fact.kind === 'test' || fact.kind === 'seen') return { field: fact.field, value: fact.text }
  return { field: ROLES[fact.animal] ?? '', value: 'lives' }
}

function notesOf({ ruleset, asked, lexicon }: Shown, { ratio }: Parentage): readonly Note[] {
  const { population } = asked.question
  const genes = (ratio?.loci ?? []).flatMap((index) => ruleset.model.loci[index]?.key ?? [])
  return [
    writeNote(lexicon, 'parentage-excludes', 'foal'),
    ...joinedNotes(
      lexicon,
      asked.read.flatMap(({ combined }) => combined),
    ),
    ...passportNotes(lexicon, { read: asked.read, asks: [] }),
    ...(asked.read.some(({ isUntested }) => isUntested)
      ? [writeNote(lexicon, 'parentage-untested', 'untested')]
      : []),
    ...(ratio === undefined ? [] : [writeNote(lexicon, 'parentage-ratio', 'population', genes)]),
    ...(ratio === undefined && population !== undefined
      ? [writeNote(lexicon, 'parentage-no-ratio', 'population')]
      : []),
  ]
}

function textOf(lexicon: Lexicon, code: string, words: readonly string[] = []): string {
  return writeNote(lexicon, code, '', words).text
}
