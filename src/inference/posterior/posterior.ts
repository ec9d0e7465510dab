/**
 * Posterior, the third stage: exact probabilities by variable elimination.
 * Takes a network. Gives the probability of all evidence, and for some animals the joint distribution of their haplotypes over a
 * linkage group, given the evidence.
 * Guarantees: exact but for rounding, in doubles and in exact fractions alike; the cost is known before anything is
 * multiplied.
 */
import type { Evidence } from '../facts/evidence.js'
import type { Priors } from '../facts/priors.js'
import type { Animal } from '../facts/reading.js'
import { dependentGroups } from '../network/couplings.js'
import type { Purpose } from '../network/distinctions.js'
import type { HaplotypeSpace } from '../network/haplotype-space.js'
import { createNetwork, type Network } from '../network/network.js'
import { lowestOrder, type Lowest } from '../network/lowest-order.js'
import type { Factor } from '../network/factor.js'
import type { QueryFactors } from '../network/network.js'
import type { Numbers } from '../network/numbers.js'
import type { Variable } from '../planning/factor-shape.js'
import type { Selector } from '../network/variables.js'
import { draftsWithin, mapPlan } from '../planning/drafts.js'
import type { Draft } from '../planning/planning.js'
import { elimination, type Elimination } from './eliminate.js'

/** A planned elimination whose result is read; under the priors of the evidence, or under others. */
export interface PosteriorPlan<Result> extends Omit<Elimination<unknown>, 'run'> {
  readonly run: (priors?: Priors) => Result
}

/** The probability of the evidence at some linkage groups: value × 10^log10. */
export interface Total<N> {
  readonly value: N
  readonly log10: number
  /** How many assumed variants the facts take, RARE for each that is not usual (facts/priors.ts). */
  readonly order: number
}

/** The haplotypes of some animals over one linkage group, up to a constant factor. */
export interface Joint<N> {
  readonly space: HaplotypeSpace
  readonly rows: readonly JointRow<N>[]
  /** Whether rows may be of several orders. */
  readonly isOrdered: boolean
  /** The couplings among its variables. */
  readonly selectors: readonly Selector[]
}

export interface JointRow<N> {
  /** Of the first animal (mother's side, father's side), then of the next. */
  readonly haplotypes: readonly number[]
  /** By selector, the rectangle. */
  readonly selected: readonly number[]
  readonly weight: N
  /** Only rows of the lowest order count; where couplings are kept, of the lowest order in all groups together. */
  readonly order: number
}

export interface Query {
  readonly group: number
  /** The group and all that it depends on; the group alone where `couplings` are kept. */
  readonly groups: readonly number[]
  readonly purpose: Purpose
  /** Animals of the question, or behind its last one the foal. */
  readonly animals: readonly number[]
  readonly foal?: Animal | undefined
  /** Couplings that stay variables, so that the other groups can be summed apart. */
  readonly couplings?: readonly Selector[]
}

export type Posterior = Readonly<ReturnType<typeof createPosterior>>

export function posteriorOf(evidence: Evidence): Posterior {
  return createPosterior(createNetwork(evidence))
}

export function createPosterior(network: Network) {
  const { evidence } = network
  /** The same elimination, in whichever arithmetic the evidence takes. */
  const eliminated = <N>(
    numbers: Numbers<N>,
    factors: QueryFactors,
    query: readonly Variable[],
  ): Draft<PosteriorPlan<Values<N>>> => {
    if (evidence.isOrdered !== true)
      return mapPlan(elimination(numbers, factors, query), ({ run, ...plan }) => ({
        ...plan,
        run: (priors) => {
          const { factor, log10 } = run(priors)
          return { ...factor, values: Array.from(factor.values, (value) => ({ value, order: 0 })), log10 }
        },
      }))
    return mapPlan(elimination(lowestOrder(numbers), factors, query), ({ run, ...plan }) => ({
      ...plan,
      run: (priors) => {
        const { factor, log10 } = run(priors)
        return { ...factor, log10 }
      },
    }))
  }
  return {
    evidence,
    network,
    /** The probability of all evidence, as factors of it; 0 where the facts contradict each other. */
    total: <N>(numbers: Numbers<N>, left = Infinity): readonly Draft<PosteriorPlan<Total<N>>>[] => {
      // The other groups have one copy at each locus, so that all their factors are 1.
      const varied = dependentGroups(evidence.reading, network.couplings()).filter(
        (groups) => !areConstant(evidence, groups),
      )
      return draftsWithin(left, varied, (groups) => {
        const spaces = groups.map((group) => network.space({}, group))
        const draft = eliminated(numbers, network.factorsFor(spaces, [], undefined), [])
        return mapPlan(draft, ({ run, ...plan }): PosteriorPlan<Total<N>> => {
          const total = (): Total<N> => {
            const { values, log10 } = run(evidence.priors)
            return { ...(values[0] ?? { value: numbers.zero, order: 0 }), log10 }
          }
          return { run: total, ...plan }
        })
      })
    },
    /** The haplotypes of some animals over one linkage group. */
    joint: <N>(numbers: Numbers<N>, query: Query): Draft<PosteriorPlan<Joint<N>>> => {
      const { group, groups, purpose, animals, foal, couplings = [] } = query
      const spaces = groups.map((each) => network.space(purpose, each))
      const space = spaces[groups.indexOf(group)] as HaplotypeSpace
      if (areConstant(evidence, groups)) {
        const haplotypes = animals.flatMap(() => [0, 0])
        const row = { haplotypes, selected: [], weight: numbers.one, order: 0 }
        const plan = { run: () => ({ space, rows: [row], isOrdered: false, selectors: [] }), ...NO_WORK }
        return { least: 0, plan: () => plan }
      }
      const factors = network.factorsFor(spaces, animals, foal)
      const members = animals.flatMap((animal) => factors.memberAt(group, animal) ?? [])
      const own = members.flatMap(({ variables }) => variables)
      const kept = factors.selectors.filter((selector) => couplings.includes(selector))
      const draft = eliminated(numbers, factors, [...own, ...kept.map(({ variable }) => variable)])
      return mapPlan(draft, ({ run, ...plan }) => ({
        run: (priors = evidence.priors) => {
          const { columns, values } = run(priors)
          const domains = members.flatMap(({ haplotypes }) => haplotypes.map((list) => list()))
          const rows = values.map(({ value: weight, order }, row): JointRow<N> => ({
            haplotypes: domains.map((domain, v) => domain[columns[v]?.[row] ?? 0] ?? 0),
            selected: kept.map((_, s) => columns[own.length + s]?.[row] ?? 0),
            weight,
            order,
          }))
          const isOrdered = evidence.isOrdered === true
          const left = isOrdered && couplings.length === 0 ? ofLowestOrder(rows) : rows
          return { space, rows: left, isOrdered, selectors: kept }
        },
        ...plan,
      }))
    },
  }
}

/** The result of an elimination. */
interface Values<N> extends Omit<Factor<N>, 'values'> {
  readonly values: readonly Lowest<N>[]
  readonly log10: number
}

function ofLowestOrder<N>(rows: readonly JointRow<N>[]): readonly JointRow<N>[] {
  const lowest = rows.reduce((least, { order }) => Math.min(least, order), Infinity)
  return rows.some(({ order }) => order > lowest) ? rows.filter(({ order }) => order === lowest) : rows
}

/** Whether the groups have one copy at each locus. */
function areConstant({ reading: { model, copies } }: Evidence, groups: readonly number[]): boolean {
  const loci = groups.flatMap((group) => model.groups[group]?.loci ?? [])
  return loci.every(({ index }) => copies[index]?.copies.length === 1)
}

const NO_WORK = { operations: 0, products: 0, factorRows: 0, resultRows: 1, costliestAnimal: undefined }
