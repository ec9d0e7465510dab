/**
 * The genotypes of an animal without relatives that take the fewest assumed variants: each selection of the rectangles of its
 * facts is a product over loci, so that its fewest are found locus by locus.
 * Guarantees: exact; undefined where that would take too long, or where alleles are declared to lie together.
 */
import { isMissing } from '../copies.js'
import type { Evidence } from '../evidence.js'
import { combinationsOf, type GenotypeSet, type Rectangle } from '../genotype-sets.js'
import { forEachPair, restricted } from '../pair-sets.js'
import { hasOrders } from '../priors.js'

/** Selections of rectangles that are looked at. */
const MAX_SELECTIONS = 2_000

export interface FewestVariants {
  readonly order: number
  /** By locus. */
  readonly pairs: readonly Uint8Array[]
  /** What is left of each constraint. */
  readonly constraints: ReadonlyMap<GenotypeSet, GenotypeSet>
  /** The likelihood of what was observed, by rectangle. */
  readonly weights: ReadonlyMap<Rectangle, number>
}

/** A selection, with the pairs of each locus that take the fewest. */
interface Selected {
  readonly order: number
  readonly weight: number
  readonly pairs: readonly Uint8Array[]
}

export function fewestOfUnrelated(evidence: Evidence, animal: number): FewestVariants | undefined {
  const { reading, facts, possible, priors, isDetermined } = evidence
  const own = facts.filter(({ place }) => place.animal === animal)
  if (own.some(({ together }) => together !== undefined)) return undefined
  const constraints = own.flatMap((fact) => fact.constraints)
  const left = constraints.map(possible.leftOf)
  const weightOf = (rectangle: Rectangle): number =>
    own.reduce((weight, { weights }) => weight * (weights?.get(rectangle) ?? 1), 1)
  if (left.reduce((product, { length }) => product * length, 1) > MAX_SELECTIONS) return undefined
  const all = reading.copies.map(({ locus }) => possible.pairs[locus.index]?.[animal] as Uint8Array)
  const sexed = reading.copies.filter((place) => isMissing(place, place.copies.length - 1))
  /** Of either sex, where both are possible: as many copies of one locus on the sex chromosome as of the others. */
  const bySex = ([true, false] as const).map(
    (hasOne): Rectangle => new Map(sexed.map((place) => [place.locus.index, pairsOfSex(place, hasOne)])),
  )
  const orders = reading.copies.map((place) => {
    const { index } = place.locus
    const prior = priors?.[index]
    if (!hasOrders(prior) || isDetermined(animal, 0, index)) return undefined
    return place.copies.map((_, copy) => (isMissing(place, copy) ? 0 : (prior?.[copy]?.order ?? 0)))
  })
  const select = (rectangles: readonly Rectangle[]): Selected => {
    let order = 0
    const weight = rectangles.reduce((product, each) => product * weightOf(each), 1)
    const pairs = all.map((set, locus) => {
      const among = rectangles.flatMap((rectangle) => rectangle.get(locus) ?? [])
      const allowed = among.reduce((some, other) => restricted(some, [other]), set)
      const [fewest, kept] = withFewest(allowed, orders[locus])
      order += fewest
      return kept
    })
    return { order, weight, pairs }
  }
  const selections = [...combinationsOf(left)].map((rectangles) =>
    (sexed.length === 0 ? [[]] : bySex.map((sex) => [sex])).map((sex) => select([...rectangles, ...sex])),
  )
  const order = Math.min(...selections.flat().map((each) => each.order))
  if (order === Infinity) return undefined
  const kept = selections.flatMap((sexes): readonly Pick<Selected, 'weight' | 'pairs'>[] => {
    const [first, other] = sexes.filter((each) => each.order === order)
    if (first === undefined) return []
    const { weight, pairs } = first
    return [{ weight, pairs: pairs.map((set, locus) => union(set, other?.pairs[locus] ?? set)) }]
  })
  const pairs = all.map((_, locus) => kept.map((each) => each.pairs[locus] as Uint8Array).reduce(union))
  const differs = pairs.map((whole, locus) =>
    kept.some((each) => !isEqual(each.pairs[locus] as Uint8Array, whole)),
  )
  const named = new Set(left.flat().flatMap((rectangle) => [...rectangle.keys()]))
  const shared: Rectangle = new Map(
    pairs.flatMap((set, locus) =>
      differs[locus] !== true && (named.has(locus) || set !== all[locus]) ? [[locus, set]] : [],
    ),
  )
  // What all selections share stands in a constraint of its own, if there is one, so that it couples nothing.
  const isApart = constraints.length > 1
  const rectangles = kept.map((each): Rectangle => {
    const own = each.pairs.flatMap((set, locus) => (differs[locus] === true ? [[locus, set] as const] : []))
    return new Map([...own, ...(isApart ? [] : shared)])
  })
  const replaced = (place: number): GenotypeSet =>
    place === 0 ? rectangles : [place === 1 ? shared : new Map()]
  return {
    order,
    pairs,
    constraints: new Map(constraints.map((each, i) => [each, replaced(i)])),
    weights: new Map(rectangles.map((each, i) => [each, kept[i]?.weight ?? 1])),
  }
}

/** The least order of the pairs, and those that have it. */
function withFewest(set: Uint8Array, orders: readonly number[] | undefined): readonly [number, Uint8Array] {
  const n = Math.sqrt(set.length)
  const orderOf = (a: number, b: number): number => (orders?.[a] ?? 0) + (orders?.[b] ?? 0)
  let least = Infinity
  forEachPair(set, n, (a, b) => (least = Math.min(least, orderOf(a, b))))
  const kept = new Uint8Array(set.length)
  forEachPair(set, n, (a, b) => (kept[a * n + b] = orderOf(a, b) === least ? 1 : 0))
  return [least, isEqual(kept, set) ? set : kept]
}

function pairsOfSex(place: Parameters<typeof isMissing>[0], hasOne: boolean): Uint8Array {
  const { copies } = place
  const isNone = copies.map((_, copy) => isMissing(place, copy))
  return Uint8Array.from(
    copies.flatMap((_, a) => copies.map((_, b) => +((isNone[a] !== isNone[b]) === hasOne))),
  )
}

function union(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one === other ? one : one.map((is, i) => is | (other[i] ?? 0))
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one === other || one.every((is, i) => is === other[i])
}
