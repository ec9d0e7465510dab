/**
 * The coats of a cross with their shares, most probable first, without listing genotypes: each component is
 * summed by itself, and coats are ranked as products of component parts.
 * Guarantees: exact; each coat with its most probable genotype, the first in canonical order among equals;
 * ties stand in the order of those genotypes. The work follows the coats taken, not 3^loci.
 */
import {
  bestWeightOf,
  createCombinedParts,
  genotypesOf,
  hidesAll,
  sumParts,
  weightsOf,
  wholeOf,
  type Part,
} from './parts.js'
import { mattering, splitComponents, type Component } from './components.js'
import type { Coat, HorseGenotype, Model, Outcome } from '../model.js'
import type { Phenotypes } from '../phenotype/phenotype.js'
import { comparePaths, createTally, type Tally } from './tally.js'
import { joinedPath, UnmaskedCoat, UnmaskedCoats } from './unmasked-coats.js'
import { genotypeOfChoice, type FoalGroup } from '../cross/zygotes.js'

export interface CoatShares {
  /** How many coats there are. */
  readonly total: bigint
  readonly list: () => Generator<CoatShare>
}

/** May be worked out each time it is asked for: take what is needed once. */
export interface CoatShare {
  readonly coat: Coat
  /** One weight for each distribution given; the first decides the order. */
  readonly weights: readonly bigint[]
  readonly genotypes: bigint
  /** The most probable genotype. */
  readonly representative: HorseGenotype
  /** The outcome chosen in each linkage group by it. */
  readonly path: readonly number[]
  readonly bestWeight: bigint
}

/** @param distributions the same cross under one or more sets of fractions; the first one is listed */
export type ShareCoats = (distributions: readonly (readonly FoalGroup[])[]) => CoatShares

export function createCoatShares(model: Model, phenotypes: Phenotypes): ShareCoats {
  const components = splitComponents(model.groups, mattering(model.tables))
  const tallies = components.map(({ groups, tables }) =>
    createTally(
      groups.flatMap((g) => model.groups[g] ?? []),
      tables,
    ),
  )
  const combined = createCombinedParts(components, phenotypes)
  return (distributions) => {
    const groups = distributions[0] ?? []
    const parts = components.map((component, c) =>
      // Components add up, so what one gives by itself is what it adds to every coat.
      sumParts(
        component,
        tallies[c] as Tally,
        distributions,
        ({ outcomes }) => `${hidesAll(outcomes)} ${phenotypes.show(outcomes).key}`,
      ),
    )
    const shown = parts.map((own) => own.filter((part) => !part.hidesRest))
    const unmasked = new UnmaskedCoats(components, shown, groups, combined)
    const { coats, taken } = maskedCoats(components, parts, groups, unmasked, phenotypes)
    return {
      total: unmasked.total + BigInt(coats.length - taken.size),
      list: () => merged(coats, unmasked.ranked(taken)),
    }
  }
}

/**
 * The coats in which a part hides all that other components contribute: such a part, whatever the others are. What comes
 * about both ways, by hiding everything else and by nothing else being there, is one coat.
 * @returns with those choices of unmasked coats that are summed here, joined by commas
 */
function maskedCoats(
  components: readonly Component[],
  parts: readonly (readonly Part[])[],
  groups: readonly FoalGroup[],
  unmasked: UnmaskedCoats,
  phenotypes: Phenotypes,
): { readonly coats: readonly CoatShare[]; readonly taken: ReadonlySet<string> } {
  const masked = new Map<string, CoatShare>()
  const taken = new Set<string>()
  // At most one component can hide (components.ts), and what an eye takes for it comes from its own tables too.
  const hiding = parts.findIndex((own) => own.some(({ hidesRest }) => hidesRest))
  if (hiding < 0) return { coats: [], taken }
  const wholes = parts.map(wholeOf)
  for (const part of parts[hiding] ?? []) {
    if (!part.hidesRest) continue
    const chosen = wholes.with(hiding, part)
    const coat = phenotypes.show(inTableOrder(components, chosen))
    const path = joinedPath(components, chosen)
    masked.set(coat.key, {
      coat,
      weights: weightsOf(chosen),
      genotypes: genotypesOf(chosen),
      representative: genotypeOfChoice(groups, path),
      path,
      bestWeight: bestWeightOf(chosen),
    })
  }
  for (const choice of unmasked.bare(hiding)) {
    const other = new UnmaskedCoat(unmasked, choice)
    const { key } = other.coat
    const twin = masked.get(key)
    if (twin === undefined) continue
    masked.set(key, joined(twin, other))
    taken.add(choice.join())
  }
  return { coats: [...masked.values()].sort(compareShares), taken }
}

function inTableOrder(components: readonly Component[], chosen: readonly Part[]): readonly Outcome[] {
  const given = chosen.flatMap(({ outcomes }, c) =>
    outcomes.map((outcome, i) => ({ outcome, table: components[c]?.tables[i]?.index ?? 0 })),
  )
  return given.sort((a, b) => a.table - b.table).map(({ outcome }) => outcome)
}

function joined(a: CoatShare, b: CoatShare): CoatShare {
  const isFirst =
    a.bestWeight > b.bestWeight || (a.bestWeight === b.bestWeight && comparePaths(a.path, b.path) < 0)
  const { coat, representative, path, bestWeight } = isFirst ? a : b
  const weights = a.weights.map((weight, d) => weight + (b.weights[d] ?? 0n))
  return { coat, weights, genotypes: a.genotypes + b.genotypes, representative, path, bestWeight }
}

/** Two lists that are in order as one. */
function* merged(some: readonly CoatShare[], others: Iterable<CoatShare>): Generator<CoatShare> {
  let next = 0
  for (const other of others) {
    for (let one = some[next]; one !== undefined && compareShares(one, other) < 0; one = some[++next])
      yield one
    yield other
  }
  yield* some.slice(next)
}

/** Most probable first, ties by their most probable genotypes. */
function compareShares(a: CoatShare, b: CoatShare): number {
  const [one = 0n, other = 0n] = [a.weights[0], b.weights[0]]
  return one === other ? comparePaths(a.path, b.path) : one > other ? -1 : 1
}
