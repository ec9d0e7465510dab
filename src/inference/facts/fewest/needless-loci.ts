/**
 * Loci at which no variant is needed: whatever fits the facts still fits them with the wild type there in every animal. What
 * takes the fewest variants then has none there.
 * Guarantees: nothing that takes the fewest is ruled out.
 */
import type { LocusCopies } from '../copies.js'
import { isMissing } from '../copies.js'
import type { Evidence } from '../evidence.js'
import type { GenotypeSet, Rectangle } from '../genotype-sets.js'
import { forEachPair, restricted } from '../pair-sets.js'
import { narrowed, type Possible } from '../possible.js'
import { hasOrders } from '../priors.js'
import type { Fact } from '../read-facts.js'

/** Pairs that may be compared in all; after that, further loci are left as they are. */
const MAX_COMPARED = 2_000_000

export function withoutNeedless(evidence: Evidence, among: readonly number[]): Possible {
  const { reading, facts, priors } = evidence
  const { model, animals } = reading
  const { leftOf } = evidence.possible
  const pairs = evidence.possible.pairs.map((own) => [...own])
  const factsOf = animals.map((_, animal) => facts.filter(({ place }) => place.animal === animal))
  let compared = 0
  /** Whether the pairs of `some` that are possible are all in `others`; absent: every pair. */
  const isWithin = (
    some: Uint8Array | undefined,
    possible: Uint8Array,
    others: Uint8Array | undefined,
  ): boolean => {
    if (others === undefined || some === others) return true
    compared += possible.length
    return possible.every((is, i) => is === 0 || some?.[i] === 0 || others[i] === 1)
  }
  const isNeedless = (place: LocusCopies): boolean => {
    const { index } = place.locus
    const group = model.groups.findIndex(({ loci }) => loci.some((locus) => locus.index === index))
    const holdsWithout = (animal: number, { test, constraints, together }: Fact): boolean => {
      if (together?.has(group) === true) return false
      const possible = (locus: number): Uint8Array => pairs[locus]?.[animal] as Uint8Array
      if (test?.locus === index && !isWithin(undefined, wildOf(place, possible(index)), test.allowed))
        return false
      const hasPartner = (all: GenotypeSet, one: Rectangle): boolean => {
        const [own, there] = [one.get(index), possible(index)]
        const wild = wildOf(place, own === undefined ? there : restricted(there, [own]))
        if (!wild.includes(1)) return true
        return all.some((other) =>
          [...other].every(([locus, set]) =>
            locus === index ? isWithin(undefined, wild, set) : isWithin(one.get(locus), possible(locus), set),
          ),
        )
      }
      return constraints.every((constraint) => {
        const all = leftOf(constraint)
        return all.every((one) => compared <= MAX_COMPARED && hasPartner(all, one))
      })
    }
    return among.every((animal) => (factsOf[animal] ?? []).every((fact) => holdsWithout(animal, fact)))
  }
  const isChanged = pairs.map((own) => own.map(() => false))
  for (const place of reading.copies) {
    const { index, wildType } = place.locus
    if (wildType === null || !hasOrders(priors?.[index]) || !isNeedless(place)) continue
    for (const animal of among) {
      const set = pairs[index]?.[animal] as Uint8Array
      const wild = restricted(set, [wildOf(place, set)])
      if (wild === set) continue
      pairs[index]?.splice(animal, 1, wild)
      isChanged[index]?.splice(animal, 1, true)
    }
  }
  return narrowed(reading, facts, pairs, isChanged, leftOf)
}

/** Each pair of a set with the wild type for every copy that is there. */
function wildOf(place: LocusCopies, set: Uint8Array): Uint8Array {
  const { locus, copies } = place
  const n = copies.length
  const wild = copies.findIndex((copy) => copy.join() === String(locus.wildType))
  const found = new Uint8Array(set.length)
  forEachPair(set, n, (a, b) => {
    const [one = a, other = b] = [a, b].map((copy) => (isMissing(place, copy) ? copy : wild))
    found[one * n + other] = 1
  })
  return found
}
