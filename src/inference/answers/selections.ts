/**
 * Selections of the rectangles that couple linkage groups: which rows of a joint distribution are part of one, and which are of
 * the lowest order.
 */
import { selectionsOf } from '../network/couplings.js'
import type { Selector } from '../network/variables.js'
import type { Joint } from '../posterior/posterior.js'

/** The selections that a row of a joint distribution is part of; couplings of other groups may be selected in any way. */
export function createSelectionsIn(
  joint: Joint<number>,
  couplings: readonly Selector[],
): (selected: readonly number[]) => readonly number[] {
  const all = [...Array(selectionsOf(couplings)).keys()]
  // The usual case.
  if (couplings.length === 0) return () => all
  const known = new Map<string, readonly number[]>()
  return (selected) => {
    const key = selected.join()
    const found =
      known.get(key) ??
      all.filter((selection) => {
        let rest = selection
        return couplings.every((coupling) => {
          const rectangle = rest % coupling.rectangles.length
          rest = Math.floor(rest / coupling.rectangles.length)
          const selector = joint.selectors.indexOf(coupling)
          return selector < 0 || selected[selector] === rectangle
        })
      })
    known.set(key, found)
    return found
  }
}

/** The lowest order in each selection; Infinity where it is impossible. All 0 where nothing has an order. */
export function lowestOrders(
  { rows, isOrdered }: Joint<number>,
  selectionsIn: (selected: readonly number[]) => readonly number[],
  selections: number,
): Float64Array {
  if (!isOrdered) return new Float64Array(selections)
  const lowest = new Float64Array(selections).fill(Infinity)
  for (const { selected, order } of rows)
    for (const selection of selectionsIn(selected))
      if (order < (lowest[selection] ?? 0)) lowest[selection] = order
  return lowest
}

/** Whether a selection is of the lowest order in all groups together. @param orders by group */
export function selectionsOfLowestOrder(orders: readonly Float64Array[]): readonly boolean[] {
  const sums = Array.from(orders[0] ?? [], (_, s) => orders.reduce((sum, own) => sum + (own[s] ?? 0), 0))
  const lowest = Math.min(...sums)
  return sums.map((sum) => sum === lowest)
}
