/**
 * Writes what each test and each bundle would tell.
 * Guarantees: plain JSON values; the best by gain first, of equal ones the cheaper; percentages and bits have six digits.
 */
import type { Coat } from '../../model/model.js'
import type { ModelLocus } from '../../model/model.js'
import type { Pair } from '../../genetics/genotype.js'
import { percentOfOne } from '../infer/shapes.js'
import type { Ruleset } from '../ruleset.js'
import { classesOf, resultKeys, type Bundle } from './bundles.js'
import { bits, entropyOf, expectedEntropy, groupedBy, type ResultGroup } from './entropy.js'
import { meaningOf } from './meaning.js'
import { itemsOf, type OrderedTest } from './read-tests.js'
import type { ResultTree } from './result-tree.js'
import type { YesNo } from './yes-no.js'

export interface Wording {
  readonly ruleset: Ruleset
  readonly language: string
  /** Maximum length of each list. */
  readonly limit: number
  readonly isCross: boolean
  readonly animals: readonly string[]
  readonly yesNo: YesNo | undefined
}

/** @param trees one of all tests, or one for each */
export function writeTests(
  wording: Wording,
  tests: readonly OrderedTest[],
  trees: readonly ResultTree[],
  bundles: readonly Bundle[],
  budget: number | undefined,
) {
  const { yesNo, limit } = wording
  const treeOf = (i: number): ResultTree => trees[trees.length === 1 ? 0 : i] ?? { leaves: [], coats: [] }
  const before = wholeOf(treeOf(0))
  const entropy = entropyOf(before, classesOf(treeOf(0), yesNo))
  const told = (own: readonly OrderedTest[], expected: number) => gainOf(own, entropy, expected)
  const single = tests.map((test, i) => {
    const tree = treeOf(i)
    const all = trees.length === 1 ? tests : [test]
    const groups = groupedBy(tree.leaves, resultKeys(all)([test]))
    const { tests: _ids, ...figures } = told([test], expectedEntropy(groups, classesOf(tree, yesNo)))
    const results = groups.toSorted((a, b) => b.probability - a.probability)
    return {
      test: test.id,
      ...(wording.isCross && { animal: wording.animals[test.animal] ?? '' }),
      genes: test.loci.map(({ key }) => key),
      ...figures,
      results: results
        .slice(0, limit)
        .map((group) => writeResult(wording, test, all, tree, group, wholeOf(tree))),
    }
  })
  const several = bundles.map((bundle) => told(bundle.tests, bundle.entropy)).sort(byGain)
  const choices = [...single.map(({ test, ...figures }) => ({ ...figures, tests: [test] })), ...several]
  const [best] = choices
    .filter(({ gain, price = 0 }) => gain > 0 && (budget === undefined || price <= budget))
    .sort(byGain)
  return {
    entropy: bits(entropy),
    ...(yesNo && { yes_percentage: percentOfOne(yesShare(treeOf(0), before, yesNo)) }),
    coats: coatRows(wording, treeOf(0), before),
    tests: single.sort(byGain),
    bundles: several.slice(0, limit),
    total_bundles: several.length,
    ...(best && {
      best: { tests: best.tests, gain: best.gain, ...(best.price !== undefined && { price: best.price }) },
    }),
  }
}

export interface Figures {
  readonly tests: readonly string[]
  readonly price?: number
  readonly expected_entropy: number
  readonly gain: number
  readonly gain_per_price?: number
}

function gainOf(tests: readonly OrderedTest[], before: number, expected: number): Figures {
  const gain = bits(Math.max(0, before - expected))
  const price = tests.every((test) => test.price !== undefined)
    ? tests.reduce((sum, test) => sum + (test.price ?? 0), 0)
    : undefined
  return {
    tests: tests.map(({ id }) => id),
    ...(price !== undefined && { price }),
    expected_entropy: bits(Math.min(before, expected)),
    gain,
    ...(price !== undefined && price > 0 && { gain_per_price: bits(gain / price) }),
  }
}

interface Ranked {
  readonly gain: number
  readonly price?: number
  readonly tests?: readonly string[]
}

function byGain(a: Ranked, b: Ranked): number {
  const size = ({ tests }: Ranked): number => tests?.length ?? 1
  return b.gain - a.gain || (a.price ?? 0) - (b.price ?? 0) || size(a) - size(b)
}

/** The coats before any test. */
function wholeOf({ leaves }: ResultTree): ReadonlyMap<number, number> {
  return groupedBy(leaves, () => '')[0]?.coats ?? new Map()
}

function writeResult(
  wording: Wording,
  test: OrderedTest,
  all: readonly OrderedTest[],
  tree: ResultTree,
  group: ResultGroup,
  before: ReadonlyMap<number, number>,
) {
  const { ruleset, yesNo } = wording
  const items = itemsOf(all)
  const [leaf] = group.leaves
  const genotypes = test.loci.map((locus) => {
    const place = items.findIndex(({ animal, locus: own }) => animal === test.animal && own === locus.index)
    return { locus, alleles: allelesOf(ruleset, locus, leaf?.pairs[place]) }
  })
  const result = genotypes.map(({ locus, alleles }) => `${locus.key} ${alleles.join('/')}`).join(', ')
  const names = (coat: Coat): string => ruleset.nameOf(coat, wording.language)
  return {
    genotypes: Object.fromEntries(genotypes.map(({ locus, alleles }) => [locus.key, alleles])),
    percentage: percentOfOne(group.probability),
    meaning: meaningOf(wording, names, tree, result, before, group.coats),
    ...(yesNo && { yes_percentage: percentOfOne(yesShare(tree, group.coats, yesNo)) }),
    coats: coatRows(wording, tree, group.coats),
  }
}

function allelesOf({ genotypes }: Ruleset, locus: ModelLocus, pair: Pair | undefined): readonly string[] {
  return pair === undefined ? [] : genotypes.of(locus, [pair]).alleles
}

export function yesShare({ coats }: ResultTree, shares: ReadonlyMap<number, number>, yesNo: YesNo): number {
  const wanted = [...shares].filter(([coat]) => yesNo.isWanted(coats[coat] as Coat))
  return Math.min(
    1,
    wanted.reduce((sum, [, share]) => sum + share, 0),
  )
}

function coatRows(
  { ruleset, language, limit }: Wording,
  { coats }: ResultTree,
  shares: ReadonlyMap<number, number>,
) {
  return [...shares]
    .sort((a, b) => b[1] - a[1])
    .slice(0, limit)
    .map(([coat, share]) => ({
      coat: ruleset.nameOf(coats[coat] as Coat, language),
      percentage: percentOfOne(Math.min(1, share)),
    }))
}
