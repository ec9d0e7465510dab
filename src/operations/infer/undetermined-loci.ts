/**
 * Genes and phases that an animal's own tests do not determine.
 */
import type { Question, Test } from '../../inference/question.js'
import type { Model } from '../../model/model.js'

/** Loci named in the question that the animal's own test does not determine. */
export function undeterminedLoci({ horses }: Question, horse: number): readonly number[] {
  const named = new Set(horses.flatMap(({ tests }) => [...tests.keys()]))
  return [...named].filter((index) => !isDetermined(horses[horse]?.tests.get(index))).sort((a, b) => a - b)
}

/** Loci that at least one animal's test does not determine. */
export function unstatedLoci({ horses }: Question): ReadonlySet<number> {
  return new Set(
    horses.flatMap(({ tests }) => [...tests].flatMap(([index, test]) => (isDetermined(test) ? [] : [index]))),
  )
}

function isDetermined(test: Pick<Test, 'pairs'> | undefined): boolean {
  const [pair, ...others] = test?.pairs ?? []
  // A gene left out is wild type in two layouts, one for each sex, and counts as determined. Two layouts of an unphased list do not.
  if (pair === undefined || others.length > 1 || (others.length === 1 && !areAlike(pair))) return false
  return pair.every((pattern) => pattern.length === 1 && pattern[0]?.more === false)
}

function areAlike([first, second]: Test['pairs'][number]): boolean {
  return JSON.stringify(first) === JSON.stringify(second)
}

/** Whether the animal has one copy only, which has no phase. */
function isHemizygous(pair: Test['pairs'][number], noCopy: number | null): boolean {
  return noCopy !== null && pair.some((terms) => terms.some(({ has }) => has.includes(noCopy)))
}

/** Linked loci at which the animal may be heterozygous, in groups without a declared phase. */
export function undeterminedPhases(
  { groups }: Model,
  { horses }: Question,
  horse: number,
): readonly number[] {
  const { tests, together } = horses[horse] ?? {}
  return groups.flatMap(({ loci }, group) => {
    if (together?.has(group)) return []
    const mixed = loci.filter(({ index, noCopy }) => {
      const pairs = tests?.get(index)?.pairs ?? []
      return pairs.some(
        (pair) => !isHemizygous(pair, noCopy) && !(isDetermined({ pairs: [pair] }) && areAlike(pair)),
      )
    })
    return mixed.length > 1 ? mixed.map(({ index }) => index) : []
  })
}
