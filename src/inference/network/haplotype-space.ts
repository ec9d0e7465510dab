/**
 * The haplotypes of a linkage group as far as a query tells them apart: copies of a locus that nothing tells apart form one
 * allele class, since they are exchangeable in every factor and their frequencies add up.
 * Guarantees: exact for the query; copies that no animal can have are left out.
 */
import type { Copy } from '../../genetics/locus.js'
import type { LinkageGroup } from '../../model/model.js'
import { isMissing, type LocusCopies } from '../facts/copies.js'
import type { Evidence } from '../facts/evidence.js'
import type { Priors } from '../facts/priors.js'
import type { ClassNumbers } from './distinctions.js'
import { ratioAsNumber } from './numbers.js'

export type HaplotypeSpace = Readonly<ReturnType<typeof haplotypeSpace>>

/** @param classNumbers of the copies at a place: its locus, and its position in the group */
export function haplotypeSpace(
  { reading, priors }: Evidence,
  index: number,
  classNumbers: (place: LocusCopies, position: number) => ClassNumbers,
) {
  const group = reading.model.groups[index] as LinkageGroup
  const places = group.loci.map((locus) => reading.copies[locus.index] as LocusCopies)
  const numbers = places.map(classNumbers)
  const matters = numbers.map((own) => new Set(own.filter((number) => number !== undefined)).size > 1)
  const recombining = placesOfFractions(group, matters)
  const classes = places.map((place, p) => {
    const byText = new Map<string, number[]>()
    numbers[p]?.forEach((number, copy) => {
      if (number === undefined) return
      const alike = recombining.has(p) ? place.recombining?.[place.classOf[copy] ?? 0]?.join() : ''
      const key = `${number} ${alike}`
      const own = byText.get(key)
      if (own === undefined) byText.set(key, [copy])
      else own.push(copy)
    })
    return [...byText.values()].map((own) => alleleClass(place, own, priors?.[place.locus.index]))
  })
  const strides = classes.map((_, p) =>
    classes.slice(0, p).reduce((product, own) => product * Math.max(1, own.length), 1),
  )
  const missing = classes.map((own, p) =>
    own.findIndex(({ copies }) => isMissing(places[p] as LocusCopies, copies[0])),
  )
  const haplotypeOf = (chosen: readonly number[]): number =>
    chosen.reduce((sum, each, p) => sum + each * (strides[p] ?? 1), 0)
  return {
    index,
    group,
    places,
    /** By place in map order. */
    classes,
    /** A haplotype is a mixed-radix number: an allele class at each place. */
    strides,
    classAt: (haplotype: number, p: number): number =>
      Math.floor(haplotype / (strides[p] ?? 1)) % (classes[p]?.length ?? 1),
    /** The haplotype that says that there is none of this chromosome. */
    none: missing.every((each) => each >= 0) ? haplotypeOf(missing) : undefined,
  }
}

/** @param own places among the copies of the locus */
function alleleClass({ copies }: LocusCopies, own: readonly number[], prior: Priors[number]) {
  const frequencyOf = (copy: number): number => {
    const { numerator = 0n, denominator = 1n } = prior?.[copy] ?? {}
    return ratioAsNumber(numerator, denominator)
  }
  const orderOf = (copy: number): number => prior?.[copy]?.order ?? 0
  const best = own.reduce((most, copy) => {
    const further = orderOf(copy) - orderOf(most)
    return further < 0 || (further === 0 && frequencyOf(copy) > frequencyOf(most)) ? copy : most
  })
  /** Its most frequent copy stands for all of them. */
  return { copies: own, representative: copies[best] as Copy }
}

/** Places whose copies decide a fraction of recombination that matters: one between two places that matter. */
function placesOfFractions(group: LinkageGroup, matters: readonly boolean[]): ReadonlySet<number> {
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
