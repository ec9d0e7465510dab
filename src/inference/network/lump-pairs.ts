/**
 * Which pairs of haplotypes an animal can have over one linkage group: kept locus by locus, as pairs of lumps, since
 * possibility factors over loci. So sizes are known before anything is listed.
 * Guarantees: facts that are one rectangle are exactly kept (but for declared phase, which `pairsOf` keeps); what remains
 * of several rectangles is left to variables (build.ts).
 */
import { onceEach } from '../../common/memo.js'
import type { Known } from '../facts/known.js'
import { carriedIn, forEachPair } from '../facts/pair-sets.js'
import { sideWithout, type Animal } from '../facts/reading.js'
import type { Rectangle } from '../facts/rectangles.js'
import { textOf } from './kinds.js'
import type { GroupSpace } from './lumps.js'
import { namesOf, type Choice } from './names.js'

export type HaplotypePair = readonly [mothers: number, fathers: number]

/** What an animal can have at one place. Equal ones are one object. */
export interface LumpPairs {
  readonly place: number
  /** How many lumps there are at the place. */
  readonly count: number
  /** Each pair as one number: its mother's lump × count + its father's. */
  readonly list: Int32Array
  /** The lumps that its mother's and its father's copy can be. */
  readonly sides: readonly [readonly number[], readonly number[]]
}

export type LumpPairsOver = Readonly<ReturnType<typeof lumpPairsOver>>

export function lumpPairsOver(known: Known, space: GroupSpace) {
  const { reading, possible } = known
  const { factsOf } = namesOf(known)
  const { places, lumps, strides, lumpAt, none, group } = space
  const missing = lumps.map((_, p) => (none === undefined ? -1 : lumpAt(none, p)))
  const interned = new Map<string, LumpPairs>()
  /** @param isIn lump × lump → 1 */
  const pairsIn = (place: number, isIn: Uint8Array): LumpPairs => {
    const key = `${place} ${textOf(isIn)}`
    const met = interned.get(key)
    if (met !== undefined) return met
    const count = lumps[place]?.length ?? 0
    const [first, second] = carriedIn(isIn).sides
    const sides = [inOrder(first), inOrder(second)] as const
    const made: LumpPairs = { place, count, list: Int32Array.from(inOrder(isIn)), sides }
    interned.set(key, made)
    return made
  }
  const lumpOf = places.map(({ copies }, p) => {
    const own = new Int32Array(copies.length)
    lumps[p]?.forEach((lump, l) => lump.copies.forEach((copy) => (own[copy] = l)))
    return own
  })
  const of = onceEach((animal: number | Animal) =>
    typeof animal === 'number' ? ofAnimal(animal) : ofFoal(animal),
  )
  // Animals of which the same is known share a set.
  const ofSets = places.map(({ copies: { length } }, p) =>
    onceEach((pairs: Uint8Array) => {
      const own = lumpOf[p] as Int32Array
      const count = lumps[p]?.length ?? 0
      const isIn = new Uint8Array(count * count)
      forEachPair(pairs, length, (a, b) => (isIn[(own[a] ?? 0) * count + (own[b] ?? 0)] = 1))
      return pairsIn(p, isIn)
    }),
  )
  const ofAnimal = (animal: number): readonly LumpPairs[] =>
    ofSets.map((ofSet, p) => ofSet(possible.pairs[places[p]?.locus.index ?? 0]?.[animal] as Uint8Array))
  const ofFoal = ({ mother = 0, father = 0 }: Animal): readonly LumpPairs[] => {
    const without = sideWithout(reading.model)
    return places.map((_, p) => {
      const handed = [mother, father].map((parent, side) => {
        const sides = of(parent)[p]?.sides ?? []
        return sides.flat().filter((lump) => lump !== missing[p] || side === without)
      })
      const count = lumps[p]?.length ?? 0
      const isIn = new Uint8Array(count * count)
      for (const a of handed[0] ?? []) for (const b of handed[1] ?? []) isIn[a * count + b] = 1
      return pairsIn(p, isIn)
    })
  }
  const isOfOneSex = (haplotype: number): boolean =>
    none === undefined || haplotype === none || places.every((_, p) => lumpAt(haplotype, p) !== missing[p])
  const declaredOf = (animal: number): ((haplotype: number) => boolean) | undefined => {
    const declared = factsOf(animal).flatMap(({ fact }) => fact.together?.get(space.index) ?? [])
    if (declared.length === 0) return undefined
    return (haplotype) =>
      declared.every(({ position, allele }) =>
        lumps[position]?.[lumpAt(haplotype, position)]?.representative.includes(allele),
      )
  }
  return {
    /** By place. @param animal of the question, or a foal that is only asked about */
    of,
    haplotypes: (own: readonly LumpPairs[], side: 0 | 1): readonly number[] =>
      own
        .reduce<readonly number[]>(
          (some, { sides, place }) =>
            some.flatMap((each) => sides[side].map((lump) => each + lump * (strides[place] ?? 1))),
          [0],
        )
        .filter(isOfOneSex),
    /** How many these are. */
    count: (own: readonly LumpPairs[], side: 0 | 1): number => {
      const lists = own.map(({ sides }) => sides[side])
      const present = lists.reduce((n, list, p) => n * list.filter((lump) => lump !== missing[p]).length, 1)
      const canMiss = none !== undefined && lists.every((list, p) => list.includes(missing[p] ?? -1))
      return present + (canMiss ? 1 : 0)
    },
    pairsOf: (animal: number, own: readonly LumpPairs[]): readonly HaplotypePair[] => {
      const holds = declaredOf(animal)
      return own
        .reduce<readonly HaplotypePair[]>(
          (some, { list, count, place }) => {
            const stride = strides[place] ?? 1
            return some.flatMap(([a, b]) =>
              Array.from(list, (pair) => {
                const c = Math.floor(pair / count)
                return [a + c * stride, b + (pair - c * count) * stride] as const
              }),
            )
          },
          [[0, 0]],
        )
        .filter((pair) => pair.every(isOfOneSex) && (holds === undefined || pair.some(holds)))
    },
    /** Whether each haplotype of one side goes with each of the other. */
    isWhole: (animal: number, own: readonly LumpPairs[]): boolean =>
      own.every(({ list, sides: [first, second] }) => list.length === first.length * second.length) &&
      declaredOf(animal) === undefined,
    isIn: (rectangle: Rectangle, [a, b]: HaplotypePair): boolean =>
      places.every(({ locus, copies: { length } }, p) => {
        const [one = 0, other = 0] = [a, b].map((each) => lumps[p]?.[lumpAt(each, p)]?.copies[0])
        return rectangle.get(locus.index)?.[one * length + other] !== 0
      }),
    /** Constraints of an animal that leave several rectangles and say something of this group. */
    choices: (animal: number): readonly Choice[] =>
      factsOf(animal)
        .flatMap(({ choices }) => choices)
        .filter(({ left }) => left.some((option) => group.loci.some(({ index }) => option.has(index)))),
  }
}

/** The places that are 1. */
function inOrder(set: Uint8Array): readonly number[] {
  return [...set.keys()].filter((place) => set[place] === 1)
}
