/**
 * What depends on the outcomes chosen in some linkage groups only, made once for each choice in them.
 * Guarantees: what `make` gives for the same choice; bounded.
 */
import { createBoundedMap } from '../../model/memo.js'
import type { FoalGroup } from '../../model/cross/zygotes.js'

/** @param needed indices of the groups that `make` looks at @param most how many values are kept */
export function byChoice<Value>(
  groups: readonly FoalGroup[],
  needed: readonly number[],
  most: number,
  make: (choice: ArrayLike<number>) => Value,
): (choice: ArrayLike<number>) => Value {
  const strides: number[] = []
  let size = 1
  for (const g of needed) {
    strides.push(size)
    size *= groups[g]?.outcomes.length ?? 1
  }
  if (size > Number.MAX_SAFE_INTEGER) return make
  const placeOf = (choice: ArrayLike<number>): number => {
    let place = 0
    for (let i = 0; i < needed.length; i++) place += (choice[needed[i] ?? 0] ?? 0) * (strides[i] ?? 0)
    return place
  }
  if (size <= most) {
    const made = new Array<Value | undefined>(size)
    return (choice) => (made[placeOf(choice)] ??= make(choice))
  }
  const made = createBoundedMap<number, Value>(most)
  return (choice) => {
    const place = placeOf(choice)
    return made.known(place) ?? made.keep(place, make(choice))
  }
}
