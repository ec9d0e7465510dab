/**
 * Sums a factored cross by what the tables distinguish, without listing genotypes: dynamic programming over the
 * linkage groups, with one state per distinguishable partial result.
 * Guarantees: exact sums; each state keeps its most probable genotype, the first in canonical order among equals. The
 * cost grows with the number of states, not with 3^loci.
 */
import { addProduct, type InputSum, inputsOfOne, inputsUnderEach, product, type Sum } from './sums.js'
import { createTableSteps, type StateKey } from './table-steps.js'
import type { EffectOf } from './diagram.js'
import type { CompiledTable, LinkageGroup } from '../model.js'
import { digits } from '../../genetics/integers.js'
import type { FoalGroup } from '../cross/zygotes.js'

export type Tally = ReturnType<typeof createTally>

/**
 * @returns a function that sums the foals of a cross over the given groups, under one or more sets of fractions at
 * once: all sets lead to the same states
 * @param which indices of the groups to tally, ascending; must include all groups that the tables read
 * @param tables in table order; must include the tables they depend on
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
  // Crosses share FoalGroup objects (zygotes.ts memoizes them), so their inputs can be shared too.
  const known = new WeakMap<FoalGroup, readonly InputSum[]>()
  const inputsOf = (foals: FoalGroup, index: number): readonly InputSum[] => {
    const inputs = known.get(foals) ?? inputsOfOne(foals, index, steps)
    known.set(foals, inputs)
    return inputs
  }
  return (all: readonly (readonly FoalGroup[])[]) => {
    // Often only some groups differ between the sets of fractions; tally equal distributions once.
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
        for (const input of inputs) {
          const to = steps.after(key, input.input)
          const sum = next.get(to)
          if (sum === undefined) next.set(to, product(state, input, BigInt(radix)))
          else addProduct(sum, state, input, BigInt(radix))
        }
      }
      states = next
    })
    const isEachDifferent = distributions.length === all.length
    const weightsOf = ({ weights }: Sum): readonly bigint[] =>
      isEachDifferent ? weights : placeOf.map((place) => weights[place] ?? 0n)
    return {
      /** One row per state. There can be very many, so anything beyond the sums is computed on demand. */
      rows: Array.from(states, ([state, sum]) => ({ state, sum, weights: weightsOf(sum) })),
      /** One outcome per tallied table, in table order. */
      outcomesAt: steps.outcomesAt,
      /** Index of the most probable genotype in each group, in canonical order. */
      pathOf: ({ bestPath }: Readonly<Sum>) => digits(bestPath, radices),
    }
  }
}

/** @returns the distributions that differ in the given groups, and for each original one its index among them */
function differentOver(which: readonly number[], all: readonly (readonly FoalGroup[])[]) {
  const distributions: (readonly FoalGroup[])[] = []
  const placeOf = all.map((one) => {
    const known = distributions.findIndex((other) => which.every((g) => one[g] === other[g]))
    return known >= 0 ? known : distributions.push(one) - 1
  })
  return { distributions, placeOf }
}
