/**
 * Combines the sets of independent components into one: all their parts, or one component that hides the others.
 * Guarantees: counts are exact, even where products are cut; the listed products are disjoint.
 */
import type { ComponentSet, Product, SmallestGenotype } from './component-set.js'

export interface CoatSet {
  /** How many genotypes show the coat, at all loci. */
  readonly genotypes: bigint
  /** How many products there are. */
  readonly total: bigint
  /** The first of them: place → allowed values, by their indices. A place without an entry allows all. */
  readonly products: readonly Product[]
  /** Places that matter in none of the products. */
  readonly free: ReadonlySet<number>
  /** By place, the value of a smallest genotype; undefined where no genotype shows the coat. */
  readonly smallest: readonly number[] | undefined
}

interface Layout {
  /** Index of the first place of each component. */
  readonly offsets: readonly number[]
  readonly places: number
  readonly sexes: number
  /** Products to list. */
  readonly most: number
}

/** @param choices one set per component; no genotype is in two choices */
export function combined(
  choices: readonly (readonly ComponentSet[])[],
  { offsets, places, sexes, most }: Layout,
): CoatSet {
  const ofSexes = Array.from({ length: sexes }, (_, sex) => sex)
  const countOf = (choice: readonly ComponentSet[]): bigint =>
    ofSexes.reduce((sum, sex) => sum + productOver(choice, ({ genotypes }) => genotypes[sex] ?? 0n), 0n)
  const possible = choices.filter((choice) => countOf(choice) > 0n)
  const products: Product[] = []
  for (const choice of possible)
    for (const product of productsOf(choice, offsets)) {
      if (products.length >= most) break
      products.push(product)
    }
  const restricted = new Set(
    possible.flatMap((choice) =>
      choice.flatMap((set, c) =>
        set.products.flatMap((product) => [...product.keys()].map((place) => place + (offsets[c] ?? 0))),
      ),
    ),
  )
  return {
    genotypes: possible.reduce((sum, choice) => sum + countOf(choice), 0n),
    total: possible.reduce((sum, choice) => sum + productOver(choice, ({ total }) => total), 0n),
    products,
    free: new Set(
      Array.from({ length: places }, (_, place) => place).filter((place) => !restricted.has(place)),
    ),
    smallest: smallestAmong(possible, ofSexes),
  }
}

function productOver(choice: readonly ComponentSet[], factorOf: (set: ComponentSet) => bigint): bigint {
  return choice.reduce((product, set) => product * factorOf(set), 1n)
}

/** Every combination of one product per component, over all places. */
function* productsOf(
  choice: readonly ComponentSet[],
  offsets: readonly number[],
  from = 0,
): Generator<Product> {
  const set = choice[from]
  if (set === undefined) {
    yield new Map()
    return
  }
  for (const product of set.products) {
    const own = [...product].map(([place, values]) => [place + (offsets[from] ?? 0), values] as const)
    for (const rest of productsOf(choice, offsets, from + 1)) yield new Map([...own, ...rest])
  }
}

/** The values of a genotype with the fewest alleles other than the wild type; of equals, one with two copies on the sex chromosome. */
function smallestAmong(
  choices: readonly (readonly ComponentSet[])[],
  sexes: readonly number[],
): readonly number[] | undefined {
  let best: { readonly carried: number; readonly values: readonly number[] } | undefined
  for (const choice of choices)
    for (const sex of sexes) {
      const found = choice.map(({ smallest }) => smallest[sex])
      if (!found.every((each): each is SmallestGenotype => each !== undefined)) continue
      const carried = found.reduce((sum, each) => sum + each.carried, 0)
      if (best === undefined || carried < best.carried)
        best = { carried, values: found.flatMap(({ values }) => values) }
    }
  return best?.values
}
