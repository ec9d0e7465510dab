/**
 * Answers `coats.chooseMate`.
 * Guarantees: rows are ordered by the probability of a wanted foal that is expected to live, then by id; equal animals are crossed
 * once; a question that costs too much is refused before anything is computed.
 */
import { stated } from '../../rules/yaml/parsed-file.js'
import { mostOperations } from '../infer/question-cost.js'
import { percentOfOne } from '../infer/shapes.js'
import { lexiconOf, type Ruleset } from '../ruleset.js'
import { populationName } from '../wording.js'
import type { Listed } from './animals.js'
import { assignment } from './assignment.js'
import { crossAll } from './cross-all.js'
import { idealMates } from './ideal.js'
import { rounded, type Judges, type Outcome } from './outcome.js'
import type { MateQuestion } from './question.js'
import { notesOf, rowOf } from './row.js'
import { matcherOf } from './wanted.js'

export type MateAnswer = Readonly<ReturnType<typeof answerMates>>

/** Limit of a question's cost, as a multiple of that of a pedigree question. */
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
