/**
 * The coats of a cross with their shares, most probable first, without listing genotypes: each component is
 * summed by itself, and coats are ranked as products of component parts.
 * Guarantees: exact; each coat with its most probable genotype, the first in canonical order among equals;
 * ties stand in the order of those genotypes. The work follows the coats taken, not 3^loci.
 */
import type { Viability } from '../rules/tables.js'
import { findTwins, inOrder, rankOpen, type ClosedSum, type CoatSum } from './coat-order.js'
import { hidesAll, sumParts, wholeOf, type Part } from './coat-parts.js'
import { mattering, splitComponents, type Component } from './components.js'
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
  // Each table is of one component, so what parts show side by side needs no sorting: stretch by stretch of table order.
  const stretches = stretchesOf(components)
  const adds = (part: Part, c: number, groups: readonly FoalGroup[]): Added => {
    const { tokens, viability } = phenotypes.coatFrom(part.outcomes)
    const tables = components[c]?.tables ?? []
    const tableOf = (token: string): number =>
      tables[part.outcomes.findIndex((outcome) => outcome.tokens.includes(token))]?.index ?? 0
    return {
      shown: stretches.map(({ first, last, component }) =>
        component !== c ? [] : tokens.filter((token) => first <= tableOf(token) && tableOf(token) <= last),
      ),
      viability,
      path: pathOf(part, components[c]?.groups ?? [], groups),
    }
  }
  /** The coat of parts of which none hides the others: what they show, side by side. */
  const coatOfOpen = (added: readonly Added[]): Coat => {
    const tokens: string[] = []
    let viability: Viability | undefined
    for (let s = 0; s < stretches.length; s++) {
      const { shown } = added[stretches[s]?.component ?? 0] as Added
      for (const token of shown[s] as readonly string[]) tokens.push(token)
    }
    for (const each of added) viability ??= each.viability
    return phenotypes.coatShowing(tokens, viability)
  }
  return (distributions) => {
    const groups = distributions[0] ?? []
    const parts = components.map((component, c) =>
      // Components add up, so what one gives by itself is what it adds to every coat.
      sumParts(component, tallies[c] as Tally, distributions, ({ outcomes }) =>
        [hidesAll(outcomes), phenotypes.coatFrom(outcomes).key].join(' '),
      ),
    )
    const open = parts.map((own) => own.filter((part) => !part.hidesRest))
    const addedByOpen = open.map((own, c) => own.map((part) => adds(part, c, groups)))
    const openAt = (choice: ArrayLike<number>, weight: bigint): CoatSum => {
      const chosen: Part[] = []
      const added: Added[] = []
      for (let c = 0; c < open.length; c++) {
        chosen.push(open[c]?.[choice[c] ?? 0] as Part)
        added.push(addedByOpen[c]?.[choice[c] ?? 0] as Added)
      }
      const others = distributions.length > 1 ? weightsOf(chosen).slice(1) : []
      return {
        coat: coatOfOpen(added),
        weights: [weight, ...others],
        genotypes: genotypesOf(chosen),
        path: joinedPath(added, components),
      }
    }
    const wholes = parts.map(wholeOf)
    const closed = parts.flatMap((own, c) =>
      own
        .filter((part) => part.hidesRest)
        .map((part): ClosedSum => {
          const chosen = wholes.map((whole, i) => (i === c ? part : whole))
          const added = chosen.map((each, i) => adds(each, i, groups))
          return {
            coat: coatOf(chosen),
            weights: weightsOf(chosen),
            genotypes: genotypesOf(chosen),
            path: joinedPath(added, components),
            bestWeight: bestWeightOf(chosen),
          }
        }),
    )
    const bareAt = (choice: readonly number[]): ClosedSum => {
      const chosen = open.map((own, c) => own[choice[c] ?? 0] as Part)
      return { ...openAt(choice, weightsOf(chosen)[0] ?? 0n), bestWeight: bestWeightOf(chosen) }
    }
    const twins = findTwins(closed, open, bareAt)
    return {
      total: BigInt(closed.length - twins.size) + open.reduce((n, own) => n * BigInt(own.length), 1n),
      *list() {
        const alone = closed.filter((each) => !twins.has(each.coat.key))
        for (const { coat, weights, genotypes, path } of inOrder(alone, rankOpen(open, openAt, twins))) {
          yield { coat, weights, genotypes, representative: genotypeOfChoice(groups, path) }
        }
      },
    }
  }
}

/** What a part adds to the coats it is a part of, worked out once. */
interface Added {
  /** Visible tokens, by stretch of tables. */
  readonly shown: readonly (readonly string[])[]
  readonly viability: Viability | undefined
  /** The outcomes of its most probable genotype, by linkage group; 0 where the group is another component's. */
  readonly path: readonly number[]
}

/** Tables in a row that are all of one component, by their indices. */
interface Stretch {
  readonly component: number
  readonly first: number
  last: number
}

function stretchesOf(components: readonly Component[]): readonly Stretch[] {
  const owned = components.flatMap(({ tables }, component) =>
    tables.map(({ index }) => ({ index, component })),
  )
  const stretches: Stretch[] = []
  for (const { index, component } of owned.sort((a, b) => a.index - b.index)) {
    const before = stretches.at(-1)
    if (before?.component === component) before.last = index
    else stretches.push({ component, first: index, last: index })
  }
  return stretches
}

function pathOf({ best }: Part, own: readonly number[], groups: readonly FoalGroup[]): readonly number[] {
  const path = groups.map(() => 0)
  let rest = best.path
  for (const group of own.toReversed()) {
    const radix = BigInt(groups[group]?.outcomes.length ?? 1)
    path[group] = Number(rest % radix)
    rest /= radix
  }
  return path
}

/** The paths of one part of each component as one. */
function joinedPath(added: readonly Added[], components: readonly Component[]): readonly number[] {
  const path = added[0]?.path.slice() ?? []
  for (let c = 1; c < added.length; c++) {
    const own = (added[c] as Added).path
    for (const group of components[c]?.groups ?? []) path[group] = own[group] ?? 0
  }
  return path
}

function weightsOf(chosen: readonly Part[]): readonly bigint[] {
  return (chosen[0]?.weights ?? []).map((_, d) =>
    chosen.reduce((product, part) => product * (part.weights[d] ?? 0n), 1n),
  )
}

function genotypesOf(chosen: readonly Part[]): bigint {
  return chosen.reduce((product, part) => product * part.genotypes, 1n)
}

function bestWeightOf(chosen: readonly Part[]): bigint {
  return chosen.reduce((product, part) => product * part.best.weight, 1n)
}
