/**
 * The coats of a cross with their shares, most probable first, without listing genotypes: each component is
 * summed by itself, and coats are ranked as products of component parts.
 * Guarantees: exact; each coat with its most probable genotype, the first in canonical order among equals;
 * ties stand in the order of those genotypes. The work follows the coats taken, not 3^loci.
 */
import { closeCoats } from './masked-coats.js'
import { inOrder, type CoatShare } from './order.js'
import { hidesAll, sumParts } from './parts.js'
import { mattering, splitComponents } from './components.js'
import type { Model } from '../model.js'
import { createUnmaskedCoats } from './unmasked-coats.js'
import type { Phenotypes } from '../phenotype/phenotype.js'
import { createCombinedParts } from './combine-parts.js'
import { createTally, type Tally } from './tally.js'
import type { FoalGroup } from '../cross/zygotes.js'

export interface CoatShares {
  /** How many coats there are. */
  readonly total: bigint
  readonly list: () => Generator<CoatShare>
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
  const sideBySide = createCombinedParts(components, phenotypes)
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
    const open = createUnmaskedCoats(components, shown, groups, sideBySide)
    const closed = closeCoats(components, parts, groups, open, phenotypes)
    return {
      total: open.total + BigInt(closed.coats.length - closed.taken.size),
      list: () => inOrder(closed.coats, open.ranked(closed.taken)),
    }
  }
}
