/**
 * Sums genotypes by what tables say of them, linkage group by linkage group, in several lanes at once: under other
 * frequencies, and for each choice of rectangles that ties groups together.
 * Guarantees: sums but for rounding; of each state the most probable genotype (within one choice of rectangles), the first
 * in canonical order among equals.
 */
import type { GroupInput, StateKey, TableSteps } from '../../model/by-coat/table-steps.js'
import type { LinkageGroup, LocusGenotype } from '../../model/model.js'

/** What an animal can have over one linkage group. */
export interface GroupShares {
  readonly group: LinkageGroup
  /** In canonical order, one genotype per locus in map order. */
  readonly genotypes: readonly (readonly LocusGenotype[])[]
  /** By genotype, then by lane. */
  readonly weights: Float64Array
}

export type StateSum = Readonly<ReturnType<typeof sumStates>[number]>

/** Genotypes of one group that no table tells apart. */
interface Part {
  readonly input: GroupInput
  readonly weights: Float64Array
  /** For each leading lane, the genotype that weighs most in it. */
  readonly best: Int32Array
}

/** What differs by less is rounding. */
export const NOISE = 1e-12

/** @param leading so many of the first lanes decide what is most probable: the best that is best in one of them */
export function sumStates(steps: TableSteps, groups: readonly GroupShares[], lanes: number, leading: number) {
  let states: readonly StateKey[] = [steps.start]
  let weights = new Float64Array(lanes).fill(1)
  let best = new Float64Array(leading).fill(1)
  // How a state's best way stands among all in canonical order, and by which state and genotype it came.
  let ranks: Int32Array = new Int32Array(leading)
  const trails: { readonly from: Int32Array; readonly taken: Int32Array }[] = []
  groups.forEach((shares, g) => {
    const parts = partsOf(steps, shares, g, lanes, leading)
    const places = new Map<StateKey, number>()
    const moves = new Int32Array(states.length * parts.length)
    states.forEach((state, s) => {
      parts.forEach(({ input }, p) => {
        const after = steps.after(state, input)
        const known = places.get(after) ?? places.size
        places.set(after, known)
        moves[s * parts.length + p] = known
      })
    })
    const count = places.size
    const next = new Float64Array(count * lanes)
    const nextBest = new Float64Array(count * leading)
    const from = new Int32Array(count * leading).fill(-1)
    const taken = new Int32Array(count * leading)
    const radix = shares.genotypes.length
    const placed = new Float64Array(count * leading)
    states.forEach((_, s) => {
      parts.forEach((part, p) => {
        const to = moves[s * parts.length + p] ?? 0
        for (let l = 0; l < lanes; l++) {
          const at = to * lanes + l
          next[at] = (next[at] ?? 0) + (weights[s * lanes + l] ?? 0) * (part.weights[l] ?? 0)
        }
        for (let k = 0; k < leading; k++) {
          const chosen = part.best[k] ?? 0
          const weight = (best[s * leading + k] ?? 0) * (shares.weights[chosen * lanes + k] ?? 0)
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
      /** By lane. */
      weights: weights.subarray(s * lanes, (s + 1) * lanes),
      bestWeight,
      /** The genotype chosen in each group; most are not looked at. */
      path: () => pathTo(trails, s, own.indexOf(bestWeight), leading),
    }
  })
}

function partsOf(
  steps: TableSteps,
  { genotypes, weights }: GroupShares,
  group: number,
  lanes: number,
  leading: number,
): readonly Part[] {
  const parts = new Map<GroupInput, Part>()
  genotypes.forEach((genotype, place) => {
    const input = steps.inputOf(group, genotype)
    const part = parts.get(input) ?? {
      input,
      weights: new Float64Array(lanes),
      best: new Int32Array(leading).fill(place),
    }
    parts.set(input, part)
    for (let l = 0; l < lanes; l++)
      part.weights[l] = (part.weights[l] ?? 0) + (weights[place * lanes + l] ?? 0)
    for (let k = 0; k < leading; k++) {
      const known = weights[(part.best[k] ?? 0) * lanes + k] ?? 0
      if ((weights[place * lanes + k] ?? 0) > known * (1 + NOISE)) part.best[k] = place
    }
  })
  return [...parts.values()]
}

/** Of each lane by itself. */
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
  lane: number,
  leading: number,
): readonly number[] {
  const path: number[] = []
  let at = state
  for (let g = trails.length - 1; g >= 0; g--) {
    const place = at * leading + lane
    path[g] = trails[g]?.taken[place] ?? 0
    at = trails[g]?.from[place] ?? 0
  }
  return path
}
