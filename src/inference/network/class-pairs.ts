/**
 * The possible haplotype pairs of an animal over one linkage group, kept locus by locus as pairs of allele classes,
 * because possibility factorizes over loci. Sizes are therefore known before anything is listed.
 * Guarantees: constraints with a single rectangle are exact (declared phase through `pairsOf`); constraints with
 * several rectangles are left to selectors.
 */
import { onceEach } from '../../common/memo.js'
import type { Evidence } from '../facts/evidence.js'
import type { Rectangle } from '../facts/genotype-sets.js'
import { carriedIn, forEachPair } from '../facts/pair-sets.js'
import { sideWithout, type Animal } from '../facts/reading.js'
import { textOf } from './distinctions.js'
import type { HaplotypeSpace } from './haplotype-space.js'
import type { Selector, Variables } from './variables.js'

export type HaplotypePair = readonly [mothers: number, fathers: number]

/** The possible pairs at one place. Interned. */
export interface ClassPairs {
  readonly place: number
  /** Number of classes at the place. */
  readonly count: number
  /** Each pair as one number: mother's class × count + father's class. */
  readonly list: Int32Array
  /** The classes of the mother's and of the father's copy. */
  readonly sides: readonly [readonly number[], readonly number[]]
}

export type GroupPairs = Readonly<ReturnType<typeof pairsOver>>

export function pairsOver(
  { reading, possible }: Evidence,
  { factsOf }: Pick<Variables, 'factsOf'>,
  space: HaplotypeSpace,
) {
  const { places, classes, strides, classAt, none, group } = space
  const missing = classes.map((_, p) => (none === undefined ? -1 : classAt(none, p)))
  const interned = new Map<string, ClassPairs>()
  /** @param isIn class × class → 1 */
  const classPairs = (place: number, isIn: Uint8Array): ClassPairs => {
    const key = `${place} ${textOf(isIn)}`
    const known = interned.get(key)
    if (known !== undefined) return known
    const count = classes[place]?.length ?? 0
    const [first, second] = carriedIn(isIn).sides
    const sides = [placesIn(first), placesIn(second)] as const
    const made: ClassPairs = { place, count, list: Int32Array.from(placesIn(isIn)), sides }
    interned.set(key, made)
    return made
  }
  const classOf = places.map(({ copies }, p) => {
    const classOfCopy = new Int32Array(copies.length)
    classes[p]?.forEach((each, c) => each.copies.forEach((copy) => (classOfCopy[copy] = c)))
    return classOfCopy
  })
  const of = onceEach((animal: number | Animal) =>
    typeof animal === 'number' ? ofAnimal(animal) : ofFoal(animal),
  )
  // Animals with the same facts share a set.
  const ofSets = places.map(({ copies: { length } }, p) =>
    onceEach((pairs: Uint8Array) => {
      const classOfCopy = classOf[p] as Int32Array
      const count = classes[p]?.length ?? 0
      const isIn = new Uint8Array(count * count)
      forEachPair(pairs, length, (a, b) => (isIn[(classOfCopy[a] ?? 0) * count + (classOfCopy[b] ?? 0)] = 1))
      return classPairs(p, isIn)
    }),
  )
  const ofAnimal = (animal: number): readonly ClassPairs[] =>
    ofSets.map((ofSet, p) => ofSet(possible.pairs[places[p]?.locus.index ?? 0]?.[animal] as Uint8Array))
  const ofFoal = ({ mother = 0, father = 0 }: Animal): readonly ClassPairs[] => {
    const without = sideWithout(reading.model)
    return places.map((_, p) => {
      const handedOn = [mother, father].map((parent, side) => {
        const sides = of(parent)[p]?.sides ?? []
        return sides.flat().filter((each) => each !== missing[p] || side === without)
      })
      const count = classes[p]?.length ?? 0
      const isIn = new Uint8Array(count * count)
      for (const a of handedOn[0] ?? []) for (const b of handedOn[1] ?? []) isIn[a * count + b] = 1
      return classPairs(p, isIn)
    })
  }
  /** Whether a haplotype has a copy at every place or at none. */
  const isConsistent = (haplotype: number): boolean =>
    none === undefined || haplotype === none || places.every((_, p) => classAt(haplotype, p) !== missing[p])
  const hasDeclared = (animal: number): ((haplotype: number) => boolean) | undefined => {
    const declared = factsOf(animal).flatMap(({ fact }) => fact.together?.get(space.index) ?? [])
    if (declared.length === 0) return undefined
    return (haplotype) =>
      declared.every(({ position, allele }) =>
        classes[position]?.[classAt(haplotype, position)]?.representative.includes(allele),
      )
  }
  return {
    /** The possible pairs by place. @param animal of the question, or a queried foal */
    of,
    haplotypes: (own: readonly ClassPairs[], side: 0 | 1): readonly number[] =>
      own
        .reduce<readonly number[]>(
          (some, { sides, place }) =>
            some.flatMap((each) => sides[side].map((own) => each + own * (strides[place] ?? 1))),
          [0],
        )
        .filter(isConsistent),
    /** Number of such haplotypes. */
    count: (own: readonly ClassPairs[], side: 0 | 1): number => {
      const lists = own.map(({ sides }) => sides[side])
      const present = lists.reduce((n, list, p) => n * list.filter((each) => each !== missing[p]).length, 1)
      const canMiss = none !== undefined && lists.every((list, p) => list.includes(missing[p] ?? -1))
      return present + (canMiss ? 1 : 0)
    },
    pairsOf: (animal: number, own: readonly ClassPairs[]): readonly HaplotypePair[] => {
      const holds = hasDeclared(animal)
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
        .filter((pair) => pair.every(isConsistent) && (holds === undefined || pair.some(holds)))
    },
    /** Whether every haplotype of one side combines with every one of the other. */
    isProduct: (animal: number, own: readonly ClassPairs[]): boolean =>
      own.every(({ list, sides: [first, second] }) => list.length === first.length * second.length) &&
      hasDeclared(animal) === undefined,
    isIn: (rectangle: Rectangle, [a, b]: HaplotypePair): boolean =>
      places.every(({ locus, copies: { length } }, p) => {
        const [one = 0, other = 0] = [a, b].map((each) => classes[p]?.[classAt(each, p)]?.copies[0])
        return rectangle.get(locus.index)?.[one * length + other] !== 0
      }),
    /** Selectors of an animal whose constraint restricts this group. */
    selectors: (animal: number): readonly Selector[] =>
      factsOf(animal)
        .flatMap(({ selectors }) => selectors)
        .filter(({ rectangles }) =>
          rectangles.some((rectangle) => group.loci.some(({ index }) => rectangle.has(index))),
        ),
  }
}

/** The indices at which the set is 1. */
function placesIn(set: Uint8Array): readonly number[] {
  return [...set.keys()].filter((place) => set[place] === 1)
}
