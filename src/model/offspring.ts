/**
 * The cross evaluator: what one mother and one father can have, as genotypes or as coats, and what share of
 * the foals is not expected to live.
 * Guarantees: everything is decided on exact weights; the distribution stays factored until rows are taken.
 * Leaves to others: percentages, names and limits (coats/offspring.ts).
 */
import type { Coat, HorseGenotype, Model } from './model.js'
import type { Phenotypes } from './phenotype.js'
import { rankGenotypes, type RankedGenotype } from './rank.js'
import { createTally, genotypeAt, isBetter, safetyTables, type BestGenotype, type TallyRow } from './tally.js'
import type { FoalGroup, Parent, Zygotes } from './zygotes.js'

export interface Cross {
  readonly groups: readonly FoalGroup[]
  /** Sum of the weights of all genotypes. */
  readonly total: bigint
  /** How many distinct genotypes there are. */
  readonly genotypes: bigint
}

export interface CoatShare {
  readonly coat: Coat
  readonly weight: bigint
  readonly genotypes: bigint
  /** The most probable genotype of this coat, the first in canonical order among equals. */
  readonly representative: HorseGenotype
}

export interface Safety {
  /** Weight of the genotypes whose gravest viability is lethal, and of those where it is suspected. */
  readonly lethal: bigint
  readonly suspected: bigint
  /** Message ids of notes that some genotype of the cross calls for. */
  readonly notes: readonly string[]
}

export interface Offspring {
  readonly cross: (mother: Parent, father: Parent) => Cross
  /** Most probable first; ties in canonical order. */
  readonly genotypes: (cross: Cross) => Generator<RankedGenotype>
  /** Every coat, most probable first; ties in the order of their representatives. */
  readonly coats: (cross: Cross) => readonly CoatShare[]
  readonly safety: (cross: Cross) => Safety
}

export function createOffspring(model: Model, zygotes: Zygotes, phenotypes: Phenotypes): Offspring {
  const tallyAll = createTally(model, model.tables)
  const ofSafety = safetyTables(model)
  const tallySafety = createTally(model, ofSafety)
  return {
    cross: (mother, father) => {
      const groups = zygotes.of(mother, father)
      return {
        groups,
        total: groups.reduce((product, foals) => product * foals.total, 1n),
        genotypes: groups.reduce((product, foals) => product * BigInt(foals.outcomes.length), 1n),
      }
    },
    genotypes: (cross) => rankGenotypes(cross.groups),
    coats: (cross) => sumByCoat(cross, tallyAll(cross.groups), phenotypes),
    safety: (cross) => weighSafety(tallySafety(cross.groups)),
  }
}

function sumByCoat(cross: Cross, rows: readonly TallyRow[], phenotypes: Phenotypes): readonly CoatShare[] {
  const sums = new Map<string, { coat: Coat; weight: bigint; count: bigint; best: BestGenotype }>()
  for (const { outcomes, weight, count, best } of rows) {
    const coat = phenotypes.coatFrom(outcomes)
    const known = sums.get(coat.key)
    if (known === undefined) {
      sums.set(coat.key, { coat, weight, count, best })
      continue
    }
    known.weight += weight
    known.count += count
    if (isBetter(best, known.best)) known.best = best
  }
  return [...sums.values()]
    .sort((a, b) => compare(b.weight, a.weight) || compare(a.best.path, b.best.path))
    .map(({ coat, weight, count, best }) => ({
      coat,
      weight,
      genotypes: count,
      representative: genotypeAt(cross.groups, best.path),
    }))
}

function weighSafety(rows: readonly TallyRow[]): Safety {
  let lethal = 0n
  let suspected = 0n
  const notes = new Set<string>()
  for (const { outcomes, weight } of rows) {
    const fired = outcomes.flatMap((outcome) => outcome.fired)
    const statuses = fired.flatMap((rule) => rule.viability?.status ?? [])
    if (statuses.includes('lethal')) lethal += weight
    else if (statuses.includes('suspected')) suspected += weight
    for (const note of fired.flatMap((rule) => rule.notes)) notes.add(note)
  }
  return { lethal, suspected, notes: [...notes] }
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
