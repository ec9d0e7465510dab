/**
 * The probability of each coat, from the weights of genotypes over each linkage group.
 * Guarantees: probabilities add up to 1 but for rounding; of each coat the most probable genotype (where groups are coupled,
 * within one selection of rectangles).
 * Leaves to others: the weights (group-weights.ts), the coats of two determined parents (plain-cross.ts).
 */
import {
  coatTables,
  groupsRead,
  safetyTables,
  splitComponents,
  type Component,
} from '../../model/by-coat/components.js'
import type { CoatWeight } from '../../model/by-coat/chosen-parts.js'
import { createWeightsOfParts } from '../../model/by-coat/coats.js'
import { hidesAll, type Part } from '../../model/by-coat/parts.js'
import { createTableSteps, type TableSteps } from '../../model/by-coat/table-steps.js'
import { comparePaths } from '../../model/by-coat/sums.js'
import type { CompiledTable } from '../../model/model.js'
import { once } from '../../common/memo.js'
import { coatFrom } from '../../model/phenotype/phenotype.js'
import type { CoatAnswer, CoatRow } from '../answer.js'
import type { Rules } from '../rules.js'
import { overSelections, totalWeights, type Weighed } from './group-weights.js'
import { createRowProbabilities, type PartOfCoat } from './row-probabilities.js'
import { NOISE, sumStates, type StateSum } from './scenario-sums.js'

export interface CoatProbabilities extends Omit<CoatAnswer, 'list'> {
  /** Each row with its probability under each prior set. */
  readonly list: () => Generator<readonly [row: CoatRow, byPriorSet: Float64Array]>
}

/** Tables that are read together, with the steps through the groups that they read. */
interface SteppedComponent extends Component {
  readonly steps: TableSteps
}

export function createCoatProbabilities({ model }: Rules): (weighed: Weighed) => CoatProbabilities {
  const withSteps = (own: Component): SteppedComponent => ({
    ...own,
    steps: stepsThrough(own.groups, own.tables),
  })
  const stepsThrough = (groups: readonly number[], tables: readonly CompiledTable[]): TableSteps =>
    createTableSteps(
      groups.flatMap((g) => model.groups[g] ?? []),
      tables,
    )
  const uncoupled = splitComponents(model.groups, coatTables(model.tables)).map(withSteps)
  const safety = safetyTables(model.tables)
  const safetyGroups = groupsRead(model.groups, safety)
  const safetySteps = once(() => stepsThrough(safetyGroups, safety))
  return (weighed) => {
    const components = mergedBy(uncoupled, weighed.dependent).map((each) =>
      'steps' in each ? (each as SteppedComponent) : withSteps(each),
    )
    const totals = components.map(({ groups }) => totalWeights(weighed, groups))
    const parts = components.map((component, c) => partsOf(weighed, component, totals[c] ?? []))
    const groups = weighed.groups.map(({ group, genotypes }) => ({
      group,
      genotypes,
      weights: [],
      total: 1n,
    }))
    const coats = parts.some(({ length }) => length === 0)
      ? undefined
      : createWeightsOfParts(components)(groups, parts)
    const probabilitiesOf = createRowProbabilities(weighed, components, totals)
    return {
      total: coats?.total ?? 0n,
      list: () => rowsOf(coats?.list() ?? [], probabilitiesOf),
      ...safetyOf(weighed, safetyGroups, safetySteps()),
    }
  }
}

function* rowsOf(
  coats: Iterable<CoatWeight>,
  probabilitiesOf: (coat: CoatWeight) => Float64Array,
): ReturnType<CoatProbabilities['list']> {
  for (const each of coats) {
    const byPriorSet = probabilitiesOf(each)
    const row: CoatRow = {
      coat: each.coat,
      probability: byPriorSet[0] ?? 0,
      genotype: each.representative,
    }
    yield [row, byPriorSet]
  }
}

/** Merges components whose groups depend on each other. */
function mergedBy(components: readonly Component[], dependent: Weighed['dependent']): readonly Component[] {
  return dependent.reduce<readonly Component[]>((all, set) => {
    const own = all.filter(({ groups }) => groups.some((group) => set.includes(group)))
    if (own.length < 2) return all
    const merged: Component = {
      groups: own.flatMap(({ groups }) => groups).sort((a, b) => a - b),
      tables: own.flatMap(({ tables }) => tables).sort((a, b) => a.index - b.index),
    }
    return [...all.filter((each) => !own.includes(each)), merged]
  }, components)
}

/** What a component can contribute to a coat. @param totals the weight of all parts, by prior set */
function partsOf(
  weighed: Weighed,
  { groups, steps }: SteppedComponent,
  totals: readonly number[],
): readonly PartOfCoat[] {
  const own = groups.flatMap((g) => weighed.groups[g] ?? [])
  const found = new Map<string, PartSum>()
  const { selections, priorSets } = weighed
  for (const state of sumStates(steps, own, selections * priorSets, selections)) {
    const { outcomes, weights, bestWeight } = state
    const hidesRest = hidesAll(outcomes)
    const key = `${hidesRest} ${coatFrom(outcomes).key}`
    const sum = found.get(key)
    if (sum === undefined) {
      // What is only possible under other priors is no part.
      if (weights.subarray(0, selections).some((weight) => weight > 0))
        found.set(key, { outcomes, hidesRest, weights: weights.slice(), best: state })
      continue
    }
    weights.forEach((weight, scenario) => (sum.weights[scenario] = (sum.weights[scenario] ?? 0) + weight))
    const difference = bestWeight - sum.best.bestWeight
    const isEqual = Math.abs(difference) <= NOISE * bestWeight
    if (isEqual ? comparePaths(state.path(), sum.best.path()) < 0 : difference > 0) sum.best = state
  }
  const [total = 1] = totals
  const sums = [...found.values()].map((sum) => ({ sums: overSelections(sum.weights, weighed), ...sum }))
  const weights = inIntegers(sums.map(({ sums }) => (sums[0] ?? 0) / total))
  const bestWeights = inIntegers(sums.map(({ best }) => best.bestWeight / total))
  return sums.map(({ outcomes, hidesRest, sums, best }, i) => ({
    outcomes,
    hidesRest,
    weights: [weights[i] ?? 0n],
    genotypes: 1n,
    best: { weight: bestWeights[i] ?? 0n, path: best.path() },
    byPriorSet: sums.map((weight, set) => (totals[set] === 0 ? 0 : weight / (totals[set] ?? 1))),
  }))
}

/** A part while it is being summed. */
interface PartSum extends Pick<Part, 'outcomes' | 'hidesRest'> {
  readonly weights: Float64Array
  best: StateSum
}

/** Bits that a weight keeps: the last bits of a double are rounding, which must not order equal weights. */
const BITS = 44
/** Weights as integers in the same proportions. */
function inIntegers(weights: readonly number[]): readonly bigint[] {
  const exponents = weights.map((weight) => (weight === 0 ? Infinity : Math.floor(Math.log2(weight))))
  const least = exponents.reduce((least, exponent) => Math.min(least, exponent), Infinity)
  return weights.map((weight, i) => {
    const exponent = exponents[i] ?? 0
    if (weight === 0) return 0n
    return BigInt(Math.round(weight * 2 ** (BITS - exponent))) << BigInt(exponent - least)
  })
}

/** The probability of lethal genotypes, and of those that are suspected to be lethal. */
function safetyOf(
  weighed: Weighed,
  groups: readonly number[],
  steps: TableSteps,
): Pick<CoatAnswer, 'lethal' | 'suspected'> {
  const { selections, priorSets } = weighed
  const [total = 1] = totalWeights(weighed, groups)
  let [lethal, suspected] = [0, 0]
  const own = groups.flatMap((g) => weighed.groups[g] ?? [])
  for (const { outcomes, weights } of sumStates(steps, own, selections * priorSets, selections)) {
    const [weight = 0] = overSelections(weights, weighed)
    if (weight === 0) continue
    const statuses = outcomes.flatMap(({ fired }) => fired.flatMap((rule) => rule.viability?.status ?? []))
    if (statuses.includes('lethal')) lethal += weight
    else if (statuses.includes('suspected')) suspected += weight
  }
  return { lethal: lethal / total, suspected: suspected / total }
}
