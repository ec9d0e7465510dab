/**
 * What the own tests of an animal leave open: genes, and which alleles lie together.
 */
import type { Question, Test } from '../../inference/question.js'
import type { Model } from '../../model/model.js'

/** Loci of which the question speaks and that the animal's own test does not settle. */
export function undeterminedLoci({ horses }: Question, horse: number): readonly number[] {
  const spokenOf = new Set(horses.flatMap(({ tests }) => [...tests.keys()]))
  return [...spokenOf].filter((index) => !isSettled(horses[horse]?.tests.get(index))).sort((a, b) => a - b)
}

/** Loci that the own test of some animal leaves open. */
export function unstatedLoci({ horses }: Question): ReadonlySet<number> {
  return new Set(
    horses.flatMap(({ tests }) => [...tests].flatMap(([index, test]) => (isSettled(test) ? [] : [index]))),
  )
}

function isSettled(test: Pick<Test, 'pairs'> | undefined): boolean {
  const [pair, ...others] = test?.pairs ?? []
  // A gene left out is wild type in two ways, one for each sex, which counts as settled; two layouts of a list do not.
  if (pair === undefined || others.length > 1 || (others.length === 1 && !areAlike(pair))) return false
  return pair.every((pattern) => pattern.length === 1 && pattern[0]?.more === false)
}

function areAlike([first, second]: Test['pairs'][number]): boolean {
  return JSON.stringify(first) === JSON.stringify(second)
}

/** Whether one copy is all there is, so that nothing lies apart from it. */
function isOnly(pair: Test['pairs'][number], noCopy: number | null): boolean {
  return noCopy !== null && pair.some((terms) => terms.some(({ has }) => has.includes(noCopy)))
}

/** Loci of one chromosome at which it may have two different copies each, where nothing is declared of how these lie. */
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
      return pairs.some((pair) => !isOnly(pair, noCopy) && !(isSettled({ pairs: [pair] }) && areAlike(pair)))
    })
    return mixed.length > 1 ? mixed.map(({ index }) => index) : []
  })
}
