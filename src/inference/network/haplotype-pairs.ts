/**
 * Which pairs of haplotypes an animal can have over one linkage group, by its own facts and by what its relatives leave.
 * Guarantees: facts that are one rectangle are exactly kept; what remains of several is left to variables (build.ts).
 */
import type { Fact } from '../facts/fact.js'
import { sideWithout, type Animal, type Reading } from '../facts/reading.js'
import type { Options } from '../facts/coats-seen.js'
import type { Possible } from '../facts/possible.js'
import type { Level } from '../facts/levels.js'
import type { Rectangle } from '../facts/rectangles.js'
import type { GroupSpace } from './lumps.js'

export type HaplotypePair = readonly [mothers: number, fathers: number]

export interface HaplotypePairs {
  readonly sides: readonly [readonly number[], readonly number[]]
  /** Undefined: each of one side with each of the other. */
  readonly some: readonly HaplotypePair[] | undefined
}

export interface PairsOver {
  /** Of an animal of the question. */
  readonly of: (animal: number) => HaplotypePairs
  /** Of a foal that is only asked about. */
  readonly ofFoal: (foal: Animal) => HaplotypePairs
  readonly isIn: (rectangle: Rectangle, pair: HaplotypePair) => boolean
  /** Constraints of an animal that leave several rectangles and say something of this group. */
  readonly choices: (animal: number) => readonly { readonly all: Options; readonly left: Options }[]
}

export function pairsOver(
  reading: Reading,
  facts: readonly Fact[],
  possible: Possible,
  space: GroupSpace,
): PairsOver {
  const { levels, levelOf, model } = reading
  const { places, lumps, lumpAt, none, group } = space
  const levelsHere = [...new Set(group.loci.map(({ index }) => levels[levelOf[index] ?? 0] as Level))]
  const copyOn = ({ loci, copyOf }: Level, haplotype: number): number =>
    copyOf(
      loci.map((locus) => {
        const place = group.loci.findIndex(({ index }) => index === locus)
        return lumps[place]?.[lumpAt(haplotype, place)]?.classOf ?? 0
      }),
    )
  const isIn = (rectangle: Rectangle, [a, b]: HaplotypePair): boolean =>
    levelsHere.every((level) => {
      const set = rectangle.get(level.index)
      return set === undefined || set[copyOn(level, a) * level.size + copyOn(level, b)] === 1
    })
  const constraintsOf = (animal: number): readonly { readonly all: Options; readonly left: Options }[] =>
    facts
      .filter(({ place }) => place.horse === animal)
      .flatMap(({ constraints }) =>
        constraints.map((all) => ({ all, left: possible.options.get(all) ?? all })),
      )
      .filter(({ left }) => left.some((option) => levelsHere.some(({ index }) => option.has(index))))
  const lumpSets = (animal: number): readonly (readonly (readonly boolean[])[])[] =>
    places.map(({ locus, copies }, p) => {
      const n = copies.length
      const pairs = possible.pairs[locus.index]?.[animal]
      const own = lumps[p] ?? []
      return own.map((first) =>
        own.map((second) => first.copies.some((a) => second.copies.some((b) => pairs?.[a * n + b] === 1))),
      )
    })
  const haplotypesFrom = (lists: readonly (readonly number[])[]): readonly number[] => {
    const missing = none === undefined ? undefined : places.map((_, p) => lumpAt(none, p))
    const rest = lists.map((own, p) => own.filter((lump) => lump !== missing?.[p]))
    const all = rest
      .reduce<readonly (readonly number[])[]>(
        (some, own) => some.flatMap((each) => own.map((lump) => [...each, lump])),
        [[]],
      )
      .map(space.haplotypeOf)
    const canMiss = missing !== undefined && lists.every((own, p) => own.includes(missing[p] ?? -1))
    return canMiss ? [...all, none as number] : all
  }
  const sidesOf = (sets: ReturnType<typeof lumpSets>): HaplotypePairs['sides'] => {
    const first = sets.map((own) => [...own.keys()].filter((a) => own[a]?.includes(true)))
    const second = sets.map((own) => [...own.keys()].filter((b) => own.some((row) => row[b] === true)))
    return [haplotypesFrom(first), haplotypesFrom(second)]
  }
  return {
    isIn,
    choices: (animal) => constraintsOf(animal).filter(({ left }) => left.length > 1),
    of: (animal) => {
      const sets = lumpSets(animal)
      const sides = sidesOf(sets)
      // Of several loci on a level only together is it told what is in a rectangle.
      const joint = constraintsOf(animal).flatMap(({ left }) => (left.length === 1 ? left : []))
      const isJoint = joint.length > 0 && levelsHere.some(({ loci }) => loci.length > 1)
      const declared = facts.flatMap((fact) =>
        fact.place.horse === animal ? (fact.together?.get(space.index) ?? []) : [],
      )
      const holds = (haplotype: number): boolean =>
        declared.every(({ position, allele }) =>
          lumps[position]?.[lumpAt(haplotype, position)]?.representative.includes(allele),
        )
      const isFree = (pair: HaplotypePair): boolean =>
        places.every((_, p) => sets[p]?.[lumpAt(pair[0], p)]?.[lumpAt(pair[1], p)] === true) &&
        (!isJoint || joint.every((option) => isIn(option, pair))) &&
        (declared.length === 0 || pair.some(holds))
      const isWhole =
        !isJoint &&
        declared.length === 0 &&
        sets.every((own) => {
          const seconds = [...own.keys()].filter((b) => own.some((row) => row[b] === true))
          return own.every((row) => !row.includes(true) || seconds.every((b) => row[b] === true))
        })
      return { sides, some: isWhole ? undefined : everyPair(sides).filter(isFree) }
    },
    ofFoal: ({ mother, father, sex }) => {
      const handedOn = (parent: number | undefined): readonly number[] => {
        const sets = lumpSets(parent ?? 0)
        const either = sets.map((own) =>
          [...own.keys()].filter(
            (lump) => own[lump]?.includes(true) === true || own.some((row) => row[lump] === true),
          ),
        )
        return haplotypesFrom(either)
      }
      const sides = [handedOn(mother), handedOn(father)] as const
      if (none === undefined || model.sexes === undefined) return { sides, some: undefined }
      const side = sideWithout(model.sexes)
      const canMiss = sex === undefined || sex === model.sexes.heterogametic
      const mustMiss = sex === model.sexes.heterogametic
      const ofSide = (s: 0 | 1): readonly number[] =>
        sides[s].filter((each) => (each === none ? s === side && canMiss : s !== side || !mustMiss))
      return { sides: [ofSide(0), ofSide(1)], some: undefined }
    },
  }
}

export function everyPair([first, second]: HaplotypePairs['sides']): readonly HaplotypePair[] {
  return first.flatMap((a) => second.map((b): HaplotypePair => [a, b]))
}
