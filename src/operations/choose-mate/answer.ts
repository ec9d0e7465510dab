/**
 * Answers `coats.chooseMate`.
 * Guarantees: rows are ordered by the probability of a wanted foal that is expected to live, then by id; equal animals are crossed
 * once; a question that costs too much is refused before anything is computed.
 */
import { stated } from '../../rules/yaml/parsed-file.js'
import { ClientError } from '../client-error.js'
import { passportNote, passportNotes } from '../infer/passport-notes.js'
import { equalAlleles, listed, populationsCounted } from '../infer/population-words.js'
import { mostOperations } from '../infer/question-cost.js'
import { percentOfOne } from '../infer/shapes.js'
import { integers, valuesOf } from '../read/accepted.js'
import { lexiconOf, type Ruleset } from '../ruleset.js'
import { joinedNotes, populationName, viabilityOf, writeNote, type Note } from '../wording.js'
import type { Listed, MateAnimal } from './animals.js'
import { assignment } from './assignment.js'
import { exactCrosses } from './exact-crosses.js'
import { idealMates } from './ideal.js'
import { inferredCrosses, type PairOf } from './inferred-crosses.js'
import { rounded, type Judges, type Outcome } from './outcome.js'
import type { MateQuestion } from './question.js'
import { matcherOf } from './wanted.js'

export type MateAnswer = Readonly<ReturnType<typeof answerMates>>
export type MateRow = ReturnType<typeof rowOf>

/** A question may cost so many times as much as one about a pedigree. */
const TIMES = 4

export function answerMates(ruleset: Ruleset, asked: MateQuestion) {
  const judges: Judges = {
    isWanted: matcherOf(asked.wanted, !asked.any),
    isAvoided: asked.avoid === undefined ? () => false : matcherOf(asked.avoid),
    best: asked.bestCoats,
  }
  const most = TIMES * mostOperations(ruleset)
  if (asked.ideal !== undefined) {
    const { rows, operations } = idealMates(ruleset, asked, judges, most)
    const shown = rows.map(({ genotype, outcome }) => ({ genotype, ...rowOf(ruleset, asked, outcome) }))
    return { ...answerOf(ruleset, asked, shown, false, operations) }
  }
  const { outcomeAt, isInferred, operations } = crossAll(ruleset, asked, judges, most)
  const { mothers, fathers, candidates } = asked.pairs
  const pairs = mothers.listed.flatMap((mother) =>
    fathers.listed.map((father) => ({ mother, father, outcome: outcomeAt(mother, father) })),
  )
  const keyOf = ({ mother, father }: (typeof pairs)[number]): string =>
    candidates === undefined ? `${mother.id}\n${father.id}` : candidates === 'mothers' ? mother.id : father.id
  const ordered = pairs
    .map((pair) => ({ ...pair, key: keyOf(pair), worth: rounded(pair.outcome.wanted) }))
    .sort((a, b) => b.worth - a.worth || (a.key < b.key ? -1 : 1))
  const shown = ordered.map(({ mother, father, outcome, key }) => ({
    ...(candidates === undefined ? { mare: mother.id, stallion: father.id } : { id: key }),
    ...rowOf(ruleset, asked, outcome),
  }))
  return {
    ...answerOf(ruleset, asked, shown, isInferred, operations),
    ...(candidates === undefined && asked.maxPerStallion !== undefined
      ? assigned(asked, outcomeAt, asked.maxPerStallion)
      : {}),
  }
}

function answerOf<Row>(
  ruleset: Ruleset,
  asked: MateQuestion,
  rows: readonly Row[],
  isInferred: boolean,
  operations: number,
) {
  const { population, language, limit } = asked
  const lexicon = lexiconOf(ruleset.lexicons, language)
  const notes = notesOf(ruleset, asked, isInferred)
  return {
    results: rows.slice(0, limit),
    total_results: rows.length,
    ...(isInferred && population !== undefined && { estimated: true as const }),
    ...(population && {
      population: {
        population: population.key,
        name: populationName(lexicon, population),
        ...stated({ sampled: population.sampled }),
      },
    }),
    operations,
    ...(notes.length > 0 && { notes }),
  }
}

/** Computes each distinct cross once. Throws ClientError. */
function crossAll(ruleset: Ruleset, asked: MateQuestion, judges: Judges, most: number) {
  const { mothers, fathers } = asked.pairs
  const exact = exactCrosses(ruleset, judges)
  const outcomes = new Map<string, Outcome>()
  const keyOf = (mother: number, father: number): string => `${mother} ${father}`
  const runs: (readonly [string, () => Outcome])[] = []
  const inferred: PairOf[] = []
  let operations = 0
  mothers.distinct.forEach((mother, m) =>
    fathers.distinct.forEach((father, f) => {
      const [one, other] = [mother.animal, father.animal]
      if (one.kind !== 'genotyped' || other.kind !== 'genotyped') return void inferred.push([m, f])
      const { operations: own, run } = exact([one, other])
      operations += own
      refuseCostly(operations, most)
      runs.push([keyOf(m, f), run])
    }),
  )
  if (inferred.length > 0) {
    const animals = [...mothers.distinct, ...fathers.distinct]
    const places = inferred.map(([m, f]): PairOf => [m, mothers.distinct.length + f])
    const ids = idsOf(asked, animals)
    const found = inferredCrosses(ruleset, asked, animals, ids, places, judges, most - operations)
    inferred.forEach(([m, f], i) => outcomes.set(keyOf(m, f), found.outcomes[i] as Outcome))
    operations += found.operations
  }
  for (const [key, run] of runs) outcomes.set(key, run())
  return {
    outcomeAt: (mother: Listed, father: Listed): Outcome =>
      outcomes.get(keyOf(mother.distinct, father.distinct)) as Outcome,
    isInferred: inferred.length > 0,
    operations,
  }
}

/** The id of the first animal with the same facts. */
function idsOf(
  { pairs: { mothers, fathers } }: MateQuestion,
  animals: readonly MateAnimal[],
): readonly string[] {
  const named = (listed: readonly Listed[], distinct: number): string =>
    listed.find((each) => each.distinct === distinct)?.id ?? ''
  return animals.map((_, i) =>
    i < mothers.distinct.length
      ? named(mothers.listed, i)
      : named(fathers.listed, i - mothers.distinct.length),
  )
}

export function refuseCostly(operations: number, most: number): void {
  if (operations <= most) return
  throw new ClientError(
    'RESULT_TOO_LARGE',
    `These crosses take more than ${most} operations: send fewer animals, or fewer heterozygous genes`,
    { field: 'candidates', value: Math.ceil(operations), expected: valuesOf([integers(1, most)]) },
  )
}

function rowOf(ruleset: Ruleset, { language, avoid }: MateQuestion, outcome: Outcome) {
  const { wanted, lethal, avoided, best, health } = outcome
  const lexicon = lexiconOf(ruleset.lexicons, language)
  return {
    wanted_percentage: percentOfOne(rounded(wanted)),
    ...(lethal < 1 && { of_live_percentage: percentOfOne(Math.min(1, rounded(wanted / (1 - lethal)))) }),
    lethal_percentage: percentOfOne(rounded(lethal)),
    ...(avoid && { avoid_percentage: percentOfOne(rounded(avoided)) }),
    ...(health && {
      health: [...health].map(([id, probability]) => ({
        id,
        text: lexicon.remarks.health[id] ?? id,
        percentage: percentOfOne(rounded(probability)),
      })),
    }),
    best_coats: best.map(({ coat, probability }) => {
      const viability = viabilityOf(coat, lexicon)
      return {
        coat: ruleset.nameOf(coat, language),
        percentage: percentOfOne(rounded(probability)),
        ...(viability && { viability }),
      }
    }),
  }
}

function assigned(
  { pairs: { mothers, fathers } }: MateQuestion,
  outcomeAt: (mother: Listed, father: Listed) => Outcome,
  most: number,
) {
  const worth = mothers.listed.map((mother) =>
    fathers.listed.map((father) => outcomeAt(mother, father).wanted),
  )
  const pairs = assignment(worth, most)
  const expected = pairs.reduce((sum, [m, f]) => sum + (worth[m]?.[f] ?? 0), 0)
  return {
    assignment: pairs.map(([m, f]) => ({
      mare: mothers.listed[m]?.id ?? '',
      stallion: fathers.listed[f]?.id ?? '',
      wanted_percentage: percentOfOne(rounded(worth[m]?.[f] ?? 0)),
    })),
    /** Sum of the probabilities. */
    expected_wanted: Number(rounded(expected).toPrecision(6)),
  }
}

function notesOf(
  { model, lexicons }: Ruleset,
  { pairs: { mothers, fathers }, population, language, wanted, avoid }: MateQuestion,
  isInferred: boolean,
): readonly Note[] {
  const lexicon = lexiconOf(lexicons, language)
  const facts = [...mothers.distinct, ...fathers.distinct].map((each) => each.facts)
  const equal = population === undefined ? [] : equalAlleles(model, population)
  const counted = isInferred && population !== undefined ? populationsCounted(population) : false
  const names = typeof counted === 'boolean' ? [] : counted
  return [
    ...joinedNotes(
      lexicon,
      facts.flatMap(({ combined }) => combined),
    ),
    ...passportNotes(lexicon, { read: facts, asks: [] }),
    ...[...wanted.passport, ...(avoid?.passport ?? [])].map(({ field, passport }) =>
      passportNote(lexicon, field, passport),
    ),
    ...(names.length > 0 ? [writeNote(lexicon, 'estimate-population', 'population', names)] : []),
    ...(isInferred && population?.convention !== undefined && equal.length > 0
      ? [writeNote(lexicon, 'estimate-convention', 'population', [listed(language, equal)])]
      : []),
    ...(isInferred && population !== undefined
      ? [writeNote(lexicon, 'estimate-hardy-weinberg', 'population')]
      : []),
  ]
}
