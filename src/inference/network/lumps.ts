/**
 * The haplotypes of a linkage group as far as an answer tells them apart: the copies of a locus that nothing in a question
 * tells apart are taken as one lump, since they are exchangeable in every factor and their frequencies add up.
 * Guarantees: exact for what was asked; copies that no animal can have are left out.
 */
import type { Copy } from '../../genetics/locus.js'
import type { LinkageGroup } from '../../model/model.js'
import { isMissing, type LocusCopies, type Priors } from '../facts/copies.js'
import type { Known } from '../facts/known.js'
import type { Options } from '../facts/rectangles.js'
import { ratioAsNumber } from './numbers.js'

/** What an answer tells apart. */
export interface Purpose {
  /** All that a table tells apart. */
  readonly coats?: true
  /** Loci whose copies are all told apart. */
  readonly apart?: readonly number[]
  /** Genotypes that are. */
  readonly wanted?: Options
}

export interface Lump {
  /** Places among the copies of the locus. */
  readonly copies: readonly number[]
  /** Its most frequent one. */
  readonly representative: Copy
}

export interface GroupSpace {
  readonly index: number
  readonly group: LinkageGroup
  readonly places: readonly LocusCopies[]
  /** By place in map order. */
  readonly lumps: readonly (readonly Lump[])[]
  /** A haplotype is a mixed-radix number: of a lump at each place. */
  readonly strides: readonly number[]
  readonly lumpAt: (haplotype: number, place: number) => number
  readonly haplotypeOf: (lumps: readonly number[]) => number
  /** That there is none of this chromosome. */
  readonly none: number | undefined
}

/** Of one question: what is asked several times is told apart once. */
const remembered = new WeakMap<Known, Map<string, GroupSpace>>()

export function groupSpace(known: Known, purpose: Purpose, index: number): GroupSpace {
  const spaces = remembered.get(known) ?? new Map<string, GroupSpace>()
  remembered.set(known, spaces)
  const { coats = false, apart = [], wanted } = purpose
  const key = `${index} ${coats} ${apart.join()}`
  const space = (wanted === undefined ? spaces.get(key) : undefined) ?? makeSpace(known, purpose, index)
  if (wanted === undefined) spaces.set(key, space)
  return space
}

function makeSpace(known: Known, purpose: Purpose, index: number): GroupSpace {
  const { reading, priors } = known
  const group = reading.model.groups[index] as LinkageGroup
  const places = group.loci.map((locus) => reading.copies[locus.index] as LocusCopies)
  const spoken = places.map((place, position) => signatures(known, purpose, place, index, position))
  const matters = spoken.map((texts) => new Set(texts.filter((text) => text !== undefined)).size > 1)
  const crossing = placesThatCross(group, matters)
  const lumps = places.map((place, p) => {
    const byText = new Map<string, number[]>()
    spoken[p]?.forEach((text, copy) => {
      if (text === undefined) return
      const alike = crossing.has(p) ? place.crossing?.[place.classOf[copy] ?? 0]?.join() : ''
      const key = `${text} ${alike}`
      byText.set(key, [...(byText.get(key) ?? []), copy])
    })
    return [...byText.values()].map((own) => lumpOf(place, own, priors?.[place.locus.index]))
  })
  const strides = lumps.map((_, p) =>
    lumps.slice(0, p).reduce((product, own) => product * Math.max(1, own.length), 1),
  )
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
    strides,
    haplotypeOf,
    lumpAt: (haplotype, p) => Math.floor(haplotype / (strides[p] ?? 1)) % (lumps[p]?.length ?? 1),
    none: missing.every((lump) => lump >= 0) ? haplotypeOf(missing) : undefined,
  }
}

const texts = new TextDecoder('latin1')

/** Bytes as a key. */
export function textOf(bytes: Uint8Array): string {
  return texts.decode(bytes)
}

function lumpOf({ copies }: LocusCopies, own: readonly number[], prior: Priors[number]): Lump {
  const frequencyOf = (copy: number): number => {
    const { numerator = 0n, denominator = 1n } = prior?.[copy] ?? {}
    return ratioAsNumber(numerator, denominator)
  }
  const best = own.reduce((most, copy) => (frequencyOf(copy) > frequencyOf(most) ? copy : most))
  return { copies: own, representative: copies[best] as Copy }
}

/** By copy: all that tells it from others; undefined where no animal can have it. */
function signatures(
  { facts, possible }: Known,
  { coats, apart, wanted = [] }: Purpose,
  place: LocusCopies,
  group: number,
  position: number,
): readonly (string | undefined)[] {
  const { locus, copies, classOf } = place
  const n = copies.length
  const carried = new Uint8Array(n)
  for (const pairs of possible.pairs[locus.index] ?? [])
    for (let i = 0; i < pairs.length; i++) if (pairs[i] === 1) carried[Math.floor(i / n)] = carried[i % n] = 1
  const options = [...facts.flatMap(({ constraints }) => constraints.flatMap(possible.leftOf)), ...wanted]
  const sets = coats === true ? [] : options.flatMap((option) => option.get(locus.index) ?? [])
  const tests = facts.flatMap(({ test }) => (test?.locus === locus.index ? [test.allowed] : []))
  const rows = [...new Set([...sets, ...tests])]
  const declared = facts.flatMap(({ together }) =>
    (together?.get(group) ?? []).flatMap((each) => (each.position === position ? [each.allele] : [])),
  )
  return copies.map((copy, c) => {
    if (carried[c] !== 1) return undefined
    if (apart?.includes(locus.index) === true) return String(c)
    return [
      isMissing(place, c) ? 'none' : '',
      coats === true ? String(classOf[c]) : '',
      ...rows.map((set) => textOf(set.subarray(c * n, (c + 1) * n))),
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
  }
  return found
}
