/**
 * The coats that an animal can have, from what it can have over each linkage group.
 * Guarantees: shares of all coats add up to 1 but for rounding; of each the most probable genotype (where rectangles tie
 * groups together, the best of those that are best in one of them).
 * Leaves to others: what it has over a group (network/), the coats of two fully known parents (exact-coats.ts).
 */
import { coatTables, safetyTables, splitComponents, type Component } from '../../model/by-coat/components.js'
import type { CoatShare } from '../../model/by-coat/chosen-parts.js'
import { createSharesOfParts, type CoatShares } from '../../model/by-coat/coats.js'
import { hidesAll, type Part } from '../../model/by-coat/parts.js'
import { createTableSteps, type TableSteps } from '../../model/by-coat/table-steps.js'
import { comparePaths } from '../../model/by-coat/tally.js'
import type { CompiledTable } from '../../model/model.js'
import { createBoundedMap } from '../../model/memo.js'
import type { Rules } from '../rules.js'
import type { CoatAnswer, CoatRow } from '../answer.js'
import { NOISE, sumStates, type StateSum } from './coat-sums.js'
import { ofSex, overChoices, totals, type Factored } from './lanes.js'
import { safetyOf } from './safety.js'
import type { Sex } from '../../rules/tables.js'

export interface Summed extends CoatAnswer {
  /** Of a row, its share under each variant. */
  readonly variantsOf: (row: CoatRow) => readonly number[]
}

export type SumCoats = (factored: Factored, sex: Sex | undefined) => Summed

interface Summing extends Component {
  readonly steps: TableSteps
}

const MOST_SPLITS = 20

export function createSumCoats({ model, phenotypes }: Rules): SumCoats {
  const plain = splitComponents(model.groups, coatTables(model.tables))
  const safety = safetyTables(model.tables)
  const stepsThrough = (groups: readonly number[], tables: readonly CompiledTable[]): TableSteps =>
    createTableSteps(
      groups.flatMap((g) => model.groups[g] ?? []),
      tables,
    )
  const splits = createBoundedMap<string, readonly Summing[]>(MOST_SPLITS)
  const splitFor = (tied: Factored['tied']): readonly Summing[] => {
    const own = tied.filter((set) => set.length > 1)
    const key = own.map((set) => set.join()).join(' ')
    return (
      splits.known(key) ??
      splits.keep(
        key,
        mergedBy(plain, own).map((each) => ({ ...each, steps: stepsThrough(each.groups, each.tables) })),
      )
    )
  }
  const judged = [...model.groups.keys()].filter((g) =>
    safety.some(({ columns }) =>
      columns.some(({ locus }) => model.groups[g]?.loci.some(({ index }) => index === locus)),
    ),
  )
  let judging: TableSteps | undefined
  return (factored, sex) => {
    const components = splitFor(factored.tied)
    const shown = sex === undefined ? factored : ofSex(factored, sex, model.sexes?.heterogametic)
    const lanesOf = new WeakMap<Part, readonly number[]>()
    const parts = components.map((component) => {
      const whole = totals(factored, component.groups)
      return partsOf(
        shown,
        component,
        (outcomes) => phenotypes.coatFrom(outcomes).key,
        (part, weights) => {
          lanesOf.set(
            part,
            weights.map((weight, v) => (whole[v] === 0 ? 0 : weight / (whole[v] ?? 1))),
          )
        },
        whole[0] ?? 1,
      )
    })
    const wholes = components.map((component) => {
      const [all, own] = [totals(factored, component.groups), totals(shown, component.groups)]
      return own.map((weight, v) => (all[v] === 0 ? 0 : weight / (all[v] ?? 1)))
    })
    const isEmpty = parts.some(({ length }) => length === 0)
    const foals = shown.groups.map(({ group, outcomes }) => ({ group, outcomes, weights: [], total: 1n }))
    const shares = isEmpty ? undefined : createSharesOfParts(components, phenotypes)(foals, parts)
    const variants = new WeakMap<CoatRow, readonly number[]>()
    const sharesOf = ({ choices }: CoatShare): readonly number[] =>
      Array.from({ length: factored.variants }, (_, v) => {
        const sums = choices.map((chosen) =>
          chosen.reduce((all, part, c) => all * (lanesOf.get(part)?.[v] ?? wholes[c]?.[v] ?? 0), 1),
        )
        return sums.reduce((all, each) => all + each, 0)
      })
    const list = (): Iterable<CoatRow> => (shares === undefined ? [] : rowsOf(shares, sharesOf, variants))
    judging ??= stepsThrough(judged, safety)
    return {
      total: shares?.total ?? 0n,
      list,
      ...safetyOf(factored, judged, judging, shown),
      variantsOf: (row) => variants.get(row) ?? [],
    }
  }
}

/** Joins components whose groups are tied together. */
function mergedBy(components: readonly Component[], tied: Factored['tied']): readonly Component[] {
  return tied.reduce((all, set) => {
    const met = all.filter(({ groups }) => groups.some((group) => set.includes(group)))
    if (met.length < 2) return all
    const joined: Component = {
      groups: met.flatMap(({ groups }) => groups).sort((a, b) => a - b),
      tables: met.flatMap(({ tables }) => tables).sort((a, b) => a.index - b.index),
    }
    return [...all.filter((each) => !met.includes(each)), joined]
  }, components)
}

function partsOf(
  factored: Factored,
  { groups, steps }: Summing,
  keyOf: (outcomes: StateSum['outcomes']) => string,
  remember: (part: Part, variants: readonly number[]) => void,
  whole: number,
): readonly Part[] {
  const own = groups.flatMap((g) => factored.groups[g] ?? [])
  const found = new Map<string, Sum>()
  const lanes = factored.choices * factored.variants
  for (const state of sumStates(steps, own, lanes, factored.choices)) {
    const { outcomes, weights, bestWeight } = state
    const hidesRest = hidesAll(outcomes)
    const key = keyOf(outcomes)
    const sum = found.get(hidesRest ? `hides ${key}` : key)
    if (sum === undefined) {
      if (weights.some((weight, lane) => lane < factored.choices && weight > 0))
        found.set(hidesRest ? `hides ${key}` : key, {
          outcomes,
          hidesRest,
          weights: weights.slice(),
          best: state,
        })
      continue
    }
    for (let lane = 0; lane < lanes; lane++)
      sum.weights[lane] = (sum.weights[lane] ?? 0) + (weights[lane] ?? 0)
    const difference = bestWeight - sum.best.bestWeight
    const isEqual = Math.abs(difference) <= NOISE * bestWeight
    if (isEqual ? comparePaths(state.path, sum.best.path) < 0 : difference > 0) sum.best = state
  }
  return [...found.values()].map(({ outcomes, hidesRest, weights, best }) => {
    const variants = overChoices(weights, factored)
    const made: Part = {
      outcomes,
      hidesRest,
      weights: [exactly((variants[0] ?? 0) / whole)],
      genotypes: 1n,
      best: { weight: exactly(best.bestWeight / whole), path: best.path },
    }
    remember(made, variants)
    return made
  })
}

/** A part while it is being summed. */
interface Sum extends Pick<Part, 'outcomes' | 'hidesRest'> {
  readonly weights: Float64Array
  best: StateSum
}

/** Bits that a weight keeps: the last ones of a double are rounding, which must not order what is equal. */
const BITS = 44
/** What is added to its exponent, so that no weight is less than 1. */
const SHIFT = 1100

function exactly(weight: number): bigint {
  if (weight === 0) return 0n
  const exponent = Math.floor(Math.log2(weight))
  return BigInt(Math.round(weight * 2 ** (BITS - exponent))) << BigInt(SHIFT + exponent - BITS)
}

/** @param remembered under each variant, by row */
function* rowsOf(
  { list }: CoatShares,
  sharesOf: (share: CoatShare) => readonly number[],
  remembered: WeakMap<CoatRow, readonly number[]>,
): Generator<CoatRow> {
  for (const share of list()) {
    const variants = sharesOf(share)
    const row: CoatRow = {
      coat: share.coat,
      probability: variants[0] ?? 0,
      get genotype() {
        return share.representative
      },
    }
    remembered.set(row, variants)
    yield row
  }
}
