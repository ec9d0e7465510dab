/**
 * The probability of one coat under each prior set: the priors of the evidence, then each change of them.
 * Guarantees: what a change leaves alone is multiplied once, however many changes there are.
 */
import type { CoatWeight } from '../../model/by-coat/chosen-parts.js'
import type { Component } from '../../model/by-coat/components.js'
import type { Part } from '../../model/by-coat/parts.js'
import type { Weighed } from './group-weights.js'

/** A part of a coat with its probability under each prior set. */
export interface PartOfCoat extends Part {
  readonly byPriorSet: readonly number[]
}

/** @param totals the weight of all parts of each component, by prior set */
export function createRowProbabilities(
  { priorSets, changed }: Weighed,
  components: readonly Component[],
  totals: readonly (readonly number[])[],
): (coat: CoatWeight) => Float64Array {
  const changedIn = components.map(({ groups }) => priorSetsOf(changed, (group) => groups.includes(group)))
  const unchanged = priorSetsOf(changed, (group) => !components.some(({ groups }) => groups.includes(group)))
  const probabilityOf = (part: Part, c: number, set: number): number =>
    'byPriorSet' in part ? ((part as PartOfCoat).byPriorSet[set] ?? 0) : totals[c]?.[set] === 0 ? 0 : 1
  return ({ choices }) => {
    const sums = new Float64Array(priorSets)
    for (const chosen of choices) {
      const base = chosen.map((part, c) => probabilityOf(part, c, 0))
      const all = base.reduce((product, each) => product * each, 1)
      for (const set of [0, ...unchanged]) sums[set] = (sums[set] ?? 0) + all
      // A change in one component leaves the contributions of all others as they are.
      chosen.forEach((part, c) => {
        const others = base.reduce((product, each, other) => (other === c ? product : product * each), 1)
        for (const set of changedIn[c] ?? [])
          sums[set] = (sums[set] ?? 0) + others * probabilityOf(part, c, set)
      })
    }
    return sums
  }
}

/** Prior sets that change such a group; set 0 changes nothing. */
function priorSetsOf(changed: readonly number[], isIn: (group: number) => boolean): readonly number[] {
  return changed.flatMap((group, c) => (isIn(group) ? [c + 1] : []))
}
