/**
 * The coats of a cross with their shares, most probable first, without listing genotypes: each component is
 * summed by itself, and coats are ranked as products of component parts.
 * Guarantees: exact; each coat with its most probable genotype, the first in canonical order among equals;
 * ties stand in the order of those genotypes. The work follows the coats taken, not 3^loci.
 */
import type { Viability } from '../rules/tables.js'
import { findTwins, inOrder, rankOpen, type CoatSum } from './coat-order.js'
import { hidesAll, sumParts, wholeOf, type Part } from './coat-parts.js'
import { mattering, splitComponents } from './components.js'
import type { Coat, HorseGenotype, Model } from './model.js'
import type { Phenotypes } from './phenotype.js'
import { createTally, type Tally } from './tally.js'
import { genotypeOfChoice, type FoalGroup } from './zygotes.js'

export interface CoatShare {
  readonly coat: Coat
  /** One weight for each distribution given; the first decides the order. */
  readonly weights: readonly bigint[]
  readonly genotypes: bigint
  readonly representative: HorseGenotype
}

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
  const coatOf = (parts: readonly Part[]): Coat => {
    const given = parts.flatMap(({ outcomes }, c) =>
      outcomes.map((outcome, i) => ({ outcome, table: components[c]?.tables[i]?.index ?? 0 })),
    )
    return phenotypes.coatFrom(given.sort((a, b) => a.table - b.table).map(({ outcome }) => outcome))
  }
  const adds = (part: Part, c: number, groups: readonly FoalGroup[]): Added => {
    const { tokens, viability } = phenotypes.coatFrom(part.outcomes)
    const tableOf = (token: string): number =>
      components[c]?.tables[part.outcomes.findIndex((outcome) => outcome.tokens.includes(token))]?.index ?? 0
    const own = components[c]?.groups ?? []
    return {
      shown: tokens.map((token) => ({ token, table: tableOf(token) })),
      viability,
      path: pathOf(part, own, groups),
    }
  }
  /** The coat of parts of which none hides the others: what they show, side by side. */
  const coatOfOpen = (added: readonly Added[]): Coat =>
    phenotypes.coatShowing(
      added
        .flatMap(({ shown }) => shown)
        .sort((one, other) => one.table - other.table)
        .map(({ token }) => token),
      added.find(({ viability }) => viability !== undefined)?.viability,
    )
  return (distributions) => {
    const groups = distributions[0] ?? []
    const parts = components.map((component, c) =>
      // Components add up, so what one gives by itself is what it adds to every coat.
      sumParts(component, tallies[c] as Tally, distributions, ({ outcomes }) =>
        [hidesAll(outcomes), phenotypes.coatFrom(outcomes).key].join(' '),
      ),
    )
    const known = new Map<Part, Added>()
    const addedBy = (part: Part, c: number): Added => {
      const added = known.get(part) ?? adds(part, c, groups)
      known.set(part, added)
      return added
    }
    const sum = (chosen: readonly Part[]): CoatSum => {
      const added = chosen.map(addedBy)
      const isOpen = chosen.every((part) => !part.hidesRest)
      return sumOf(chosen, added, isOpen ? coatOfOpen(added) : coatOf(chosen))
    }
    const wholes = parts.map(wholeOf)
    const closed = parts.flatMap((own, c) =>
      own
        .filter((part) => part.hidesRest)
        .map((part) => sum(wholes.map((whole, i) => (i === c ? part : whole)))),
    )
    const open = parts.map((own) => own.filter((part) => !part.hidesRest))
    const twins = findTwins(closed, open, sum)
    return {
      total: BigInt(closed.length - twins.size) + open.reduce((n, own) => n * BigInt(own.length), 1n),
      *list() {
        const alone = closed.filter((each) => !twins.has(each.coat.key))
        for (const { coat, weights, genotypes, path } of inOrder(alone, rankOpen(open, sum, twins))) {
          yield { coat, weights, genotypes, representative: genotypeOfChoice(groups, path) }
        }
      },
    }
  }
}

/** What a part adds to the coats it is a part of, worked out once. */
interface Added {
  /** Visible tokens, each with the table that gives it. */
  readonly shown: readonly { readonly token: string; readonly table: number }[]
  readonly viability: Viability | undefined
  /** The outcomes of its most probable genotype. */
  readonly path: readonly { readonly group: number; readonly outcome: number }[]
}

function pathOf({ best }: Part, own: readonly number[], groups: readonly FoalGroup[]): Added['path'] {
  let rest = best.path
  return [...own].reverse().map((group) => {
    const radix = BigInt(groups[group]?.outcomes.length ?? 1)
    const outcome = Number(rest % radix)
    rest /= radix
    return { group, outcome }
  })
}

/** One part of each component, together. */
function sumOf(chosen: readonly Part[], added: readonly Added[], coat: Coat): CoatSum {
  const path: number[] = []
  for (const { path: own } of added) for (const { group, outcome } of own) path[group] = outcome
  return {
    coat,
    weights: (chosen[0]?.weights ?? []).map((_, d) =>
      chosen.reduce((product, part) => product * (part.weights[d] ?? 0n), 1n),
    ),
    genotypes: chosen.reduce((product, part) => product * part.genotypes, 1n),
    path,
    bestWeight: chosen.reduce((product, part) => product * part.best.weight, 1n),
  }
}
