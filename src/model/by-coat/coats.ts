/**
 * The coats of a cross with their shares, most probable first, without listing genotypes: each component is
 * summed by itself, and coats are ranked as products of component parts.
 * Guarantees: exact; each coat with its most probable genotype, the first in canonical order among equals;
 * ties stand in the order of those genotypes. The work follows the coats taken, not 3^loci.
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
  /** How many coats there are. */
  readonly total: bigint
  readonly list: () => Generator<CoatWeight>
}

/** @returns for the same cross under one or more sets of fractions, of which the first one is listed */
export function createCoatWeights({ groups, tables }: Model) {
  const components = splitComponents(groups, coatTables(tables))
  const tallies = components.map((own) => createTally(groups, own.groups, own.tables))
  const weightsOf = createWeightsOfParts(components)
  return (distributions: readonly (readonly FoalGroup[])[]): CoatWeights => {
    // Components add up, so what one gives by itself is what it adds to every coat.
    const parts = tallies.map((tally) => sumParts(tally, distributions, (outcomes) => coatFrom(outcomes).key))
    return weightsOf(distributions[0] ?? [], parts)
  }
}

/** @returns the coats that parts make together, whoever summed them: one list for each component */
export function createWeightsOfParts(components: readonly Component[]) {
  const coatOf = createCoatOfParts(components)
  return (groups: readonly FoalGroup[], parts: readonly (readonly Part[])[]): CoatWeights => {
    const cross = { components, groups, coatOf }
    const unmasked = parts.map((own) => own.filter((part) => !part.hidesRest))
    const { coats, taken } = maskedCoats(cross, parts)
    const others = unmasked.reduce((product, own) => product * BigInt(own.length), 1n)
    const isTaken = (chosen: readonly Part[]): boolean =>
      taken.some((each) => each.every((part, c) => part === chosen[c]))
    return {
      total: others + BigInt(coats.length - taken.length),
      list: () => merged(coats, rankUnmasked(cross, unmasked, isTaken), compareWeights),
    }
  }
}

/**
 * The coats in which a part hides all that other components contribute: such a part, whatever the others are. What comes
 * about both ways, by hiding everything else and by nothing else being there, is one coat.
 * @returns with those choices of parts that hide nothing and are summed here
 */
function maskedCoats(
  cross: CoatsOfCross,
  parts: readonly (readonly Part[])[],
): { readonly coats: readonly CoatWeight[]; readonly taken: readonly (readonly Part[])[] } {
  const masked = new Map<string, ChosenParts[]>()
  const taken: (readonly Part[])[] = []
  // At most one component can hide (components.ts), and what an eye takes for it comes from its own tables too.
  const hiding = parts.findIndex((own) => own.some(({ hidesRest }) => hidesRest))
  if (hiding < 0) return { coats: [], taken }
  const wholes = parts.map(wholeOf)
  for (const part of parts[hiding] ?? []) {
    if (!part.hidesRest) continue
    const chosen = new ChosenParts(cross, wholes.with(hiding, part))
    masked.set(chosen.coat.key, [chosen])
  }
  // The parts of the others that show nothing.
  const bare = parts.map((own) =>
    own.find(({ outcomes }) => outcomes.every(({ tokens }) => tokens.length === 0)),
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
  return { coats: Array.from(masked.values(), joined).sort(compareWeights), taken }
}

/** One coat of several choices. There are few, which are compared with very many: each is worked out at once. */
function joined(all: readonly ChosenParts[]): CoatWeight {
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

/** Two lists that are in order as one; of equals those of the first list stand first. */
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

/** Most probable first, ties by their most probable genotypes. */
function compareWeights(a: CoatWeight, b: CoatWeight): number {
  const [one = 0n, other = 0n] = [a.weights[0], b.weights[0]]
  return one === other ? comparePaths(a.path, b.path) : one > other ? -1 : 1
}
