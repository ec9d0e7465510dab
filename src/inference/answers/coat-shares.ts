/**
 * The coats that an animal can have, from what it can have over each linkage group.
 * Guarantees: shares of all coats add up to 1 but for rounding; of each the most probable genotype (where rectangles tie
 * groups together, that of one choice of them).
 * Leaves to others: what it has over a group (network/), the coats of two fully known parents (exact-coats.ts).
 */
import {
  coatTables,
  groupsRead,
  safetyTables,
  splitComponents,
  type Component,
} from '../../model/by-coat/components.js'
import type { CoatShare } from '../../model/by-coat/chosen-parts.js'
import { createSharesOfParts } from '../../model/by-coat/coats.js'
import { hidesAll, type Part } from '../../model/by-coat/parts.js'
import { createTableSteps, type TableSteps } from '../../model/by-coat/table-steps.js'
import { comparePaths } from '../../model/by-coat/sums.js'
import type { CompiledTable } from '../../model/model.js'
import { once } from '../../common/memo.js'
import { coatFrom } from '../../model/phenotype/phenotype.js'
import type { CoatAnswer, CoatRow } from '../answer.js'
import type { Rules } from '../rules.js'
import { NOISE, sumStates, type StateSum } from './coat-sums.js'
import { overChoices, totals, type Factored } from './factored.js'
import { createRowShares, type SharedPart } from './row-shares.js'

export interface Summed extends Omit<CoatAnswer, 'list'> {
  /** Each row with its share under each variant. */
  readonly list: () => Generator<readonly [row: CoatRow, variants: Float64Array]>
}

interface Summing extends Component {
  readonly steps: TableSteps
}

export function createSumCoats({ model }: Rules): (factored: Factored) => Summed {
  const withSteps = (own: Component): Summing => ({ ...own, steps: stepsThrough(own.groups, own.tables) })
  const stepsThrough = (groups: readonly number[], tables: readonly CompiledTable[]): TableSteps =>
    createTableSteps(
      groups.flatMap((g) => model.groups[g] ?? []),
      tables,
    )
  const untied = splitComponents(model.groups, coatTables(model.tables)).map(withSteps)
  const safety = safetyTables(model.tables)
  const judged = groupsRead(model.groups, safety)
  const judging = once(() => stepsThrough(judged, safety))
  return (factored) => {
    const components = mergedBy(untied, factored.tied).map((each) =>
      'steps' in each ? (each as Summing) : withSteps(each),
    )
    const wholes = components.map(({ groups }) => totals(factored, groups))
    const parts = components.map((component, c) => partsOf(factored, component, wholes[c] ?? []))
    const foals = factored.groups.map(({ group, genotypes }) => ({
      group,
      genotypes,
      weights: [],
      total: 1n,
    }))
    const shares = parts.some(({ length }) => length === 0)
      ? undefined
      : createSharesOfParts(components)(foals, parts)
    const sharesOf = createRowShares(factored, components, wholes)
    return {
      total: shares?.total ?? 0n,
      list: () => rowsOf(shares?.list() ?? [], sharesOf),
      ...safetyOf(factored, judged, judging()),
    }
  }
}

function* rowsOf(
  all: Iterable<CoatShare>,
  sharesOf: (share: CoatShare) => Float64Array,
): ReturnType<Summed['list']> {
  for (const share of all) {
    const variants = sharesOf(share)
    const row: CoatRow = {
      coat: share.coat,
      probability: variants[0] ?? 0,
      genotype: share.representative,
    }
    yield [row, variants]
  }
}

/** Joins components whose groups are tied together. */
function mergedBy(components: readonly Component[], tied: Factored['tied']): readonly Component[] {
  return tied.reduce<readonly Component[]>((all, set) => {
    const met = all.filter(({ groups }) => groups.some((group) => set.includes(group)))
    if (met.length < 2) return all
    const joined: Component = {
      groups: met.flatMap(({ groups }) => groups).sort((a, b) => a - b),
      tables: met.flatMap(({ tables }) => tables).sort((a, b) => a.index - b.index),
    }
    return [...all.filter((each) => !met.includes(each)), joined]
  }, components)
}

/** @param whole what all parts come to, under each variant */
function partsOf(
  factored: Factored,
  { groups, steps }: Summing,
  whole: readonly number[],
): readonly SharedPart[] {
  const own = groups.flatMap((g) => factored.groups[g] ?? [])
  const found = new Map<string, Sum>()
  const { choices, variants } = factored
  for (const state of sumStates(steps, own, choices * variants, choices)) {
    const { outcomes, weights, bestWeight } = state
    const hidesRest = hidesAll(outcomes)
    const key = `${hidesRest} ${coatFrom(outcomes).key}`
    const sum = found.get(key)
    if (sum === undefined) {
      // What is only possible under other frequencies is no part.
      if (weights.subarray(0, choices).some((weight) => weight > 0))
        found.set(key, { outcomes, hidesRest, weights: weights.slice(), best: state })
      continue
    }
    weights.forEach((weight, lane) => (sum.weights[lane] = (sum.weights[lane] ?? 0) + weight))
    const difference = bestWeight - sum.best.bestWeight
    const isEqual = Math.abs(difference) <= NOISE * bestWeight
    if (isEqual ? comparePaths(state.path(), sum.best.path()) < 0 : difference > 0) sum.best = state
  }
  const [all = 1] = whole
  const sums = [...found.values()].map((sum) => ({ sums: overChoices(sum.weights, factored), ...sum }))
  const weights = inIntegers(sums.map(({ sums }) => (sums[0] ?? 0) / all))
  const bestWeights = inIntegers(sums.map(({ best }) => best.bestWeight / all))
  return sums.map(({ outcomes, hidesRest, sums, best }, i) => ({
    outcomes,
    hidesRest,
    weights: [weights[i] ?? 0n],
    genotypes: 1n,
    best: { weight: bestWeights[i] ?? 0n, path: best.path() },
    variants: sums.map((weight, v) => (whole[v] === 0 ? 0 : weight / (whole[v] ?? 1))),
  }))
}

/** A part while it is being summed. */
interface Sum extends Pick<Part, 'outcomes' | 'hidesRest'> {
  readonly weights: Float64Array
  best: StateSum
}

/** Bits that a weight keeps: the last ones of a double are rounding, which must not order what is equal. */
const BITS = 44
/** Weights as integers that stand to each other as they do. */
function inIntegers(weights: readonly number[]): readonly bigint[] {
  const exponents = weights.map((weight) => (weight === 0 ? Infinity : Math.floor(Math.log2(weight))))
  const least = exponents.reduce((least, exponent) => Math.min(least, exponent), Infinity)
  return weights.map((weight, i) => {
    const exponent = exponents[i] ?? 0
    if (weight === 0) return 0n
    return BigInt(Math.round(weight * 2 ** (BITS - exponent))) << BigInt(exponent - least)
  })
}

/** How many are not expected to live. */
function safetyOf(
  factored: Factored,
  groups: readonly number[],
  steps: TableSteps,
): Pick<CoatAnswer, 'lethal' | 'suspected'> {
  const { choices, variants } = factored
  const [all = 1] = totals(factored, groups)
  let [lethal, suspected] = [0, 0]
  const own = groups.flatMap((g) => factored.groups[g] ?? [])
  for (const { outcomes, weights } of sumStates(steps, own, choices * variants, choices)) {
    const [weight = 0] = overChoices(weights, factored)
    if (weight === 0) continue
    const statuses = outcomes.flatMap(({ fired }) => fired.flatMap((rule) => rule.viability?.status ?? []))
    if (statuses.includes('lethal')) lethal += weight
    else if (statuses.includes('suspected')) suspected += weight
  }
  return { lethal: lethal / all, suspected: suspected / all }
}
