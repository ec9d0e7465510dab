/**
 * Founders whose copies the facts alone settle: then their frequency does not matter, be it unknown or even 0. Where it
 * matters and nobody states it, that is the caller's fault.
 */
import { dosageOf, pairOf, type Pair } from '../../genetics/genotype.js'
import type { ModelLocus } from '../../model/model.js'
import type { Evidence, Unstated } from '../answer.js'
import { isMissing, type LocusCopies, type Priors } from './copies.js'
import type { Known } from './known.js'
import { forEachPair } from './pair-sets.js'
import type { IsSettled, Possible } from './possible.js'

export interface Settled {
  readonly isSettled: IsSettled
  readonly fault: Unstated | undefined
  readonly unheardOf: Evidence['unheardOf']
  /** Settled copies whose order (mother's, father's) is not: so many orders there are of each. */
  readonly orders: readonly number[]
}

/** @param known by the facts alone */
export function settle({ reading, possible }: Known, priors: Priors): Settled {
  const settled = new Set<string>()
  const unheardOf: Evidence['unheardOf'][number][] = []
  const orders: number[] = []
  let fault: Unstated | undefined
  const open = possible.isEmpty ? [] : reading.copies.filter(({ isOpen }) => isOpen)
  for (const place of open) {
    const { locus, copies } = place
    const prior = priors[locus.index]
    const isMet = copies.map((_, copy) => isMissing(place, copy) || prior?.[copy]?.numerator !== 0n)
    if (prior !== undefined && !isMet.includes(false)) continue
    const unstated: number[] = []
    reading.animals.forEach(({ mother, father }, horse) => {
      const founding = ([0, 1] as const).filter((side) => [mother, father][side] === undefined)
      const [side = 0] = founding
      if (founding.length === 0) return
      const own = pairsAt(place, possible, horse)
      if (prior !== undefined && own.some((pair) => founding.every((each) => isMet[pair[each]]))) return
      // Layouts of one genotype are alike, and so are those of one list of variants.
      const kindOf = (pair: readonly [number, number]): number | string =>
        founding.length === 1 ? pair[side] : variantsIn(locus, [copies[pair[0]] ?? [], copies[pair[1]] ?? []])
      const [first = [0, 0] as const, ...others] = own
      if (others.some((pair) => kindOf(pair) !== kindOf(first))) {
        if (prior === undefined) unstated.push(horse)
        return
      }
      for (const each of founding) settled.add(`${horse} ${each} ${locus.index}`)
      if (founding.length === 2) orders.push(own.length)
      const [a, b] = first
      if (prior !== undefined)
        unheardOf.push({ horse, locus: locus.index, copies: pairOf(copies[a] ?? [], copies[b] ?? []) })
    })
    if (unstated.length > 0) fault ??= { locus: locus.index, horses: unstated }
  }
  const isSettled: IsSettled = (animal, side, locus) => settled.has(`${animal} ${side} ${locus}`)
  return { isSettled, fault, unheardOf, orders }
}

/**
 * What an absent parent kept is of no importance. Where its figures are not stated and its foal tells what it handed on, it
 * is given one pair with that copy: two of it, if such an animal can live.
 * @param known by the facts alone
 */
export function withAbsentSettled(known: Known, priors: Priors): Known {
  const { reading, possible } = known
  const { animals, copies, question } = reading
  if (possible.isEmpty || !question.horses.some(({ isAbsent }) => isAbsent)) return known
  const pairs = possible.pairs.map((own) => [...own])
  for (const place of copies) {
    const { index } = place.locus
    const { length } = place.copies
    const prior = priors[index]
    animals.forEach(({ mother, father }, foal) => {
      for (const [side, parent] of [mother, father].entries()) {
        if (parent === undefined || question.horses[parent]?.isAbsent !== true) continue
        const [copy = 0, ...others] = new Set(pairsAt(place, possible, foal).map((pair) => pair[side] ?? 0))
        const isMet = isMissing(place, copy) || prior?.[copy]?.numerator !== 0n
        if (others.length > 0 || (prior !== undefined && isMet)) continue
        const own = pairsAt(place, possible, parent).filter((pair) => pair.includes(copy))
        const [a, b] = own.find((pair) => pair[0] === pair[1]) ?? own[0] ?? [copy, copy]
        const only = new Uint8Array(length ** 2)
        only[a * length + b] = 1
        pairs[index]?.splice(parent, 1, only)
      }
    })
  }
  return { ...known, possible: { ...possible, pairs }, memory: new Map() }
}

/** The wild type, where variants can share a copy, stands in those layouts only in which they do. */
function variantsIn(locus: ModelLocus, pair: Pair): string {
  const dosage = dosageOf(locus, pair)
  if (locus.cis && locus.wildType !== null) dosage[locus.wildType] = 0
  return dosage.join()
}

/** Pairs of places of copies that an animal can have, its mother's first. */
export function pairsAt(
  { locus, copies: { length } }: LocusCopies,
  { pairs }: Possible,
  animal: number,
): readonly (readonly [number, number])[] {
  const all: (readonly [number, number])[] = []
  forEachPair(pairs[locus.index]?.[animal] as Uint8Array, length, (a, b) => all.push([a, b]))
  return all
}
