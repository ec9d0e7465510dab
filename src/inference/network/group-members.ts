/**
 * Animals over one linkage group, and the factors that each contributes to every network over it.
 * Guarantees: each is created once and shared by all queries.
 */
import { once, onceEach } from '../../common/memo.js'
import type { Evidence } from '../facts/evidence.js'
import type { Animal } from '../facts/reading.js'
import type { GroupPairs } from './class-pairs.js'
import type { HaplotypeSpace } from './haplotype-space.js'
import { factFactors, originFactor, type LazyFactor, type Member } from './lazy-factors.js'
import { createRowCounts } from './row-counts.js'
import type { Variables } from './variables.js'

export type GroupMembers = Readonly<ReturnType<typeof groupMembers>>

export function groupMembers(
  evidence: Evidence,
  { haplotype }: Pick<Variables, 'haplotype'>,
  space: HaplotypeSpace,
  pairs: GroupPairs,
) {
  const context = { evidence, space, pairs, rowCounts: createRowCounts(space) }
  const { animals } = evidence.reading
  const memberOf = (place: number, foal: Animal | undefined): Member => {
    const classPairs = pairs.of(foal ?? place)
    const haplotypes = [
      once(() => pairs.haplotypes(classPairs, 0)),
      once(() => pairs.haplotypes(classPairs, 1)),
    ] as const
    return {
      place,
      sex: (foal ?? animals[place])?.sex,
      variables: [haplotype(space.index, place, 0), haplotype(space.index, place, 1)],
      counts: [pairs.count(classPairs, 0), pairs.count(classPairs, 1)],
      haplotypes,
      classPairs,
      pairs: once(() => {
        const places = haplotypes.map((list) => new Map(list().map((value, at) => [value, at])))
        return pairs
          .pairsOf(place, classPairs)
          .map((pair) => [pair, places.map((at, side) => at.get(pair[side] ?? 0) ?? 0)] as const)
      }),
    }
  }
  const ofQuestion = onceEach((place: number) => memberOf(place, undefined))
  const originsOf = onceEach((_: Member) => new Map<string, LazyFactor>())
  return {
    /** @param foal a queried foal, numbered after the animals of the question; not memoized */
    at: (place: number, foal: Animal | undefined): Member =>
      foal === undefined ? ofQuestion(place) : memberOf(place, foal),
    factFactors: onceEach((member: Member) => factFactors(context, member)),
    originFactor: (member: Member, side: 0 | 1, parent: Member | undefined): LazyFactor => {
      const known = originsOf(member)
      const key = `${side} ${parent?.place}`
      const factor = known.get(key) ?? originFactor(context, member, side, parent)
      known.set(key, factor)
      return factor
    },
  }
}
