/**
 * The completions of one animal: every genotype compatible with the facts alone, without priors.
 * Guarantees: loci vary independently within each case; copies that no table distinguishes are represented by one.
 */
import { isHemizygous, pairOf } from '../../../genetics/genotype.js'
import type { HorseGenotype, LocusGenotype } from '../../../model/model.js'
import { once } from '../../../common/memo.js'
import type { LocusCopies } from '../../facts/copies.js'
import type { Evidence } from '../../facts/evidence.js'
import { combinationsOf, type GenotypeSet } from '../../facts/genotype-sets.js'
import { forEachPair } from '../../facts/pair-sets.js'
import type { Rules } from '../../rules.js'

/** One case: by locus, the genotypes that vary independently (except that sex-linked loci agree on the sex). */
export type Completions = readonly (readonly LocusGenotype[])[]

export function completionsOf({ genotypes }: Rules, byFacts: Evidence, animal: number) {
  const { reading, facts, possible } = byFacts
  const constraints = facts
    .filter(({ place }) => place.animal === animal)
    .flatMap((fact) => fact.constraints.map(possible.leftOf))
  /** @param within sets of allowed pairs at this locus */
  const genotypesAt = (place: LocusCopies, within: readonly Uint8Array[]): readonly LocusGenotype[] => {
    const { locus, copies, classOf, examples } = place
    const [n, classes] = [copies.length, examples.length]
    const isFound = new Uint8Array(classes * classes)
    const found: LocusGenotype[] = []
    forEachPair(possible.pairs[locus.index]?.[animal] as Uint8Array, n, (a, b) => {
      if (within.some((set) => set[a * n + b] === 0)) return
      const [own = 0, other = 0] = [classOf[a], classOf[b]]
      const [first, second] = own < other ? [own, other] : [other, own]
      if (isFound[first * classes + second] === 1) return
      isFound[first * classes + second] = 1
      found.push(genotypes.of(locus, [pairOf(examples[first] ?? [], examples[second] ?? [])]))
    })
    return found
  }
  return {
    /** How many cases there are: one for each selection of the rectangles that the facts leave. */
    count: constraints.reduce((product, { length }) => product * length, 1),
    /** By locus the least number of genotypes in each case, without those that `withoutMiddle` removes. */
    least: leastIn(byFacts, animal, constraints),
    /** Computed while it is read. @param change applied to each case */
    list: (change = (all: Completions): Completions => all): Iterable<Completions> =>
      casesOf(reading.copies, constraints, genotypesAt, change),
  }
}

/**
 * At a locus that no rectangle restricts, at least the possible homozygous genotypes, one for each class of copies;
 * elsewhere one.
 */
function leastIn(
  { reading, possible }: Evidence,
  animal: number,
  constraints: readonly GenotypeSet[],
): number[] {
  const restricted = new Set(constraints.flat().flatMap((rectangle) => [...rectangle.keys()]))
  return reading.copies.map(({ locus, classOf }) => {
    if (restricted.has(locus.index)) return 1
    const pairs = possible.pairs[locus.index]?.[animal] as Uint8Array
    const homozygous = classOf.filter((_, copy) => pairs[copy * (classOf.length + 1)] === 1)
    return Math.max(1, new Set(homozygous).size)
  })
}

function* casesOf(
  places: readonly LocusCopies[],
  constraints: readonly GenotypeSet[],
  genotypesAt: (place: LocusCopies, within: readonly Uint8Array[]) => readonly LocusGenotype[],
  change: (all: Completions) => Completions,
): Generator<Completions> {
  // A locus that no rectangle restricts is the same in every case.
  const free = new Map(places.map((place) => [place, once(() => genotypesAt(place, []))]))
  for (const rectangles of combinationsOf(constraints)) {
    const byLocus = places.map((place) => {
      const within = rectangles.flatMap((rectangle) => rectangle.get(place.locus.index) ?? [])
      return within.length === 0 ? (free.get(place)?.() ?? []) : genotypesAt(place, within)
    })
    if (!byLocus.some(({ length }) => length === 0)) yield change(byLocus)
  }
}

/**
 * Without genotypes that lie between others: where phase is not declared, a heterozygous genotype hands on what the
 * two homozygous ones do, half and half.
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

/** How many genotypes there are over a linkage group, at most. @param sizes how many by locus */
export function sizeIn({ model }: Rules, sizes: readonly number[], group: number): number {
  return (model.groups[group]?.loci ?? []).reduce((product, { index }) => product * (sizes[index] ?? 1), 1)
}

export function sizesOf(all: Completions): readonly number[] {
  return all.map(({ length }) => length)
}
