/**
 * The copies of a locus that nothing in a question tells apart, taken as one: they are exchangeable in every factor, and
 * their frequencies add up.
 * Guarantees: exact for what was asked; copies that no animal can have are left out.
 */
import type { Copy } from '../../genetics/locus.js'
import { pairOf } from '../../genetics/genotype.js'
import type { LinkageGroup, LocusGenotype } from '../../model/model.js'
import type { Options } from '../facts/coats-seen.js'
import { isMissing, type LocusCopies } from '../facts/copies.js'
import type { Possible } from '../facts/possible.js'
import type { Priors } from '../facts/priors.js'
import type { Fact } from '../facts/fact.js'
import type { Reading } from '../facts/reading.js'
import { ratioAsNumber } from './numbers.js'

/** What an answer tells apart. */
export interface Purpose {
  /** Whether coats are: then all that a table tells apart. */
  readonly coats: boolean
  /** Loci whose copies are all told apart. */
  readonly apart: ReadonlySet<number>
  /** Sets of genotypes that are. */
  readonly wanted: readonly Options[]
}

export interface Lump {
  /** Places among the copies of the locus. */
  readonly copies: readonly number[]
  /** Its most frequent one. */
  readonly representative: Copy
  /** The class to tables, where one of its copies decides. */
  readonly classOf: number
}

export interface GroupSpace {
  readonly index: number
  readonly group: LinkageGroup
  readonly places: readonly LocusCopies[]
  /** By place in map order. */
  readonly lumps: readonly (readonly Lump[])[]
  /** A haplotype is the number of a lump at each place. */
  readonly lumpAt: (haplotype: number, place: number) => number
  readonly haplotypes: number
  readonly haplotypeOf: (lumps: readonly number[]) => number
  /** That there is none of this chromosome. */
  readonly none: number | undefined
}

/** @param priors which copies are frequent */
export function groupSpace(
  reading: Reading,
  facts: readonly Fact[],
  possible: Possible,
  priors: Priors,
  purpose: Purpose,
  index: number,
): GroupSpace {
  const group = reading.model.groups[index] as LinkageGroup
  const places = group.loci.map((locus) => reading.copies[locus.index] as LocusCopies)
  const spoken = places.map((place) => signatures(reading, facts, possible, purpose, place))
  const matters = spoken.map((texts) => new Set(texts.filter((text) => text !== undefined)).size > 1)
  const crossing = placesThatCross(group, matters)
  const lumps = places.map((place, p) => {
    const texts = (spoken[p] ?? []).map((text, copy) =>
      text !== undefined && crossing.has(p) && place.crossing !== undefined
        ? `${text} ${place.crossing[place.classOf[copy] ?? 0]?.join()}`
        : text,
    )
    return [...new Set(texts.filter((text) => text !== undefined))].map((text) =>
      lumpOf(
        place,
        [...texts.keys()].filter((copy) => texts[copy] === text),
        priors[place.locus.index],
      ),
    )
  })
  const strides: number[] = []
  let haplotypes = 1
  for (const own of lumps) {
    strides.push(haplotypes)
    haplotypes *= Math.max(1, own.length)
  }
  const missing = lumps.map((own, p) =>
    own.findIndex(({ copies }) => isMissing(places[p] as LocusCopies, copies[0])),
  )
  const haplotypeOf = (chosen: readonly number[]): number =>
    chosen.reduce((sum, lump, p) => sum + lump * (strides[p] ?? 1), 0)
  return {
    index,
    group,
    places,
    lumps,
    haplotypes,
    haplotypeOf,
    lumpAt: (haplotype, p) => Math.floor(haplotype / (strides[p] ?? 1)) % (lumps[p]?.length ?? 1),
    none: missing.every((lump) => lump >= 0) ? haplotypeOf(missing) : undefined,
  }
}

/** Genotypes of two haplotypes, by place in map order, with representatives for lumps. */
export function genotypesOf(
  space: GroupSpace,
  a: number,
  b: number,
  of: (place: LocusCopies, pair: readonly [Copy, Copy]) => LocusGenotype,
): readonly LocusGenotype[] {
  return space.places.map((place, p) => {
    const [one, other] = [a, b].map((each) => space.lumps[p]?.[space.lumpAt(each, p)]?.representative ?? [])
    return of(place, pairOf(one ?? [], other ?? []))
  })
}

function lumpOf({ copies, classOf }: LocusCopies, own: readonly number[], prior: Priors[number]): Lump {
  const frequencyOf = (copy: number): number => {
    const { numerator, denominator } = prior?.[copy] ?? { numerator: 0n, denominator: 1n }
    return ratioAsNumber(numerator, denominator)
  }
  const best = own.reduce((most, copy) => (frequencyOf(copy) > frequencyOf(most) ? copy : most))
  return { copies: own, representative: copies[best] as Copy, classOf: classOf[own[0] ?? 0] ?? 0 }
}

/** By copy: all that tells it from others; undefined where no animal can have it. */
function signatures(
  reading: Reading,
  facts: readonly Fact[],
  possible: Possible,
  { coats, apart, wanted }: Purpose,
  place: LocusCopies,
): readonly (string | undefined)[] {
  const { copies, classOf, examples } = place
  const { index } = place.locus
  const n = copies.length
  const isCarried = copies.map((_, copy) =>
    possible.pairs[index]?.some((pairs) => {
      for (let other = 0; other < n; other++)
        if (pairs[copy * n + other] === 1 || pairs[other * n + copy] === 1) return true
      return false
    }),
  )
  const level = reading.levelOf[index] ?? 0
  const isAlone = reading.levels[level]?.loci.length === 1
  const constraints = facts.flatMap((fact) => fact.constraints.map((all) => possible.options.get(all) ?? all))
  const sets = [...constraints, ...wanted].flatMap((options) =>
    options.flatMap((option) => option.get(level) ?? []),
  )
  const rows = [...new Set(sets)].map((set) =>
    examples.map((_, own) => set.subarray(own * examples.length, (own + 1) * examples.length).join('')),
  )
  const tests = facts.flatMap(({ test }) => (test?.locus === index ? [test.allowed] : []))
  const group = reading.model.groups.findIndex(({ loci }) => loci.some((each) => each.index === index))
  const position = reading.model.groups[group]?.loci.findIndex((each) => each.index === index)
  const declared = facts.flatMap(({ together }) =>
    (together?.get(group) ?? []).flatMap((each) => (each.position === position ? [each.allele] : [])),
  )
  return copies.map((copy, c) => {
    if (isCarried[c] !== true) return undefined
    if (apart.has(index)) return String(c)
    const own = classOf[c] ?? 0
    return [
      isMissing(place, c) ? 'none' : '',
      // What a level of several loci makes of a copy, its class says.
      coats || (!isAlone && rows.length > 0) ? String(own) : rows.map((row) => row[own]).join(),
      ...tests.map((allowed) => allowed.subarray(c * n, (c + 1) * n).join('')),
      ...declared.map((allele) => (copy.includes(allele) ? '1' : '0')),
    ].join(' ')
  })
}

/** Places whose copies decide a fraction that matters: one between two places that matter. */
function placesThatCross(group: LinkageGroup, matters: readonly boolean[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (let before = -1; before < found.size;) {
    before = found.size
    const important = [...matters.keys()].filter((p) => matters[p] === true || found.has(p))
    const [first = 0, last = 0] = [important[0], important.at(-1)]
    for (const { when } of group.intervals.slice(first, last).flat()) {
      for (const { locus } of when) {
        const place = group.loci.findIndex(({ index }) => index === locus)
        if (place >= 0) found.add(place)
      }
    }
    if (found.size === before) break
  }
  return found
}
