/**
 * Everything that one horse can be, by the facts alone, as genotypes of which one holds.
 * Guarantees: loci vary independently within each of the cases; of copies that no table tells apart one stands for all.
 */
import { isHemizygous, pairOf } from '../../../genetics/genotype.js'
import type { HorseGenotype, LocusGenotype } from '../../../model/model.js'
import { once } from '../../../common/memo.js'
import type { LocusCopies } from '../../facts/copies.js'
import type { Known } from '../../facts/known.js'
import { forEachPair } from '../../facts/pair-sets.js'
import { choicesFrom, type Options } from '../../facts/rectangles.js'
import type { Rules } from '../../rules.js'

/** One case: by locus, the genotypes that vary independently but for the sex. */
export type Completions = readonly (readonly LocusGenotype[])[]

export function completionsOf({ genotypes }: Rules, known: Known, horse: number) {
  const { reading, facts, possible } = known
  const choices = facts
    .filter(({ place }) => place.horse === horse)
    .flatMap(({ constraints }) => constraints.map(possible.leftOf))
  /** @param within allowed pairs at this locus */
  const genotypesAt = (place: LocusCopies, within: readonly Uint8Array[]): readonly LocusGenotype[] => {
    const { locus, copies, classOf, examples } = place
    const [n, classes] = [copies.length, examples.length]
    const isMet = new Uint8Array(classes * classes)
    const found: LocusGenotype[] = []
    forEachPair(possible.pairs[locus.index]?.[horse] as Uint8Array, n, (a, b) => {
      if (within.some((set) => set[a * n + b] === 0)) return
      const [own = 0, other = 0] = [classOf[a], classOf[b]]
      const [first, second] = own < other ? [own, other] : [other, own]
      if (isMet[first * classes + second] === 1) return
      isMet[first * classes + second] = 1
      found.push(genotypes.of(locus, [pairOf(examples[first] ?? [], examples[second] ?? [])]))
    })
    return found
  }
  /** One case for each choice of the rectangles that the facts leave. */
  return {
    count: choices.reduce((product, { length }) => product * length, 1),
    /** By locus how many genotypes there are in each case at least, those that withoutMiddle takes away not counted. */
    least: leastIn(known, horse, choices),
    /** They are worked out as they are taken. @param change made to each */
    list: (change = (all: Completions): Completions => all): Iterable<Completions> =>
      casesOf(reading.copies, choices, genotypesAt, change),
  }
}

/**
 * Where no rectangle says something of a locus, at least the homozygous genotypes that are possible there, one for each class
 * of copies; elsewhere one.
 */
function leastIn({ reading, possible }: Known, horse: number, choices: readonly Options[]): number[] {
  const restricted = new Set(choices.flat().flatMap((rectangle) => [...rectangle.keys()]))
  return reading.copies.map(({ locus, classOf }) => {
    if (restricted.has(locus.index)) return 1
    const pairs = possible.pairs[locus.index]?.[horse] as Uint8Array
    const homozygous = classOf.filter((_, copy) => pairs[copy * (classOf.length + 1)] === 1)
    return Math.max(1, new Set(homozygous).size)
  })
}

function* casesOf(
  places: readonly LocusCopies[],
  choices: readonly Options[],
  genotypesAt: (place: LocusCopies, within: readonly Uint8Array[]) => readonly LocusGenotype[],
  change: (all: Completions) => Completions,
): Generator<Completions> {
  // What no rectangle speaks of is the same in every case.
  const free = new Map(places.map((place) => [place, once(() => genotypesAt(place, []))]))
  for (const rectangles of choicesFrom(choices)) {
    const byLocus = places.map((place) => {
      const within = rectangles.flatMap((rectangle) => rectangle.get(place.locus.index) ?? [])
      return within.length === 0 ? (free.get(place)?.() ?? []) : genotypesAt(place, within)
    })
    if (!byLocus.some(({ length }) => length === 0)) yield change(byLocus)
  }
}

/**
 * Without genotypes that lie between others: where nothing is known of phase, a heterozygous one hands on what the two
 * homozygous ones do, half and half.
 */
export function withoutMiddle(all: Completions): Completions {
  return all.map((own) => {
    const texts = own.map(({ layouts: [pair] }) => pair?.map((copy) => copy.join()) ?? [])
    const twice = new Set(texts.flatMap(([one, other]) => (one === other ? [one] : [])))
    return own.filter(({ locus }, i) => {
      const [one, other] = texts[i] ?? []
      return locus.noCopy !== null || one === other || !(twice.has(one) && twice.has(other))
    })
  })
}

/** Every genotype over some loci; the other loci have the first that they can. */
export function crossedCompletions(all: Completions, loci: readonly number[]): Iterable<HorseGenotype> {
  const start = all.map(([first]) => first as LocusGenotype)
  return completed(all, loci, 0, start)
}

function* completed(
  all: Completions,
  loci: readonly number[],
  place: number,
  genotype: HorseGenotype,
): Generator<HorseGenotype> {
  const locus = loci[place]
  if (locus !== undefined) {
    for (const each of all[locus] ?? []) yield* completed(all, loci, place + 1, genotype.with(locus, each))
    return
  }
  // As many copies of one locus on the sex chromosome as of the others.
  const sexed = loci.flatMap((each) => (genotype[each]?.locus.noCopy === null ? [] : (genotype[each] ?? [])))
  if (new Set(sexed.map(isHemizygous)).size < 2) yield genotype
}

/** How many genotypes it has over a linkage group, at most. @param sizes how many by locus */
export function sizeIn({ model }: Rules, sizes: readonly number[], group: number): number {
  return (model.groups[group]?.loci ?? []).reduce((product, { index }) => product * (sizes[index] ?? 1), 1)
}

export function sizesOf(all: Completions): readonly number[] {
  return all.map(({ length }) => length)
}
