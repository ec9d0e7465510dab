/**
 * Sums the weights of genotypes by what tables make of them, linkage group by linkage group, in all scenarios at once.
 * Guarantees: exact but for rounding; of each state the most probable genotype (within one selection of rectangles), the
 * first in canonical order among equals.
 */
import type { GroupInput, StateKey, TableSteps } from '../../model/by-coat/table-steps.js'
import type { GroupWeights } from './group-weights.js'

export type StateSum = Readonly<ReturnType<typeof sumStates>[number]>

/** Genotypes of one group that no table tells apart. */
interface GenotypeClass {
  readonly input: GroupInput
  readonly weights: Float64Array
  /** In each leading scenario, the genotype with the greatest weight. */
  readonly best: Int32Array
}

/** Weights that differ by less, relatively, differ by rounding. */
export const NOISE = 1e-12

/** @param leading how many of the first scenarios decide which genotype is most probable: the best in one of them */
export function sumStates(
  steps: TableSteps,
  groups: readonly GroupWeights[],
  scenarios: number,
  leading: number,
) {
  let states: readonly StateKey[] = [steps.start]
  let weights = new Float64Array(scenarios).fill(1)
  let best = new Float64Array(leading).fill(1)
  // The rank of each state's best path in canonical order, and the state and genotype by which it came.
  let ranks: Int32Array = new Int32Array(leading)
  const trails: { readonly from: Int32Array; readonly taken: Int32Array }[] = []
  groups.forEach((own, g) => {
    const classes = classesOf(steps, own, g, scenarios, leading)
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
    const radix = own.genotypes.length
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
          const weight = (best[s * leading + k] ?? 0) * (own.weights[chosen * scenarios + k] ?? 0)
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
    const own = best.subarray(s * leading, (s + 1) * leading)
    const bestWeight = own.reduce((most, each) => Math.max(most, each))
    return {
      outcomes: steps.outcomesAt(state),
      /** By scenario. */
      weights: weights.subarray(s * scenarios, (s + 1) * scenarios),
      bestWeight,
      /** The genotype chosen in each group; computed when needed, since most are not. */
      path: () => pathTo(trails, s, own.indexOf(bestWeight), leading),
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
    const own = classes.get(input) ?? {
      input,
      weights: new Float64Array(scenarios),
      best: new Int32Array(leading).fill(place),
    }
    classes.set(input, own)
    for (let l = 0; l < scenarios; l++)
      own.weights[l] = (own.weights[l] ?? 0) + (weights[place * scenarios + l] ?? 0)
    for (let k = 0; k < leading; k++) {
      const known = weights[(own.best[k] ?? 0) * scenarios + k] ?? 0
      if ((weights[place * scenarios + k] ?? 0) > known * (1 + NOISE)) own.best[k] = place
    }
  })
  return [...classes.values()]
}

/** In each leading scenario separately. */
function ranksOf(placed: Float64Array, leading: number): Int32Array {
  const ranks = new Int32Array(placed.length)
  for (let k = 0; k < leading; k++) {
    const own = Array.from({ length: placed.length / leading }, (_, s) => s * leading + k)
    own.sort((a, b) => (placed[a] ?? 0) - (placed[b] ?? 0))
    own.forEach((at, rank) => (ranks[at] = rank))
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
