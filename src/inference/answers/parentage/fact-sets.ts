/**
 * Whether facts about an animal and its two parents can hold together: at one locus by itself, which is cheap, or at all
 * loci together.
 * Guarantees: exact. One animal with two parents and no declared phase can have any gamete of theirs, so that facts about
 * single loci never depend on each other.
 */
import { onceEach } from '../../../common/memo.js'
import { evidenceByFacts } from '../../facts/evidence.js'
import type { Rectangle } from '../../facts/genotype-sets.js'
import { carriedIn, createIntersection } from '../../facts/pair-sets.js'
import { possibleByFacts } from '../../facts/possible.js'
import type { Fact } from '../../facts/read-facts.js'
import type { Reading } from '../../facts/reading.js'
import { someGenotypesFit } from './joint-search.js'

/** The offspring's place among the animals of the question; its parents follow. */
export const OFFSPRING = 0
export const MOTHER = 1
export const FATHER = 2

export type FactSets = Readonly<ReturnType<typeof createFactSets>>

export function createFactSets(reading: Reading) {
  const { pairs: free } = possibleByFacts(reading, [])
  const intersection = createIntersection()
  const carried = onceEach(carriedIn)
  const allowedAt = onceEach((fact: Fact) => onceEach((locus: number) => pairsAllowed(fact, locus)))
  const fits = ([offspring, mother, father]: readonly Uint8Array[]): boolean => {
    if (offspring === undefined || mother === undefined || father === undefined) return false
    const [ofMother, ofFather] = [carried(mother).either, carried(father).either]
    const n = ofMother.length
    return offspring.some(
      (has, at) => has === 1 && ofMother[Math.floor(at / n)] === 1 && ofFather[at % n] === 1,
    )
  }
  /** The loci that a fact restricts. */
  const lociOf = onceEach((fact: Fact) => [...new Set(lociIn(fact))].sort((a, b) => a - b))
  /** Whether what the facts say of one locus can hold. */
  const canHoldAt = (locus: number, facts: readonly Fact[]): boolean => {
    const left = [OFFSPRING, MOTHER, FATHER].map((animal) =>
      facts
        .filter(({ place }) => place.animal === animal)
        .flatMap((fact) => allowedAt(fact)(locus) ?? [])
        .reduce(intersection, free[locus]?.[animal] as Uint8Array),
    )
    return fits(left)
  }
  return {
    reading,
    lociOf,
    canHoldAt,
    /**
     * Whether the facts can hold at all loci together.
     * @param spend is called with operations before they are done, and returns how many are left
     * @returns undefined where too few are left
     */
    canHold: (facts: readonly Fact[], spend: (operations: number) => number): boolean | undefined => {
      if (facts.every(({ constraints }) => constraints.length === 0)) {
        const loci = new Set(facts.flatMap((fact) => lociOf(fact)))
        return spend(loci.size) < 0 ? undefined : [...loci].every((locus) => canHoldAt(locus, facts))
      }
      if (spend(reading.operations) < 0) return undefined
      const evidence = evidenceByFacts(reading, facts)
      if (evidence.possible.isEmpty) return false
      const { pairs, leftOf } = evidence.possible
      const choices = facts.flatMap(({ place, constraints }) =>
        constraints.map((all) => ({ animal: place.animal, options: leftOf(all) })),
      )
      return someGenotypesFit(
        // Where one rectangle is left, its pairs are all that is left.
        choices.filter(({ options }) => options.length > 1),
        { startAt: (locus) => pairs[locus] ?? [], intersection, fits, spend },
      )
    },
    /** What a fact says of some loci. */
    factAt: (fact: Fact, loci: ReadonlySet<number>): Fact => {
      const { test, ...rest } = fact
      const constraints = fact.constraints.map((all) =>
        all.map((option): Rectangle => new Map([...option].filter(([locus]) => loci.has(locus)))),
      )
      return { ...rest, constraints, ...(test !== undefined && loci.has(test.locus) ? { test } : {}) }
    },
  }
}

function lociIn({ test, constraints }: Fact): readonly number[] {
  const restricted = constraints.flatMap((all) => all.flatMap((option) => [...option.keys()]))
  return test === undefined ? restricted : [test.locus, ...restricted]
}

/** The pairs that a fact allows at one locus, whatever the other loci are; undefined for all. */
function pairsAllowed({ test, constraints }: Fact, locus: number): Uint8Array | undefined {
  if (test !== undefined) return test.locus === locus ? test.allowed : undefined
  const sets = constraints.flatMap((all) => {
    const own = all.flatMap((option) => option.get(locus) ?? [])
    return own.length < all.length || own.length === 0 ? [] : [union(own)]
  })
  const [first, ...others] = sets
  return first && others.reduce((left, set) => left.map((has, at) => has & (set[at] ?? 0)), first)
}

function union(sets: readonly Uint8Array[]): Uint8Array {
  return sets.reduce((all, set) => all.map((has, at) => has | (set[at] ?? 0)))
}
