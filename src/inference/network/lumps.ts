/**
 * The haplotypes of a linkage group as far as an answer tells them apart: the copies of a locus that nothing in a question
 * tells apart are taken as one lump, since they are exchangeable in every factor and their frequencies add up.
 * Guarantees: exact for what was asked; copies that no animal can have are left out.
 */
import type { Copy } from '../../genetics/locus.js'
import type { LinkageGroup } from '../../model/model.js'
import { isMissing, type LocusCopies, type Priors } from '../facts/copies.js'
import { remembering, type Known } from '../facts/known.js'
import { kindsOf, type Purpose } from './kinds.js'
import { ratioAsNumber } from './numbers.js'

export type GroupSpace = Readonly<ReturnType<typeof makeSpace>>

/** Of one question: what is asked several times is told apart once. */
const spacesOf = remembering(() => new Map<string, GroupSpace>())

export function groupSpace(known: Known, purpose: Purpose, index: number): GroupSpace {
  const spaces = spacesOf(known)
  const { coats = false, apart = [], wanted } = purpose
  const key = `${index} ${coats} ${apart.join()}`
  const space = (wanted === undefined ? spaces.get(key) : undefined) ?? makeSpace(known, purpose, index)
  if (wanted === undefined) spaces.set(key, space)
  return space
}

function makeSpace(known: Known, purpose: Purpose, index: number) {
  const { reading, priors } = known
  const group = reading.model.groups[index] as LinkageGroup
  const places = group.loci.map((locus) => reading.copies[locus.index] as LocusCopies)
  const told = places.map((place, position) => kindsOf(known, purpose, place, index, position))
  const matters = told.map((kinds) => new Set(kinds.filter((kind) => kind !== undefined)).size > 1)
  const crossing = placesThatCross(group, matters)
  const lumps = places.map((place, p) => {
    const byText = new Map<string, number[]>()
    told[p]?.forEach((kind, copy) => {
      if (kind === undefined) return
      const alike = crossing.has(p) ? place.crossing?.[place.classOf[copy] ?? 0]?.join() : ''
      const key = `${kind} ${alike}`
      const own = byText.get(key)
      if (own === undefined) byText.set(key, [copy])
      else own.push(copy)
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
    /** By place in map order. */
    lumps,
    /** A haplotype is a mixed-radix number: of a lump at each place. */
    strides,
    lumpAt: (haplotype: number, p: number): number =>
      Math.floor(haplotype / (strides[p] ?? 1)) % (lumps[p]?.length ?? 1),
    /** That there is none of this chromosome. */
    none: missing.every((lump) => lump >= 0) ? haplotypeOf(missing) : undefined,
  }
}

function lumpOf({ copies }: LocusCopies, own: readonly number[], prior: Priors[number]) {
  const frequencyOf = (copy: number): number => {
    const { numerator = 0n, denominator = 1n } = prior?.[copy] ?? {}
    return ratioAsNumber(numerator, denominator)
  }
  const best = own.reduce((most, copy) => (frequencyOf(copy) > frequencyOf(most) ? copy : most))
  // Places among the copies of the locus, and the most frequent of these.
  return { copies: own, representative: copies[best] as Copy }
}

/** Places whose copies decide a fraction that matters: one between two places that matter. */
function placesThatCross(group: LinkageGroup, matters: readonly boolean[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (let before = -1; before < found.size;) {
    before = found.size
    const important = [...matters.keys()].filter((p) => matters[p] === true || found.has(p))
    const [first = 0, last = 0] = [important[0], important.at(-1)]
    for (const { when } of group.intervals.slice(first, last).flat())
      for (const { locus } of when) found.add(group.loci.findIndex(({ index }) => index === locus))
  }
  return found
}
