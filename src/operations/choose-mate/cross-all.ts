/**
 * Crosses every pair of distinct animals, exactly where both are genotyped.
 * Guarantees: each distinct cross is computed once; a question that costs too much is refused before any is computed.
 */
import { ClientError } from '../client-error.js'
import { integers, valuesOf } from '../read/accepted.js'
import type { Ruleset } from '../ruleset.js'
import type { Listed, MateAnimal } from './animals.js'
import { exactCrosses } from './exact-crosses.js'
import { inferredCrosses, type PairOf } from './inferred-crosses.js'
import type { Judges, Outcome } from './outcome.js'
import type { MateQuestion } from './question.js'

/** Throws ClientError. @param most budget in operations */
export function crossAll(ruleset: Ruleset, asked: MateQuestion, judges: Judges, most: number) {
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

function refuseCostly(operations: number, most: number): void {
  if (operations <= most) return
  throw new ClientError(
    'RESULT_TOO_LARGE',
    `These crosses take more than ${most} operations: send fewer animals, or fewer heterozygous genes`,
    { field: 'candidates', value: Math.ceil(operations), expected: valuesOf([integers(1, most)]) },
  )
}
