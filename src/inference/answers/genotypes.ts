/**
 * The genotype of one animal, locus by locus.
 */
import { pairOf, type Pair } from '../../genetics/genotype.js'
import type { Copy } from '../../genetics/locus.js'
import { once } from '../../common/memo.js'
import type { LocusPosterior } from '../answer.js'
import type { Evidence } from '../facts/evidence.js'
import { dependentGroups } from '../network/couplings.js'
import { DOUBLE, type Numbers } from '../network/numbers.js'
import { combined, draftsWithin, mapPlan } from '../planning/drafts.js'
import type { AnswerDraft, Draft } from '../planning/planning.js'
import { A_PAIR_ROW } from '../planning/weights.js'
import type { Joint, Posterior, PosteriorPlan } from '../posterior/posterior.js'
import { comparePairs, compareProbabilities, largestFirst } from './order.js'

/** What tells whether a genotype is certain: a posterior, or where a convention assumes copies to be absent, possible pairs. */
export type Certainty = Posterior | ((animal: number, locus: number) => Pair | undefined)

export interface GenotypeQuery {
  readonly posterior: Posterior
  /** What tells what is certain; `posterior` itself where the two do not differ. */
  readonly certainty: Certainty
  /** Whether the only pair at a locus may be called certain. */
  readonly isCertain: (locus: number) => boolean
}

export function genotypesOf(
  { posterior, certainty, isCertain }: GenotypeQuery,
  animal: number,
  loci: readonly number[],
  left: number,
): AnswerDraft<readonly LocusPosterior[]> {
  const { evidence } = posterior
  const inOrder = largestFirst(evidence, loci, (locus) => groupOf(evidence, locus))
  const drafts = draftsWithin(left, inOrder, (locus) => {
    const own = plannedOnce(locusPairs(DOUBLE, posterior, animal, locus))
    const isByPairs = typeof certainty === 'function'
    const all = isByPairs || certainty === posterior ? own : locusPairs(DOUBLE, certainty, animal, locus)
    return combined([own, all], ([weighed = [], possible]): LocusPosterior => {
      const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
      const pairs = weighed.map(({ pair, weight }) => ({ pair, probability: weight / total }))
      const sole = possible?.length === 1 ? possible[0]?.pair : undefined
      const only = isByPairs ? certainty(animal, locus) : sole
      return {
        locus,
        pairs: pairs.sort(
          (a, b) => compareProbabilities(a.probability, b.probability) || comparePairs(a.pair, b.pair),
        ),
        certain: isCertain(locus) ? only : undefined,
      }
    })
  })
  return combined(drafts, (answers) =>
    [...answers].sort((a, b) => loci.indexOf(a.locus) - loci.indexOf(b.locus)),
  )
}

function groupOf({ reading: { model } }: Evidence, locus: number): number {
  return model.groups.findIndex(({ loci }) => loci.some(({ index }) => index === locus))
}

export interface WeighedPair<N> {
  readonly pair: Pair
  readonly weight: N
}

/** Unordered pairs at one locus, every copy told apart. */
export function locusPairs<N>(
  numbers: Numbers<N>,
  posterior: Posterior,
  animal: number,
  locus: number,
): Draft<PosteriorPlan<readonly WeighedPair<N>[]>> {
  const { evidence } = posterior
  const group = groupOf(evidence, locus)
  const place = evidence.reading.model.groups[group]?.loci.findIndex(({ index }) => index === locus) ?? 0
  return mapPlan(haplotypesOf(numbers, posterior, animal, group, [locus]), (plan) => ({
    ...plan,
    operations: plan.operations + plan.resultRows * A_PAIR_ROW,
    run: () => {
      const { space, rows } = plan.run()
      const copyOf = (own: number): Copy => space.classes[place]?.[own]?.representative ?? []
      const count = space.classes[place]?.length ?? 1
      const found = new Map<number, N>()
      for (const { haplotypes, weight } of rows) {
        const [a = 0, b = 0] = haplotypes.map((haplotype) => space.classAt(haplotype, place))
        const key = Math.min(a, b) * count + Math.max(a, b)
        found.set(key, numbers.plus(found.get(key) ?? numbers.zero, weight))
      }
      return [...found].map(([key, weight]) => ({
        pair: pairOf(copyOf(Math.floor(key / count)), copyOf(key % count)),
        weight,
      }))
    },
  }))
}

/** The haplotypes of an animal over a group, all other variables summed out. @param loci whose copies are told apart */
export function haplotypesOf<N>(
  numbers: Numbers<N>,
  { evidence, network, joint }: Posterior,
  animal: number,
  group: number,
  loci: readonly number[],
): Draft<PosteriorPlan<Joint<N>>> {
  const dependent = dependentGroups(evidence.reading, network.couplings([animal]))
  const groups = dependent.find((set) => set.includes(group)) ?? [group]
  return joint(numbers, { group, groups, purpose: { loci }, animals: [animal] })
}

/** Memoized: planned and run once, though it counts each time it is planned. */
function plannedOnce<Result>({ least, plan }: Draft<PosteriorPlan<Result>>): Draft<PosteriorPlan<Result>> {
  let planned: PosteriorPlan<Result> | undefined
  return {
    least,
    plan: (left) => {
      if (planned !== undefined) return planned
      const { run, ...rest } = plan(left)
      return (planned = { run: once(() => run()), ...rest })
    },
  }
}
