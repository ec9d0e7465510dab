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

export type Settled = Readonly<ReturnType<typeof settle>>

/** @param known by the facts alone */
export function settle({ reading, possible }: Known, priors: Priors) {
  const { question } = reading
  const settled = new Set<string>()
  const unheardOf: Evidence['unheardOf'][number][] = []
  /** Of each founder with both copies settled: in how many orders (mother's, father's) they can stand. */
  const orders: number[] = []
  let fault: Unstated | undefined
  const open = possible.isEmpty ? [] : reading.copies.filter(({ isOpen }) => isOpen)
  for (const place of open) {
    const { locus, copies } = place
    const prior = priors[locus.index]
    const metAt = copies.map((_, copy) => isMissing(place, copy) || prior?.[copy]?.numerator !== 0n)
    if (prior !== undefined && !metAt.includes(false)) continue
    const unstated: number[] = []
    reading.animals.forEach(({ mother, father }, horse) => {
      const founding = ([0, 1] as const).filter((side) => [mother, father][side] === undefined)
      const [side = 0] = founding
      if (founding.length === 0) return
      const own = pairsAt(place, possible, horse)
      if (prior !== undefined && own.some((pair) => founding.every((each) => metAt[pair[each]]))) return
      // Pairs that differ only in which copy is whose, or in how variants lie on the two, count as one.
      const kindOf = (pair: readonly [number, number]): number | string =>
        founding.length === 1 ? pair[side] : kindOfPair(place, pair)
      const [first = [0, 0] as const, ...others] = own
      if (others.some((pair) => kindOf(pair) !== kindOf(first))) {
        if (prior === undefined) unstated.push(horse)
        return
      }
      for (const each of founding) settled.add(`${horse} ${each} ${locus.index}`)
      if (founding.length === 2 && question.horses[horse]?.isAbsent !== true) orders.push(own.length)
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
 * is given one other copy.
 * @param known by the facts alone
 */
export function withAbsentSettled(known: Known, priors: Priors): Known {
  const { reading, possible } = known
  const { animals, copies, question } = reading
  const born = animals.flatMap(({ mother, father }, foal) =>
    [mother, father].flatMap((parent = -1, side) =>
      question.horses[parent]?.isAbsent === true ? [{ parent, foal, side }] : [],
    ),
  )
  if (possible.isEmpty || born.length === 0) return known
  const pairs = possible.pairs.map((own) => [...own])
  for (const place of copies) {
    const prior = priors[place.locus.index]
    for (const { parent, foal, side } of born) {
      const [copy = 0, ...others] = new Set(pairsAt(place, possible, foal).map((pair) => pair[side] ?? 0))
      const isMet = isMissing(place, copy) || prior?.[copy]?.numerator !== 0n
      if (others.length > 0 || (prior !== undefined && isMet)) continue
      pairs[place.locus.index]?.splice(parent, 1, pairsWith(place, possible, parent, copy))
    }
  }
  return { ...known, possible: { ...possible, pairs }, memory: new Map() }
}

/** In either order, this copy and one other: the wild type if the animal can have it, which none dies of. */
function pairsWith(place: LocusCopies, possible: Possible, animal: number, copy: number): Uint8Array {
  const { locus, copies } = place
  const otherOf = ([a, b]: readonly [number, number]): number => (a === copy ? b : a)
  const all = pairsAt(place, possible, animal).filter((pair) => pair.includes(copy))
  const others = all.map(otherOf)
  const kept = others.find((other) => copies[other]?.join() === String(locus.wildType)) ?? others[0]
  const set = new Uint8Array(copies.length ** 2)
  for (const pair of all) if (otherOf(pair) === kept) set[pair[0] * copies.length + pair[1]] = 1
  return set
}

/** A gene that was left out is wild type in an animal of either sex: two copies of it, or on the sex chromosome one. */
function kindOfPair(place: LocusCopies, pair: readonly [number, number]): string {
  const { locus, copies } = place
  const present = pair.filter((copy) => !isMissing(place, copy))
  const isWild = present.every((copy) => copies[copy]?.join() === String(locus.wildType))
  return isWild && locus.noCopy !== null
    ? 'wild type'
    : variantsIn(locus, [copies[pair[0]] ?? [], copies[pair[1]] ?? []])
}

/** The wild type, where variants can share a copy, stands in those layouts only in which they do. */
function variantsIn(locus: ModelLocus, pair: Pair): string {
  const dosage = dosageOf(locus, pair)
  if (locus.cis && locus.wildType !== null) dosage[locus.wildType] = 0
  return dosage.join()
}

/** Whether an animal has one pair at a locus, in whichever order. */
export function hasOneGenotype(possible: Possible, place: LocusCopies, animal: number): boolean {
  const [first, ...others] = pairsAt(place, possible, animal)
  return first !== undefined && others.every(([a, b]) => a === first[1] && b === first[0])
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
