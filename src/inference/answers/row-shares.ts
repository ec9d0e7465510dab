/**
 * The share of a coat under each variant: the best frequencies, then each with one changed.
 * Guarantees: what a change leaves alone is multiplied once, however many changes there are.
 */
import type { CoatShare } from '../../model/by-coat/chosen-parts.js'
import type { Component } from '../../model/by-coat/components.js'
import type { Part } from '../../model/by-coat/parts.js'
import type { Factored } from './factored.js'

/** A part with its share under each variant. */
export interface SharedPart extends Part {
  readonly variants: readonly number[]
}

/** @param wholes what all parts of each component come to, under each variant */
export function createRowShares(
  factored: Factored,
  components: readonly Component[],
  wholes: readonly (readonly number[])[],
): (share: CoatShare) => Float64Array {
  const { variants, changed } = factored
  const changedIn = components.map(({ groups }) => placesOf(changed, (group) => groups.includes(group)))
  const unchanged = placesOf(changed, (group) => !components.some(({ groups }) => groups.includes(group)))
  const shareOf = (part: Part, c: number, v: number): number =>
    'variants' in part ? ((part as SharedPart).variants[v] ?? 0) : wholes[c]?.[v] === 0 ? 0 : 1
  return ({ choices }) => {
    const sums = new Float64Array(variants)
    for (const chosen of choices) {
      const best = chosen.map((part, c) => shareOf(part, c, 0))
      const all = best.reduce((product, share) => product * share, 1)
      for (const v of [0, ...unchanged]) sums[v] = (sums[v] ?? 0) + all
      // A change of frequencies in one group leaves what all other components contribute as it is.
      chosen.forEach((part, c) => {
        const others = best.reduce((product, share, other) => (other === c ? product : product * share), 1)
        for (const v of changedIn[c] ?? []) sums[v] = (sums[v] ?? 0) + others * shareOf(part, c, v)
      })
    }
    return sums
  }
}

/** Variants whose change is in such a group; the first variant changes nothing. */
function placesOf(changed: readonly number[], isIn: (group: number) => boolean): readonly number[] {
  return changed.flatMap((group, v) => (isIn(group) ? [v + 1] : []))
}
