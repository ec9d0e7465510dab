/**
 * Everything that one horse can be, by the facts alone, as genotypes of which one holds.
 * Guarantees: loci vary independently within each of the cases; of copies that no table tells apart one stands for all.
 */
import { pairOf } from '../../../genetics/genotype.js'
import type { HorseGenotype, LocusGenotype } from '../../../model/model.js'
import type { Options } from '../../facts/coats-seen.js'
import { isMissing } from '../../facts/copies.js'
import type { Level } from '../../facts/levels.js'
import type { Rectangle } from '../../facts/rectangles.js'
import type { Rules } from '../../rules.js'
import type { Known } from '../../network/known.js'

/** One case. */
export interface Completions {
  /** By locus. */
  readonly byLocus: readonly (readonly LocusGenotype[])[]
  /** Whether genotypes at the loci of the sex chromosome go together: all of one sex, and in the rectangle. */
  readonly fits: (genotype: HorseGenotype) => boolean
}

/** One case for each choice of the rectangles that the facts leave. */
export function completionsOf({ genotypes }: Rules, known: Known, horse: number): readonly Completions[] {
  const { reading, facts, possible } = known
  const constraints = facts
    .filter(({ place }) => place.horse === horse)
    .flatMap((fact) => (fact.crossing === undefined ? fact.constraints : []))
    .map((all): Options => possible.options.get(all) ?? all)
  const cases = constraints.reduce<readonly (readonly Rectangle[])[]>(
    (all, left) => all.flatMap((some) => left.map((each) => [...some, each])),
    [[]],
  )
  return cases.flatMap((rectangles) => {
    const isInAll = ({ index, size }: Level, a: number, b: number): boolean =>
      rectangles.every((rectangle) => {
        const set = rectangle.get(index)
        return set === undefined || set[a * size + b] === 1
      })
    const byLocus = reading.copies.map(({ locus, copies, classOf, examples }) => {
      const n = copies.length
      const level = reading.levels[reading.levelOf[locus.index] ?? 0] as Level
      const found = new Map<string, LocusGenotype>()
      possible.pairs[locus.index]?.[horse]?.forEach((is, i) => {
        const [a, b] = [Math.floor(i / n), i % n]
        const [first, second] = [classOf[a] ?? 0, classOf[b] ?? 0]
        if (is !== 1 || (level.loci.length === 1 && !isInAll(level, first, second))) return
        const key = `${Math.min(first, second)} ${Math.max(first, second)}`
        if (!found.has(key))
          found.set(key, genotypes.of(locus, [pairOf(examples[first] ?? [], examples[second] ?? [])]))
      })
      return [...found.values()]
    })
    if (byLocus.some(({ length }) => length === 0)) return []
    const joint = reading.levels.filter(({ loci }) => loci.length > 1)
    const fits = (genotype: HorseGenotype): boolean =>
      joint.every((level) => {
        const own = level.loci.map((locus) => genotype[locus])
        if (own.some((each) => each === undefined)) return true
        const sides = [0, 1].map((side) =>
          level.copyOf(
            level.loci.map((locus, l) => {
              const copies = reading.copies[locus]
              const copy = own[l]?.layouts[0]?.[side]?.join()
              return copies?.examples.findIndex((each) => each.join() === copy) ?? 0
            }),
          ),
        )
        const missing = level.loci.map((locus, l) => {
          const copies = reading.copies[locus]
          const copy = own[l]?.layouts[0]?.[1]?.join()
          return (
            copies !== undefined &&
            isMissing(
              copies,
              copies.copies.findIndex((each) => each.join() === copy),
            )
          )
        })
        return missing.every((each) => each === missing[0]) && isInAll(level, sides[0] ?? 0, sides[1] ?? 0)
      })
    return [{ byLocus, fits }]
  })
}

/**
 * Without genotypes that lie between others: where nothing is known of phase, a heterozygous one hands on what the two
 * homozygous ones do, half and half.
 */
export function withoutMiddle({ byLocus, fits }: Completions): Completions {
  const isIn = (all: readonly LocusGenotype[], copy: readonly number[]): boolean =>
    all.some(({ layouts: [pair] }) => pair?.every((each) => each.join() === copy.join()))
  const extremes = byLocus.map((all) =>
    all.filter(({ locus, layouts: [pair] }) => {
      if (pair === undefined || locus.noCopy !== null || pair[0].join() === pair[1].join()) return true
      return !pair.every((copy) => isIn(all, copy))
    }),
  )
  return { byLocus: extremes, fits }
}

/** Every genotype over some loci; the other loci have the first that they can. */
export function crossedCompletions(all: Completions, loci: readonly number[]): Iterable<HorseGenotype> {
  const start = all.byLocus.map(([first]) => first as LocusGenotype)
  return completed(all, loci, 0, start)
}

function* completed(
  all: Completions,
  loci: readonly number[],
  place: number,
  genotype: HorseGenotype,
): Generator<HorseGenotype> {
  const locus = loci[place]
  if (locus === undefined) {
    const own: LocusGenotype[] = []
    for (const each of loci) own[each] = genotype[each] as LocusGenotype
    if (all.fits(own)) yield genotype
    return
  }
  for (const each of all.byLocus[locus] ?? [])
    yield* completed(all, loci, place + 1, genotype.with(locus, each))
}

/** How many genotypes it has over a linkage group, at most. */
export function sizeIn({ model }: Rules, { byLocus }: Completions, group: number): number {
  return (model.groups[group]?.loci ?? []).reduce(
    (product, { index }) => product * (byLocus[index]?.length ?? 1),
    1,
  )
}
