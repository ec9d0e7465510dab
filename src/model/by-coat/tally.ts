/**
 * Sums a factored cross by what the tables say of it, without listing genotypes: dynamic programming over
 * the groups, one state per distinguishable partial result.
 * Guarantees: exact sums; of each state the most probable genotype, the first in canonical order among equals.
 * The cost follows the states, not 3^loci.
 */
import { addProduct, type InputSum, inputsOfOne, inputsUnderEach, product, type Sum } from './sums.js'
import { createTableSteps, type StateKey } from './table-steps.js'
import type { EffectOf } from './diagram.js'
import type { CompiledTable, LinkageGroup } from '../model.js'
import { digits } from '../../genetics/integers.js'
import type { FoalGroup } from '../cross/zygotes.js'

export type Tally = ReturnType<typeof createTally>

/**
 * @returns sums the foals of a cross over those of its linkage groups that are tallied, under one or more sets of fractions
 * at once: they lead to the same states
 * @param which the groups to tally, by index, ascending: all that the tables read, or that shall be counted along
 * @param tables in table order; tables whose tokens they ask for must be among them
 * @param effectOf see table-steps.ts
 */
export function createTally(
  groups: readonly LinkageGroup[],
  which: readonly number[],
  tables: readonly CompiledTable[],
  effectOf?: EffectOf,
) {
  const steps = createTableSteps(
    which.flatMap((g) => groups[g] ?? []),
    tables,
    effectOf,
  )
  // Crosses share foals over a group, which are remembered elsewhere (zygotes.ts).
  const known = new WeakMap<FoalGroup, readonly InputSum[]>()
  const inputsOf = (foals: FoalGroup, index: number): readonly InputSum[] => {
    const inputs = known.get(foals) ?? inputsOfOne(foals, index, steps)
    known.set(foals, inputs)
    return inputs
  }
  return (all: readonly (readonly FoalGroup[])[]) => {
    // Fractions often make no difference to these groups.
    const { distributions, placeOf } = differentOver(which, all)
    const nothing = { weights: distributions.map(() => 1n), count: 1n, bestWeight: 1n, bestPath: 0n }
    let states = new Map<StateKey, Sum>([[steps.start, nothing]])
    const radices: number[] = []
    which.forEach((g, index) => {
      const foals = distributions.flatMap((each) => each[g] ?? [])
      const inputs = inputsUnderEach(foals.map((each) => inputsOf(each, index)))
      const radix = foals[0]?.genotypes.length ?? 1
      radices.push(radix)
      const next = new Map<StateKey, Sum>()
      for (const [key, state] of states) {
        for (const own of inputs) {
          const to = steps.after(key, own.input)
          const sum = next.get(to)
          if (sum === undefined) next.set(to, product(state, own, BigInt(radix)))
          else addProduct(sum, state, own, BigInt(radix))
        }
      }
      states = next
    })
    const isEachDifferent = distributions.length === all.length
    const weightsOf = ({ weights }: Sum): readonly bigint[] =>
      isEachDifferent ? weights : placeOf.map((place) => weights[place] ?? 0n)
    return {
      /** Genotypes that the tables do not tell apart, summed: very many, of which most are told no more of than this. */
      rows: Array.from(states, ([state, sum]) => ({ state, sum, weights: weightsOf(sum) })),
      /** One outcome per table tallied, in table order. */
      outcomesAt: steps.outcomesAt,
      /** Of the most probable one, the genotype over each group: its place in canonical order. */
      pathOf: ({ bestPath }: Readonly<Sum>) => digits(bestPath, radices),
    }
  }
}

/** @returns those that differ in some of the groups, and for each of all the place of its like among them */
function differentOver(which: readonly number[], all: readonly (readonly FoalGroup[])[]) {
  const distributions: (readonly FoalGroup[])[] = []
  const placeOf = all.map((one) => {
    const known = distributions.findIndex((other) => which.every((g) => one[g] === other[g]))
    return known >= 0 ? known : distributions.push(one) - 1
  })
  return { distributions, placeOf }
}
