/**
 * Founders whose copies the facts alone determine: no prior applies to them, even if the population has none of these copies.
 * Where a prior applies and nothing states it, the question cannot be answered.
 */
import { dosageOf, pairOf, type Pair } from '../../genetics/genotype.js'
import type { ModelLocus } from '../../model/model.js'
import type { FounderCopies, Unstated } from '../answer.js'
import { isMissing, type LocusCopies } from './copies.js'
import type { Evidence } from './evidence.js'
import { pairsIn } from './pair-sets.js'
import type { IsDetermined, Possible } from './possible.js'
import { hasOrders, hasPrior, isUnforced, type Priors } from './priors.js'

export interface Determined {
  readonly isDetermined: IsDetermined
  /** The first locus at which some founder needs a prior that nothing states. */
  readonly fault: Unstated | undefined
  /** Determined copies of founders that the population has none of. */
  readonly unheardOf: readonly FounderCopies[]
  /** For each founder with both copies determined: in how many orders (mother's, father's) they can stand. */
  readonly orders: readonly number[]
}

export function determinedFounders({ reading, possible }: Evidence, priors: Priors): Determined {
  const { question } = reading
  const determined = new Set<string>()
  const unheardOf: FounderCopies[] = []
  const orders: number[] = []
  let fault: Unstated | undefined
  const varied = possible.isEmpty ? [] : reading.copies.filter(({ isFixed }) => !isFixed)
  for (const place of varied) {
    const { locus, copies } = place
    const prior = priors[locus.index]
    const canOccur = copies.map((_, copy) => isUnforced(place, prior, copy))
    if (prior !== undefined && !canOccur.includes(false)) continue
    const unstated: number[] = []
    reading.animals.forEach(({ mother, father }, animal) => {
      const founding = ([0, 1] as const).filter((side) => [mother, father][side] === undefined)
      const [side = 0] = founding
      if (founding.length === 0) return
      const own = pairsAt(place, possible, animal)
      if (prior !== undefined && own.some((pair) => founding.every((each) => canOccur[pair[each]]))) return
      // Pairs that differ only in which copy is whose, or in how variants lie on the two, count as one.
      const keyOf = (pair: readonly [number, number]): number | string =>
        founding.length === 1 ? pair[side] : unorderedKey(place, pair)
      const [first = [0, 0] as const, ...others] = own
      if (others.some((pair) => keyOf(pair) !== keyOf(first))) {
        if (prior === undefined) unstated.push(animal)
        return
      }
      for (const each of founding) determined.add(`${animal} ${each} ${locus.index}`)
      if (founding.length === 2 && question.horses[animal]?.isAbsent !== true) orders.push(own.length)
      const [a, b] = first
      if (prior !== undefined && !hasOrders(prior))
        unheardOf.push({ animal, locus: locus.index, copies: pairOf(copies[a] ?? [], copies[b] ?? []) })
    })
    if (unstated.length > 0) fault ??= { locus: locus.index, animals: unstated }
  }
  const isDetermined: IsDetermined = (animal, side, locus) => determined.has(`${animal} ${side} ${locus}`)
  return { isDetermined, fault, unheardOf, orders }
}

/**
 * Absent parents keep a copy that nobody asks about. Where no prior is stated for it, and the foal determines which copy the
 * parent handed on, the parent is given one other copy.
 */
export function withAbsentDetermined(byFacts: Evidence, priors: Priors): Evidence {
  const { reading, facts, possible, isDetermined } = byFacts
  const { animals, copies, question } = reading
  const handedOn = animals.flatMap(({ mother, father }, foal) =>
    [mother, father].flatMap((parent = -1, side) =>
      question.horses[parent]?.isAbsent === true ? [{ parent, foal, side }] : [],
    ),
  )
  if (possible.isEmpty || handedOn.length === 0) return byFacts
  const pairs = possible.pairs.map((own) => [...own])
  for (const place of copies) {
    const prior = priors[place.locus.index]
    for (const { parent, foal, side } of handedOn) {
      const [copy = 0, ...others] = new Set(pairsAt(place, possible, foal).map((pair) => pair[side] ?? 0))
      if (others.length > 0 || (prior !== undefined && hasPrior(place, prior, copy))) continue
      pairs[place.locus.index]?.splice(parent, 1, pairsWith(place, possible, parent, copy))
    }
  }
  const { leftOf, isEmpty } = possible
  return { reading, facts, priors: undefined, isDetermined, possible: { pairs, leftOf, isEmpty } }
}

/** In either order, this copy and one other: the wild type if the animal can have it, which is never lethal. */
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

/** Wild type is one key in an animal of either sex: two copies of it, or on the sex chromosome one. */
function unorderedKey(place: LocusCopies, pair: readonly [number, number]): string {
  const { locus, copies } = place
  const present = pair.filter((copy) => !isMissing(place, copy))
  const isWild = present.every((copy) => copies[copy]?.join() === String(locus.wildType))
  return isWild && locus.noCopy !== null
    ? 'wild type'
    : variantsIn(locus, [copies[pair[0]] ?? [], copies[pair[1]] ?? []])
}

/** Without the wild type where variants can share a copy: it is present only in those layouts in which they do. */
function variantsIn(locus: ModelLocus, pair: Pair): string {
  const dosage = dosageOf(locus, pair)
  if (locus.cis && locus.wildType !== null) dosage[locus.wildType] = 0
  return dosage.join()
}

/** Whether an animal has one pair at a locus, in whichever order. */
export function hasOnePair(place: LocusCopies, possible: Possible, animal: number): boolean {
  const [first, ...others] = pairsAt(place, possible, animal)
  return first !== undefined && others.every(([a, b]) => a === first[1] && b === first[0])
}

/** Possible pairs of an animal at a locus, its mother's copy first. */
export function pairsAt(
  { locus, copies }: LocusCopies,
  { pairs }: Possible,
  animal: number,
): readonly (readonly [number, number])[] {
  return pairsIn(pairs[locus.index]?.[animal] as Uint8Array, copies.length)
}
