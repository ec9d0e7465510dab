/**
 * The cross evaluator: what one mother and one father can have, as genotypes or as coats, and what share of
 * the foals is not expected to live.
 * Guarantees: everything is decided on exact weights; the distribution stays factored until rows are taken.
 */
import { createCoatWeights, type CoatWeights } from '../by-coat/coats.js'
import { once } from '../../common/memo.js'
import type { LocusGenotype, Model } from '../model.js'
import { rankBlocks } from './ranked-products.js'
import { groupsRead, safetyTables } from '../by-coat/components.js'
import { createTally } from '../by-coat/tally.js'
import type { FoalGroup, Fractions, Parent, Zygotes } from './zygotes.js'

export interface Cross {
  readonly groups: readonly FoalGroup[]
  /** Sum of the weights of all genotypes. */
  readonly total: bigint
  /** How many distinct genotypes there are. */
  readonly genotypes: bigint
}

export interface RankedFoal {
  /** The place of the genotype chosen in each linkage group. Changed from foal to foal: copy what is to be kept. */
  readonly choice: ArrayLike<number>
  /** One weight for each cross given; the first decides the order. */
  readonly weights: readonly bigint[]
}

export type Offspring = ReturnType<typeof createOffspring>

export function createOffspring(model: Model, zygotes: Zygotes) {
  const shareCoats = once(() => createCoatWeights(model))
  const tallySafety = once(() => createSafetyTally(model))
  return {
    /** The cross under the best fractions, or under all fractions' low or high ends. */
    cross: (mother: Parent, father: Parent, fractions: Fractions = 'best'): Cross =>
      crossOf(zygotes.of(mother, father, fractions)),
    foals: rankFoals,
    /** Every coat, most probable first; ties in the order of their representatives. */
    coats: (crosses: readonly Cross[]): CoatWeights => shareCoats()(crosses.map((cross) => cross.groups)),
    safety: (cross: Cross) => tallySafety()(cross.groups),
    /** Makes now what the first cross would have to wait for. */
    ready: () => {
      tallySafety()
      shareCoats()
    },
  }
}

export function crossOf(groups: readonly FoalGroup[]): Cross {
  return {
    groups,
    total: groups.reduce((product, foals) => product * foals.total, 1n),
    genotypes: groups.reduce((product, foals) => product * BigInt(foals.genotypes.length), 1n),
  }
}

/** Most probable first; ties in canonical order. @param crosses of the same parents; the first is listed */
function* rankFoals(crosses: readonly Cross[]): Generator<RankedFoal> {
  const [listed] = crosses
  if (listed === undefined) return
  const weightsOf = weightsUnderEach(crosses)
  const weighed = listed.groups.map((foals) => foals.weights)
  for (const { choice, weights } of rankBlocks(weighed, weighed.length).blocks())
    yield { choice, weights: weightsOf(choice, weights) }
}

/** @returns the weights of a choice under all crosses, given those under the first */
export function weightsUnderEach(crosses: readonly Pick<Cross, 'groups'>[]) {
  const [listed = [], ...others] = crosses.map((cross) => cross.groups)
  const elsewhere = others.map((groups) =>
    groups.map((foals, g) => weightsFor(listed[g] as FoalGroup, foals)),
  )
  return (choice: ArrayLike<number>, first: readonly bigint[]): readonly bigint[] => {
    if (elsewhere.length === 0) return first
    const more = elsewhere.map((factors) =>
      factors.reduce((product, weightsOf, g) => product * (weightsOf[choice[g] ?? 0] ?? 0n), 1n),
    )
    return [...first, ...more]
  }
}

/** The weights that another distribution gives to the genotypes of the listed one. */
function weightsFor(listed: FoalGroup, other: FoalGroup): readonly bigint[] {
  if (listed === other) return listed.weights
  const textOf = (genotype: readonly LocusGenotype[]): string => genotype.map((each) => each.text).join(' ')
  const weights = new Map(other.genotypes.map((genotype, i) => [textOf(genotype), other.weights[i] ?? 0n]))
  return listed.genotypes.map((genotype) => weights.get(textOf(genotype)) ?? 0n)
}

function createSafetyTally({ groups, tables }: Model) {
  const speaking = safetyTables(tables)
  const read = groupsRead(groups, speaking)
  const tally = createTally(groups, read, speaking)
  /** How many are not expected to live, and what some foal calls for. */
  return (foals: readonly FoalGroup[]) => {
    // Groups that none of these tables reads are no part of the sums: all of their foals are alike to it.
    const others = foals.reduce((product, { total }, g) => (read.includes(g) ? product : product * total), 1n)
    let lethal = 0n
    let suspected = 0n
    const notes = new Set<string>()
    const { rows, outcomesAt } = tally([foals])
    for (const { state, weights } of rows) {
      const [weight = 0n] = weights
      const fired = outcomesAt(state).flatMap((outcome) => outcome.fired)
      const statuses = fired.flatMap((rule) => rule.viability?.status ?? [])
      if (statuses.includes('lethal')) lethal += weight
      else if (statuses.includes('suspected')) suspected += weight
      for (const note of fired.flatMap((rule) => rule.notes)) notes.add(note)
    }
    return {
      /** Weight of the genotypes whose gravest viability is lethal, and of those where it is suspected. */
      lethal: lethal * others,
      suspected: suspected * others,
      /** Message ids. */
      notes: [...notes],
    }
  }
}
