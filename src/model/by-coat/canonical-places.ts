/**
 * Coats of one weight in canonical order: that of their most probable genotypes.
 * Guarantees: exact, however many genotypes there are; the groups of one component may stand between those of another.
 * Leaves to others: which coats have one weight (ranked-products.ts), and coats that no choice of parts makes (order.ts).
 */
import { BIG_INTS, DOUBLES, type Integers } from '../../genetics/integers.js'
import type { Part } from './parts.js'
import type { Component } from './components.js'
import type { FoalGroup } from '../cross/zygotes.js'

/** Where in `choices` each coat of some ties begins, in canonical order of their most probable genotypes. */
export type CanonicalPlaces = (choices: readonly number[], count: number) => readonly number[]

/** @param open the parts of each component that choices choose from */
export function createCanonicalPlaces(
  components: readonly Component[],
  open: readonly (readonly Part[])[],
  groups: readonly FoalGroup[],
): CanonicalPlaces {
  const genotypes = groups.reduce((product, { outcomes }) => product * outcomes.length, 1)
  return genotypes <= Number.MAX_SAFE_INTEGER
    ? orderPlaces(DOUBLES, components, open, groups)
    : orderPlaces(BIG_INTS, components, open, groups)
}

function orderPlaces<N extends number | bigint>(
  integers: Integers<N>,
  components: readonly Component[],
  open: readonly (readonly Part[])[],
  groups: readonly FoalGroup[],
): CanonicalPlaces {
  const { of, plus, append } = integers
  const zero = of(0n)
  // Of a coat's place in canonical order, a mixed-radix number, each part has the digits of its own groups.
  const ranks = open.map((own, c) =>
    own.map(({ best }) =>
      groups.reduce((rank, { outcomes }, group) => {
        const own = components[c]?.groups.indexOf(group) ?? -1
        return append(rank, outcomes.length, best.path[own] ?? 0)
      }, zero),
    ),
  )
  return (choices, count) => {
    const width = ranks.length
    const keys: N[] = []
    let isSorted = true
    for (let i = 0; i < count; i++) {
      let key = zero
      for (let c = 0; c < width; c++) key = plus(key, ranks[c]?.[choices[i * width + c] ?? 0] ?? zero)
      isSorted &&= i === 0 || (keys[i - 1] ?? zero) < key
      keys.push(key)
    }
    const order = [...keys.keys()]
    if (!isSorted) order.sort((a, b) => ((keys[a] ?? zero) < (keys[b] ?? zero) ? -1 : 1))
    return order.map((i) => i * width)
  }
}
