/**
 * The genotypes of an animal or a foal over each linkage group, phase aside, with one weight per scenario: under the priors and
 * then under each change of them, for each selection of the rectangles that couple groups.
 */
import type { LinkageGroup, LocusGenotype } from '../../model/model.js'
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import type { Priors } from '../facts/priors.js'
import type { Animal } from '../facts/reading.js'
import { dependentGroups, selectionsOf } from '../network/couplings.js'
import { DOUBLE } from '../network/numbers.js'
import type { Selector } from '../network/variables.js'
import { combined, draftsWithin, mapPlan } from '../planning/drafts.js'
import type { AnswerDraft, Plan } from '../planning/planning.js'
import type { Joint, Posterior } from '../posterior/posterior.js'
import { numberGenotypes } from './genotype-numbers.js'
import { largestFirst } from './order.js'
import { createSelectionsIn, lowestOrders, selectionsOfLowestOrder } from './selections.js'

/** Other priors at one locus. */
export interface PriorChange {
  readonly group: number
  readonly priors: () => Priors
}

export interface GroupWeights {
  readonly group: LinkageGroup
  /** In canonical order, one genotype per locus in map order. */
  readonly genotypes: readonly (readonly LocusGenotype[])[]
  /** By genotype, then by scenario: prior set × selection. */
  readonly weights: Float64Array
  /** By scenario, the lowest order, of which these weights are. */
  readonly orders: Float64Array
}

export interface Weighed {
  /** By linkage group. */
  readonly groups: readonly GroupWeights[]
  /** How many selections there are. The probability of something is the sum over all of them. */
  readonly selections: number
  /** How many sets of priors: those of the evidence, then one for each change. */
  readonly priorSets: number
  /** The group of each change. */
  readonly changed: readonly number[]
  /** Sets of groups that couplings make dependent. */
  readonly dependent: readonly (readonly number[])[]
}

/**
 * @param animal of the question, or behind its last one the `foal` that is asked about @param couplings around it
 * @param left operations that it may take
 */
export function weighGroups(
  { evidence, joint }: Posterior,
  genotypes: Genotypes,
  animal: number,
  foal: Animal | undefined,
  couplings: readonly Selector[],
  changes: readonly PriorChange[],
  left: number,
): AnswerDraft<Weighed> {
  const selections = selectionsOf(couplings)
  const inOrder = largestFirst(evidence, [...evidence.reading.model.groups.keys()], (group) => group)
  const drafts = draftsWithin(left, inOrder, (group) => {
    const query = {
      group,
      groups: [group],
      purpose: { coats: true as const },
      animals: [animal],
      foal,
      couplings,
    }
    const own = changes.flatMap((each, c) => (each.group === group ? [[c + 1, each.priors] as const] : []))
    const times = own.length + 1
    const { least, plan } = joint(DOUBLE, query)
    const repeated = { least: least * times, plan: (left: number) => plan(left / times) }
    return mapPlan(repeated, (planned): Plan<readonly [group: number, weights: GroupWeights]> => ({
      ...planned,
      operations: planned.operations * times,
      run: () => {
        const changed = own.map(([set, priors]) => [set, () => planned.run(priors())] as const)
        return [group, weightsOf(planned.run(), changed, changes.length + 1, genotypes, couplings)]
      },
    }))
  })
  const inGroupOrder = (groups: readonly (readonly [number, GroupWeights])[]): readonly GroupWeights[] =>
    [...groups].sort(([a], [b]) => a - b).map(([, weights]) => weights)
  return combined(drafts, (groups) => ({
    groups: ofLowestOrder(inGroupOrder(groups), selections, changes.length + 1),
    selections,
    priorSets: changes.length + 1,
    changed: changes.map(({ group }) => group),
    dependent: dependentGroups(evidence.reading, couplings),
  }))
}

/** @param base under the priors of the evidence @param changed under those prior sets that change this group */
function weightsOf(
  base: Joint<number>,
  changed: readonly (readonly [set: number, joint: () => Joint<number>])[],
  priorSets: number,
  genotypes: Genotypes,
  couplings: readonly Selector[],
): GroupWeights {
  const selections = selectionsOf(couplings)
  const scenarios = selections * priorSets
  const { numberOf, inOrder, genotypesAt } = numberGenotypes(base.space, genotypes)
  const byNumber = new Map<number, Float64Array>()
  const orders = new Float64Array(scenarios)
  const add = (joint: Joint<number>, set: number): void => {
    const selectionsIn = createSelectionsIn(joint, couplings)
    const lowest = lowestOrders(joint, selectionsIn, selections)
    orders.set(lowest, set * selections)
    for (const { haplotypes, selected, weight, order } of joint.rows) {
      const number = numberOf(haplotypes)
      const sums = byNumber.get(number) ?? new Float64Array(scenarios)
      byNumber.set(number, sums)
      for (const selection of selectionsIn(selected))
        if (order === lowest[selection])
          sums[set * selections + selection] = (sums[set * selections + selection] ?? 0) + weight
    }
  }
  add(base, 0)
  for (const [set, joint] of changed) add(joint(), set)
  // Other prior sets leave this group as it is.
  const isChanged = new Set(changed.map(([set]) => set))
  for (let set = 1; set < priorSets; set++)
    if (!isChanged.has(set)) orders.copyWithin(set * selections, 0, selections)
  for (const sums of byNumber.values())
    for (let set = 1; set < priorSets; set++)
      if (!isChanged.has(set)) sums.copyWithin(set * selections, 0, selections)
  const numbers = inOrder([...byNumber.keys()])
  const weights = new Float64Array(numbers.length * scenarios)
  numbers.forEach((number, place) => weights.set(byNumber.get(number) ?? [], place * scenarios))
  return { group: base.space.group, genotypes: numbers.map(genotypesAt), weights, orders }
}

/** Without the weights of selections that are of a higher order than others of the same prior set. */
function ofLowestOrder(
  groups: readonly GroupWeights[],
  selections: number,
  priorSets: number,
): readonly GroupWeights[] {
  if (selections === 1) return groups
  const isLowest = Array.from({ length: priorSets }, (_, set) =>
    selectionsOfLowestOrder(
      groups.map(({ orders }) => orders.subarray(set * selections, (set + 1) * selections)),
    ),
  ).flat()
  if (!isLowest.includes(false)) return groups
  return groups.map((group) => ({
    ...group,
    weights: group.weights.map((weight, i) => (isLowest[i % isLowest.length] === true ? weight : 0)),
  }))
}

/** Sums over selections: one number for each prior set. */
export function overSelections(weights: Float64Array, { selections, priorSets }: Weighed): number[] {
  return Array.from({ length: priorSets }, (_, set) => {
    let sum = 0
    for (let s = 0; s < selections; s++) sum += weights[set * selections + s] ?? 0
    return sum
  })
}

/** The weight of all genotypes of some groups, for each prior set. */
export function totalWeights(weighed: Weighed, groups: readonly number[]): readonly number[] {
  const scenarios = weighed.selections * weighed.priorSets
  const product = new Float64Array(scenarios).fill(1)
  for (const g of groups) {
    const { weights = new Float64Array() } = weighed.groups[g] ?? {}
    const sums = new Float64Array(scenarios)
    for (let i = 0; i < weights.length; i++)
      sums[i % scenarios] = (sums[i % scenarios] ?? 0) + (weights[i] ?? 0)
    for (let s = 0; s < scenarios; s++) product[s] = (product[s] ?? 0) * (sums[s] ?? 0)
  }
  return overSelections(product, weighed)
}
