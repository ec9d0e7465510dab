/**
 * The coats of a cross in which a part hides all that other components contribute: such a part, whatever the others are.
 * Guarantees: exact; what comes about both ways, by hiding everything else and by nothing else being there, is one coat.
 * Leaves to others: coats in which nothing is hidden (unmasked-coats.ts), the order of both kinds (order.ts).
 */
import type { MaskedCoat, PlacedCoat } from './order.js'
import { bestWeightOf, genotypesOf, weightsOf, wholeOf, type Part } from './parts.js'
import type { Component } from './components.js'
import type { Outcome } from '../model.js'
import { joinedPath, type UnmaskedCoats } from './unmasked-coats.js'
import type { Phenotypes } from '../phenotype/phenotype.js'
import { comparePaths } from './tally.js'
import { genotypeOfChoice, type FoalGroup } from '../cross/zygotes.js'

export interface MaskedCoats {
  readonly coats: readonly PlacedCoat[]
  /** The choices of open coats that are summed here, joined by commas. */
  readonly taken: ReadonlySet<string>
}

/** @param parts of each component */
export function closeCoats(
  components: readonly Component[],
  parts: readonly (readonly Part[])[],
  groups: readonly FoalGroup[],
  open: UnmaskedCoats,
  phenotypes: Phenotypes,
): MaskedCoats {
  const closed = new Map<string, MaskedCoat>()
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
    closed.set(coat.key, {
      coat,
      weights: weightsOf(chosen),
      genotypes: genotypesOf(chosen),
      representative: genotypeOfChoice(groups, path),
      path,
      bestWeight: bestWeightOf(chosen),
    })
  }
  for (const choice of open.bare(hiding)) {
    const { key } = open.coatAt(choice)
    const twin = closed.get(key)
    if (twin === undefined) continue
    closed.set(key, joined(twin, open.at(choice)))
    taken.add(choice.join())
  }
  return { coats: [...closed.values()], taken }
}

function inTableOrder(components: readonly Component[], chosen: readonly Part[]): readonly Outcome[] {
  const given = chosen.flatMap(({ outcomes }, c) =>
    outcomes.map((outcome, i) => ({ outcome, table: components[c]?.tables[i]?.index ?? 0 })),
  )
  return given.sort((a, b) => a.table - b.table).map(({ outcome }) => outcome)
}

function joined(a: MaskedCoat, b: MaskedCoat): MaskedCoat {
  const isFirst =
    a.bestWeight > b.bestWeight || (a.bestWeight === b.bestWeight && comparePaths(a.path, b.path) < 0)
  const { coat, representative, path, bestWeight } = isFirst ? a : b
  const weights = a.weights.map((weight, d) => weight + (b.weights[d] ?? 0n))
  return { coat, weights, genotypes: a.genotypes + b.genotypes, representative, path, bestWeight }
}
