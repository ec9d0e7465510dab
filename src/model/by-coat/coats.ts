/**
 * The coats of a cross with their weights, most probable first, without listing genotypes: each component is summed
 * separately, and coats are ranked as products of component parts.
 * Guarantees: exact; each coat comes with its most probable genotype, the first in canonical order among equals; ties
 * follow the order of those genotypes. The cost grows with the number of coats taken, not with 3^loci.
 */
import { ChosenParts, createCoatOfParts, rankUnmasked } from './chosen-parts.js'
import type { CoatWeight, CoatsOfCross } from './chosen-parts.js'
import { coatTables, splitComponents, type Component } from './components.js'
import type { Model } from '../model.js'
import { sumParts, wholeOf, type Part } from './parts.js'
import { coatFrom } from '../phenotype/phenotype.js'
import { comparePaths } from './sums.js'
import { createTally } from './tally.js'
import type { FoalGroup } from '../cross/zygotes.js'

export interface CoatWeights {
  /** Number of distinct coats. */
  readonly total: bigint
  readonly list: () => Generator<CoatWeight>
}

/** @returns a function of one cross under one or more sets of fractions; the first set decides the order */
export function createCoatWeights({ groups, tables }: Model) {
  const components = splitComponents(groups, coatTables(tables))
  const tallies = components.map((component) => createTally(groups, component.groups, component.tables))
  const weightsOf = createWeightsOfParts(components)
  return (distributions: readonly (readonly FoalGroup[])[]): CoatWeights => {
    // Components contribute independently, so the key of one component's part does not depend on the others.
    const parts = tallies.map((tally) => sumParts(tally, distributions, (outcomes) => coatFrom(outcomes).key))
    return weightsOf(distributions[0] ?? [], parts)
  }
}

/** @returns the coats that the parts combine into; `parts` has one list per component */
export function createWeightsOfParts(components: readonly Component[]) {
  const coatOf = createCoatOfParts(components)
  return (groups: readonly FoalGroup[], parts: readonly (readonly Part[])[]): CoatWeights => {
    const cross = { components, groups, coatOf }
    const unmasked = parts.map((componentParts) => componentParts.filter((part) => !part.hidesRest))
    const { coats, taken } = maskedCoats(cross, parts)
    const others = unmasked.reduce((product, componentParts) => product * BigInt(componentParts.length), 1n)
    const isTaken = (chosen: readonly Part[]): boolean =>
      taken.some((each) => each.every((part, c) => part === chosen[c]))
    return {
      total: others + BigInt(coats.length - taken.length),
      list: () => merged(coats, rankUnmasked(cross, unmasked, isTaken), compareWeights),
    }
  }
}

/**
 * The coats in which one part hides everything that other components contribute. The same coat can also arise because
 * the other components show nothing; both are then combined into one entry.
 * @returns these coats, and the choices without hiding that are already included in them (`taken`)
 */
function maskedCoats(
  cross: CoatsOfCross,
  parts: readonly (readonly Part[])[],
): { readonly coats: readonly CoatWeight[]; readonly taken: readonly (readonly Part[])[] } {
  const masked = new Map<string, ChosenParts[]>()
  const taken: (readonly Part[])[] = []
  // At most one component can hide (components.ts), so the first one found is the only one.
  const hiding = parts.findIndex((componentParts) => componentParts.some(({ hidesRest }) => hidesRest))
  if (hiding < 0) return { coats: [], taken }
  const wholes = parts.map(wholeOf)
  for (const part of parts[hiding] ?? []) {
    if (!part.hidesRest) continue
    const chosen = new ChosenParts(cross, wholes.with(hiding, part))
    masked.set(chosen.coat.key, [chosen])
  }
  // Per component, the part that shows nothing.
  const bare = parts.map((componentParts) =>
    componentParts.find(({ outcomes }) => outcomes.every(({ tokens }) => tokens.length === 0)),
  )
  for (const part of parts[hiding] ?? []) {
    const chosen = bare.with(hiding, part)
    if (part.hidesRest || !chosen.every((each) => each !== undefined)) continue
    const other = new ChosenParts(cross, chosen)
    const twin = masked.get(other.coat.key)
    if (twin === undefined) continue
    twin.push(other)
    taken.push(chosen)
  }
  return { coats: Array.from(masked.values(), combined).sort(compareWeights), taken }
}

/** Combines several choices into one coat. Eager, because these few are compared with very many others. */
function combined(all: readonly ChosenParts[]): CoatWeight {
  const [best] = all.toSorted((a, b) => {
    if (a.bestWeight === b.bestWeight) return comparePaths(a.path, b.path)
    return a.bestWeight > b.bestWeight ? -1 : 1
  }) as [ChosenParts]
  const { coat, weights, representative, path } = best
  return {
    coat,
    weights: weights.map((_, d) => all.reduce((sum, each) => sum + (each.weights[d] ?? 0n), 0n)),
    genotypes: all.reduce((sum, { genotypes }) => sum + genotypes, 0n),
    representative,
    path,
    choices: all.flatMap(({ choices }) => choices),
  }
}

/** Merges two sorted sequences; among equals, items of the first sequence come first. */
export function* merged<Item>(
  some: Iterable<Item>,
  others: Iterable<Item>,
  compare: (a: Item, b: Item) => number,
): Generator<Item> {
  const first = some[Symbol.iterator]()
  let one = first.next()
  for (const other of others) {
    for (; one.done !== true && compare(one.value, other) <= 0; one = first.next()) yield one.value
    yield other
  }
  for (; one.done !== true; one = first.next()) yield one.value
}

/** Most probable first; ties in canonical order of their most probable genotypes. */
function compareWeights(a: CoatWeight, b: CoatWeight): number {
  const [one = 0n, other = 0n] = [a.weights[0], b.weights[0]]
  return one === other ? comparePaths(a.path, b.path) : one > other ? -1 : 1
}
