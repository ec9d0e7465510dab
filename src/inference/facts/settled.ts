/**
 * Founders whose copies the facts alone settle: then their frequency does not matter, be it unknown or even 0. Where it
 * matters and nobody states it, that is the caller's fault.
 */
import { dosageOf, pairOf } from '../../genetics/genotype.js'
import type { Copy } from '../../genetics/locus.js'
import type { Evidence, Fault } from '../answer.js'
import type { LocusCopies } from './copies.js'
import { isMissing } from './copies.js'
import { possiblePairs, type IsSettled, type Possible } from './possible.js'
import type { Priors } from './priors.js'
import type { Fact } from './fact.js'
import type { Reading } from './reading.js'

export interface Settled {
  readonly isSettled: IsSettled
  /** By the facts alone. */
  readonly possible: Possible
  readonly fault: Fault | undefined
  readonly unheardOf: Evidence['unheardOf']
  /** Settled copies whose order (mother's, father's) is not: so many orders there are of each. */
  readonly orders: readonly number[]
}

export function settle(reading: Reading, facts: readonly Fact[], priors: Priors): Settled {
  const possible = possiblePairs(reading, facts, undefined, () => false)
  const settled = new Set<string>()
  const unheardOf: Evidence['unheardOf'][number][] = []
  const orders: number[] = []
  let fault: Fault | undefined
  const openAt = possible.empty === undefined ? reading.copies.filter(({ isOpen }) => isOpen) : []
  for (const place of openAt) {
    const { locus } = place
    const prior = priors[locus.index]
    const unstated: number[] = []
    reading.animals.forEach(({ mother, father }, animal) => {
      const founding = [mother, father].flatMap((parent, side) =>
        parent === undefined ? [side as 0 | 1] : [],
      )
      if (founding.length === 0) return
      const own = pairsAt(place, possible, animal)
      const isMet = (copy: number): boolean => isMissing(place, copy) || prior?.[copy]?.numerator !== 0n
      if (prior !== undefined && own.some((pair) => founding.every((side) => isMet(pair[side])))) return
      const isAlike =
        founding.length === 2
          ? areAlike(place, own)
          : new Set(own.map((pair) => pair[founding[0] ?? 0])).size === 1
      if (!isAlike) {
        if (prior === undefined) unstated.push(animal)
        return
      }
      for (const side of founding) settled.add(`${animal} ${side} ${locus.index}`)
      if (founding.length === 2) orders.push(own.length)
      if (prior !== undefined)
        unheardOf.push({ horse: animal, locus: locus.index, copies: copiesIn(place, own) })
    })
    if (unstated.length > 0) fault ??= { kind: 'unstated', locus: locus.index, horses: unstated }
  }
  const isSettled: IsSettled = (animal, side, locus) => settled.has(`${animal} ${side} ${locus}`)
  return { isSettled, possible, fault, unheardOf, orders }
}

/** One pair, or pairs that are layouts of one genotype. */
function areAlike({ locus, copies }: LocusCopies, pairs: readonly (readonly [number, number])[]): boolean {
  const dosages = pairs.map(([a, b]) => dosageOf(locus, [copies[a] ?? [], copies[b] ?? []]).join())
  return new Set(dosages).size === 1
}

function pairsAt(
  { locus, copies }: LocusCopies,
  { pairs }: Possible,
  animal: number,
): readonly (readonly [number, number])[] {
  const own: (readonly [number, number])[] = []
  pairs[locus.index]?.[animal]?.forEach((is, i) => {
    if (is === 1) own.push([Math.floor(i / copies.length), i % copies.length])
  })
  return own
}

function copiesIn({ copies }: LocusCopies, pairs: readonly (readonly [number, number])[]): readonly Copy[] {
  const [a = 0, b = 0] = pairs[0] ?? []
  return pairOf(copies[a] ?? [], copies[b] ?? [])
}
