/**
 * Every bundle of two or more tests, with the entropy that is expected after it.
 */
import type { Leaf, ResultTree } from './result-tree.js'
import { expectedEntropy, groupedBy } from './entropy.js'
import { itemsOf, type OrderedTest } from './read-tests.js'
import type { YesNo } from './yes-no.js'

/** With more tests there would be more than 1 024 bundles. */
export const MAX_BUNDLED = 10

export interface Bundle {
  readonly tests: readonly OrderedTest[]
  readonly entropy: number
}

export function bundlesOf(
  tree: ResultTree | undefined,
  tests: readonly OrderedTest[],
  yesNo: YesNo | undefined,
): readonly Bundle[] {
  if (tree === undefined) return []
  const classOf = classesOf(tree, yesNo)
  const keyOf = resultKeys(tests)
  return Array.from({ length: 2 ** tests.length }, (_, set) => tests.filter((__, i) => (set >> i) % 2 === 1))
    .filter(({ length }) => length > 1)
    .map((bundle) => ({
      tests: bundle,
      entropy: expectedEntropy(groupedBy(tree.leaves, keyOf(bundle)), classOf),
    }))
}

/** Which coats count as the same: only whether one is wanted, or every coat by itself. */
export function classesOf({ coats }: ResultTree, yesNo: YesNo | undefined): (coat: number) => number {
  if (yesNo === undefined) return (coat) => coat
  const wanted = coats.map((coat) => (yesNo.isWanted(coat) ? 1 : 0))
  return (coat) => wanted[coat] ?? 0
}

/** @param all tests of the tree @returns for some tests, the key of a leaf: equal for the same results */
export function resultKeys(all: readonly OrderedTest[]) {
  const items = itemsOf(all)
  return (tests: readonly OrderedTest[]): ((leaf: Leaf) => string) => {
    const own = itemsOf(tests).map((item) =>
      items.findIndex(({ animal, locus }) => animal === item.animal && locus === item.locus),
    )
    return ({ pairs }) => own.map((i) => (pairs[i] ?? []).join('/')).join(' ')
  }
}
