/**
 * Sums the weights of genotypes by the states that tables distinguish, linkage group by linkage group, in all
 * scenarios at once.
 * Guarantees: exact up to rounding; each state keeps its most probable genotype (within one selection of rectangles),
 * the first in canonical order among equals.
 */
import type { GroupInput, StateKey, TableSteps } from '../../model/by-coat/table-steps.js'
import type { GroupWeights } from './group-weights.js'

export type StateSum = Readonly<ReturnType<typeof sumStates>[number]>

/** Genotypes of one group that no table distinguishes. */
interface GenotypeClass {
  readonly input: GroupInput
  readonly weights: Float64Array
  /** In each leading scenario, the genotype with the greatest weight. */
  readonly best: Int32Array
}

/** Relative differences below this are rounding errors. */
export const NOISE = 1e-12

/** @param leading number of leading scenarios; the most probable genotype is the best in one of them */
export function sumStates(
  steps: TableSteps,
  groups: readonly GroupWeights[],
  scenarios: number,
  leading: number,
) {
  let states: readonly StateKey[] = [steps.start]
  let weights = new Float64Array(scenarios).fill(1)
  let best = new Float64Array(leading).fill(1)
  // Rank of each state's best path in canonical order; trails record the previous state and the genotype taken.
  let ranks: Int32Array = new Int32Array(leading)
  const trails: { readonly from: Int32Array; readonly taken: Int32Array }[] = []
  groups.forEach((groupWeights, g) => {
    const classes = classesOf(steps, groupWeights, g, scenarios, leading)
    const places = new Map<StateKey, number>()
    const moves = new Int32Array(states.length * classes.length)
    states.forEach((state, s) => {
      classes.forEach(({ input }, p) => {
        const after = steps.after(state, input)
        const known = places.get(after) ?? places.size
        places.set(after, known)
        moves[s * classes.length + p] = known
      })
    })
    const count = places.size
    const next = new Float64Array(count * scenarios)
    const nextBest = new Float64Array(count * leading)
    const from = new Int32Array(count * leading).fill(-1)
    const taken = new Int32Array(count * leading)
    const radix = groupWeights.genotypes.length
    const placed = new Float64Array(count * leading)
    states.forEach((_, s) => {
      classes.forEach((each, p) => {
        const to = moves[s * classes.length + p] ?? 0
        for (let l = 0; l < scenarios; l++) {
          const at = to * scenarios + l
          next[at] = (next[at] ?? 0) + (weights[s * scenarios + l] ?? 0) * (each.weights[l] ?? 0)
        }
        for (let k = 0; k < leading; k++) {
          const chosen = each.best[k] ?? 0
          const weight = (best[s * leading + k] ?? 0) * (groupWeights.weights[chosen * scenarios + k] ?? 0)
          const at = to * leading + k
          const place = (ranks[s * leading + k] ?? 0) * radix + chosen
          const known = nextBest[at] ?? 0
          const isEqual = Math.abs(weight - known) <= NOISE * known
          if (from[at] !== -1 && (isEqual ? place >= (placed[at] ?? 0) : weight < known)) continue
          nextBest[at] = weight
          from[at] = s
          taken[at] = chosen
          placed[at] = place
        }
      })
    })
    trails.push({ from, taken })
    states = [...places.keys()]
    weights = next
    best = nextBest
    ranks = ranksOf(placed, leading)
  })
  return states.map((state, s) => {
    const bestWeights = best.subarray(s * leading, (s + 1) * leading)
    const bestWeight = bestWeights.reduce((most, each) => Math.max(most, each))
    return {
      outcomes: steps.outcomesAt(state),
      /** By scenario. */
      weights: weights.subarray(s * scenarios, (s + 1) * scenarios),
      bestWeight,
      /** Index of the genotype in each group; computed on demand, because most are not needed. */
      path: () => pathTo(trails, s, bestWeights.indexOf(bestWeight), leading),
    }
  })
}

function classesOf(
  steps: TableSteps,
  { genotypes, weights }: GroupWeights,
  group: number,
  scenarios: number,
  leading: number,
): readonly GenotypeClass[] {
  const classes = new Map<GroupInput, GenotypeClass>()
  genotypes.forEach((genotype, place) => {
    const input = steps.inputOf(group, genotype)
    const genotypeClass = classes.get(input) ?? {
      input,
      weights: new Float64Array(scenarios),
      best: new Int32Array(leading).fill(place),
    }
    classes.set(input, genotypeClass)
    for (let l = 0; l < scenarios; l++)
      genotypeClass.weights[l] = (genotypeClass.weights[l] ?? 0) + (weights[place * scenarios + l] ?? 0)
    for (let k = 0; k < leading; k++) {
      const known = weights[(genotypeClass.best[k] ?? 0) * scenarios + k] ?? 0
      if ((weights[place * scenarios + k] ?? 0) > known * (1 + NOISE)) genotypeClass.best[k] = place
    }
  })
  return [...classes.values()]
}

/** Ranks per leading scenario. */
function ranksOf(placed: Float64Array, leading: number): Int32Array {
  const ranks = new Int32Array(placed.length)
  for (let k = 0; k < leading; k++) {
    const entries = Array.from({ length: placed.length / leading }, (_, s) => s * leading + k)
    entries.sort((a, b) => (placed[a] ?? 0) - (placed[b] ?? 0))
    entries.forEach((at, rank) => (ranks[at] = rank))
  }
  return ranks
}

function pathTo(
  trails: readonly { readonly from: Int32Array; readonly taken: Int32Array }[],
  state: number,
  scenario: number,
  leading: number,
): readonly number[] {
  const path: number[] = []
  let at = state
  for (let g = trails.length - 1; g >= 0; g--) {
    const place = at * leading + scenario
    path[g] = trails[g]?.taken[place] ?? 0
    at = trails[g]?.from[place] ?? 0
  }
  return path
}
