/**
 * Network, the second stage: the evidence as a Bayesian network.
 * Takes evidence. Gives, for a query, the variables (for each animal and linkage group the haplotype from its mother and the one
 * from its father; a selector for each constraint that leaves several rectangles) and the factors over them.
 * Guarantees: the product of the factors is the probability of everything together. Sizes are known at once; factors are
 * built when they are needed. Immutable but for memoization: what one query needs is kept for the next.
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
    /** The haplotypes of a group that a query tells apart. Memoized, unless it asks for wanted genotypes. */
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
    /** @param among these animals and their relatives; all animals, where there are none */
    couplings: (among?: readonly number[]): readonly Selector[] =>
      couplingsOf(evidence.reading, variables(), among),
    /**
     * @param over one space for each group @param asked animals that must have variables; where there are none, all facts matter
     * @param foal an animal asked about, behind those of the question
     */
    factorsFor: (over: readonly HaplotypeSpace[], asked: readonly number[], foal: Animal | undefined) => {
      const { count, animalOf } = variables()
      /** How many values each variable has. */
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
        const own = new Map<number, Member>()
        const relevant = relevantAnimals(animals, withFacts(space.index), asked, foal)
        for (const place of relevant.keys()) {
          const member = at(place, place === animals.length ? foal : undefined)
          own.set(place, member)
          member.variables.forEach((variable, side) => sizes.set(variable, member.counts[side] ?? 0))
          factFactors(member).forEach(add)
        }
        for (const [place, { mother, father }] of relevant) {
          const member = own.get(place) as Member
          add(originFactor(member, 0, own.get(mother ?? -1)))
          add(originFactor(member, 1, own.get(father ?? -1)))
        }
        byGroup.set(space.index, own)
      }
      /** The same as `sizes`, by variable; made anew, since it has room for all variables of the question. */
      const sizeTable = (): Float64Array => {
        const all = new Float64Array(count)
        for (const [variable, size] of sizes) all[variable] = size
        return all
      }
      /** An animal that was asked for, or a foal. */
      const memberAt = (group: number, animal: number): Member | undefined => byGroup.get(group)?.get(animal)
      return { sizes, sizeTable, factors, memberAt, selectors, animalOf }
    },
  }
}
