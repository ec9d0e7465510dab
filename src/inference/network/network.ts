/**
 * Network, the second stage: the evidence as a Bayesian network. For a query it gives the variables (for each animal
 * and linkage group the maternal and the paternal haplotype, and a selector for each constraint with several
 * rectangles) and the factors over them.
 * Guarantees: the product of the factors is the joint probability. Sizes are known immediately; factors are built on
 * demand. Immutable except for memoization, which queries share.
 */
import { once, onceEach } from '../../common/memo.js'
import type { Evidence } from '../facts/evidence.js'
import type { Animal } from '../facts/reading.js'
import type { Variable } from '../planning/factor-shape.js'
import { pairsOver } from './class-pairs.js'
import { couplingsOf } from './couplings.js'
import { createDistinctions, type Purpose } from './distinctions.js'
import { groupMembers } from './group-members.js'
import { haplotypeSpace, type HaplotypeSpace } from './haplotype-space.js'
import type { LazyFactor, Member } from './lazy-factors.js'
import { animalsWithFacts, relevantAnimals } from './relevant-animals.js'
import { variablesOf, type Selector } from './variables.js'

export type Network = Readonly<ReturnType<typeof createNetwork>>
export type QueryFactors = Readonly<ReturnType<Network['factorsFor']>>

export function createNetwork(evidence: Evidence) {
  const { animals } = evidence.reading
  const variables = once(() => variablesOf(evidence))
  const distinctions = createDistinctions(evidence)
  const makeSpace = (purpose: Purpose, group: number): HaplotypeSpace =>
    haplotypeSpace(evidence, group, (place, position) => distinctions(purpose, place, group, position))
  const spaces = new Map<string, HaplotypeSpace>()
  const pairs = onceEach((space: HaplotypeSpace) => pairsOver(evidence, variables(), space))
  const members = onceEach((space: HaplotypeSpace) =>
    groupMembers(evidence, variables(), space, pairs(space)),
  )
  const withFacts = onceEach((group: number) => animalsWithFacts(evidence, variables(), group))
  return {
    evidence,
    /** The haplotypes of a group that a query distinguishes. Memoized, unless the query is for wanted genotypes. */
    space: (purpose: Purpose, group: number): HaplotypeSpace => {
      const { coats = false, loci = [], wanted } = purpose
      if (wanted !== undefined) return makeSpace(purpose, group)
      const key = `${group} ${coats} ${loci.join()}`
      const space = spaces.get(key) ?? makeSpace(purpose, group)
      spaces.set(key, space)
      return space
    },
    /** The pairs of haplotypes of each animal. */
    pairs,
    /** @param among only these animals and their relatives; all animals if undefined or empty */
    couplings: (among?: readonly number[]): readonly Selector[] =>
      couplingsOf(evidence.reading, variables(), among),
    /**
     * @param over one space per group
     * @param queried animals that must have variables; if empty, all facts matter
     * @param foal a queried foal, numbered after the animals of the question
     */
    factorsFor: (over: readonly HaplotypeSpace[], queried: readonly number[], foal: Animal | undefined) => {
      const { count, animalOf } = variables()
      /** Number of values of each variable. */
      const sizes = new Map<Variable, number>()
      const factors: LazyFactor[] = []
      const selectors: Selector[] = []
      const byGroup = new Map<number, ReadonlyMap<number, Member>>()
      const add = (factor: LazyFactor): void => {
        factors.push(factor)
        for (const selector of factor.selectors) {
          if (!sizes.has(selector.variable)) selectors.push(selector)
          sizes.set(selector.variable, selector.rectangles.length)
        }
      }
      for (const space of over) {
        const { at, factFactors, originFactor } = members(space)
        const memberAtPlace = new Map<number, Member>()
        const relevant = relevantAnimals(animals, withFacts(space.index), queried, foal)
        for (const place of relevant.keys()) {
          const member = at(place, place === animals.length ? foal : undefined)
          memberAtPlace.set(place, member)
          member.variables.forEach((variable, side) => sizes.set(variable, member.counts[side] ?? 0))
          factFactors(member).forEach(add)
        }
        for (const [place, { mother, father }] of relevant) {
          const member = memberAtPlace.get(place) as Member
          add(originFactor(member, 0, memberAtPlace.get(mother ?? -1)))
          add(originFactor(member, 1, memberAtPlace.get(father ?? -1)))
        }
        byGroup.set(space.index, memberAtPlace)
      }
      /** `sizes` as an array over all variables; created anew on each call because it can be large. */
      const sizeTable = (): Float64Array => {
        const all = new Float64Array(count)
        for (const [variable, size] of sizes) all[variable] = size
        return all
      }
      /** A queried animal or the foal. */
      const memberAt = (group: number, animal: number): Member | undefined => byGroup.get(group)?.get(animal)
      return { sizes, sizeTable, factors, memberAt, selectors, animalOf }
    },
  }
}
