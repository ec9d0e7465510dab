/**
 * Facts about an animal as they stand if one of its variants is new: a parent then handed on the copy without the variant.
 * Guarantees: at most one copy of each locus is new. Every animal without a new variant still fits the facts.
 */
import type { NewVariant } from '../../answer.js'
import type { GenotypeSet, Rectangle } from '../../facts/genotype-sets.js'
import type { LocusCopies } from '../../facts/copies.js'
import { isMissing } from '../../facts/copies.js'
import { forEachPair } from '../../facts/pair-sets.js'
import type { Fact } from '../../facts/read-facts.js'
import type { Reading } from '../../facts/reading.js'
import { OFFSPRING } from './fact-sets.js'

/** The variants among the loci of the question that are known to arise anew. */
export function newVariantsIn({ copies }: Reading): readonly NewVariant[] {
  return copies.flatMap(({ locus, isFixed }) =>
    locus.source.alleles.flatMap((row) =>
      isFixed || row.arisesAnew !== true
        ? []
        : [{ locus: locus.index, allele: locus.spellings.get(row.allele) ?? -1 }],
    ),
  )
}

export function withNewVariants(
  { copies }: Reading,
  facts: readonly Fact[],
  variants: readonly NewVariant[],
): readonly Fact[] {
  if (variants.length === 0) return facts
  const own = facts.filter(({ place }) => place.animal === OFFSPRING)
  const testedAt = (locus: number) => own.find(({ test }) => test?.locus === locus)?.test?.allowed
  const before = (locus: number, set: Uint8Array): Uint8Array => {
    const place = copies[locus]
    const alleles = variants.flatMap((each) => (each.locus === locus ? [each.allele] : []))
    return place === undefined || alleles.length === 0 ? set : withCopiesBefore(place, alleles, set)
  }
  const beforeCoat = (option: Rectangle): Rectangle =>
    new Map(
      [...option].map(([locus, set]) => {
        const tested = testedAt(locus)
        return [
          locus,
          before(locus, tested === undefined ? set : set.map((has, at) => has & (tested[at] ?? 0))),
        ]
      }),
    )
  return facts.map((fact): Fact => {
    if (!own.includes(fact)) return fact
    const { test } = fact
    const constraints = fact.constraints.map((all): GenotypeSet => all.map(beforeCoat))
    return {
      ...fact,
      constraints,
      ...(test && { test: { ...test, allowed: before(test.locus, test.allowed) } }),
    }
  })
}

/** The pairs of a set, and those from which a new variant on one copy makes a pair of the set. */
function withCopiesBefore(place: LocusCopies, alleles: readonly number[], set: Uint8Array): Uint8Array {
  const n = place.copies.length
  const left = set.slice()
  const origins = place.copies.map((_, copy) => alleles.flatMap((allele) => originsOf(place, copy, allele)))
  forEachPair(set, n, (a, b) => {
    for (const origin of origins[a] ?? []) left[origin * n + b] = 1
    for (const origin of origins[b] ?? []) left[a * n + origin] = 1
  })
  return left
}

/** The copies on which the variant can have arisen: the same without it, or the wild type. */
function originsOf(place: LocusCopies, at: number, allele: number): readonly number[] {
  const { copies, locus } = place
  const copy = copies[at] ?? []
  if (isMissing(place, at) || !copy.includes(allele)) return []
  const others = copy.filter(
    (each) => each !== allele && locus.alwaysWith?.get(allele)?.includes(each) !== true,
  )
  const places = [...copies.keys()]
  if (others.length > 0) return places.filter((each) => copies[each]?.join() === others.join())
  // Without a wild type, on any other allele.
  return places.filter((each) =>
    locus.wildType === null ? each !== at : copies[each]?.join() === String(locus.wildType),
  )
}
