/**
 * Sums a factored cross by what the tables say of it, without listing genotypes: dynamic programming over
 * the groups, one state per distinguishable partial result.
 * Guarantees: exact sums; of each state the most probable genotype, the first in canonical order among equals.
 * The cost follows the states, not 3^loci.
 */
import type { RuleRow } from '../../rules/tables.js'
import { withAsked } from './components.js'
import { buildDiagram, endsOf, type DiagramStep, type TableDiagram, type TellApart } from './diagram.js'
import type { CompiledTable, LinkageGroup, Model, Outcome } from '../model.js'
import { BIG_INTS, DOUBLES, type Integers } from '../../genetics/integers.js'
import { createStateKeys, type Move, type StateKey, type StateKeys } from './state-keys.js'
import type { FoalGroup } from '../cross/zygotes.js'

/** May be worked out each time it is asked for: take what is needed once. */
export interface TallyRow {
  /** The same in every cross that this tally sums, for the same outcomes. */
  readonly state: StateKey
  /** One outcome per table tallied, in table order. */
  readonly outcomes: readonly Outcome[]
  /** Sum of the weights of its genotypes. */
  readonly weight: bigint
  /** How many distinct genotypes it sums. */
  readonly count: bigint
  readonly best: BestGenotype
}

export interface BestGenotype {
  readonly weight: bigint
  /** The outcome chosen in each group: its place in canonical order. */
  readonly path: readonly number[]
}

/** Tables made ready to be tallied together. */
export type Tally = (groups: readonly FoalGroup[]) => readonly TallyRow[]

/**
 * @param groups in canonical order: all that the tables read, or that the tally shall count along
 * @param tables in table order; tables whose tokens they ask for must be among them
 * @param tellApart beside their effect on a foal, what outcomes of different rows may differ in
 */
export function createTally(
  groups: readonly LinkageGroup[],
  tables: readonly CompiledTable[],
  tellApart?: TellApart,
): Tally {
  const { diagrams, keys, stepsAt } = stepsOver(groups, tables, tellApart)
  const inDoubles = createSums(DOUBLES, keys, stepsAt)
  const inBigInts = createSums(BIG_INTS, keys, stepsAt)
  return (foalGroups) => {
    // No weight is less than 1, so there is nothing to count beyond what all weights come to.
    const total = foalGroups.reduce((product, foals) => product * foals.total, 1n)
    const sums = total <= BigInt(Number.MAX_SAFE_INTEGER) ? inDoubles : inBigInts
    return sums(foalGroups, (key) => endsOf(diagrams, (i) => keys.nodeAt(key, i)))
  }
}

/** Foals that the tables do not tell apart. The path is the mixed-radix number of the outcomes chosen. */
interface State<N> {
  weight: N
  count: N
  bestWeight: N
  bestPath: N
}

/** Outcomes of one group that no table tells apart, summed, and where they lead the tables. */
interface Part<N> extends State<N> {
  readonly moves: readonly Move[]
}

/** The diagrams of some tables, and the states in which all of them are gone through together. */
export interface TableSteps {
  readonly diagrams: readonly TableDiagram[]
  readonly keys: StateKeys
  /** By group, the steps of the tables that read it. */
  readonly stepsAt: readonly (readonly TableStep[])[]
}

export interface TableStep {
  readonly step: DiagramStep
  readonly table: number
}

export function stepsOver(
  groups: readonly LinkageGroup[],
  tables: readonly CompiledTable[],
  tellApart?: TellApart,
): TableSteps {
  const diagrams = tables.map((table) => buildDiagram(table, groups, tellApart))
  const keys = createStateKeys(
    diagrams.map(({ steps, ends }) => Math.max(ends.length, ...steps.map((step) => step?.next.length ?? 1))),
  )
  const stepsAt = groups.map((_, index) =>
    diagrams.flatMap(({ steps }, table) => {
      const step = steps[index]
      return step === undefined ? [] : [{ step, table }]
    }),
  )
  return { diagrams, keys, stepsAt }
}

type Sums = (
  groups: readonly FoalGroup[],
  outcomesOf: (key: StateKey) => readonly Outcome[],
) => readonly TallyRow[]

function createSums<N extends number | bigint>(
  integers: Integers<N>,
  keys: StateKeys,
  stepsAt: readonly (readonly TableStep[])[],
): Sums {
  const { of, times, plus, append, digits } = integers
  const join = (state: State<N>, weight: N, count: N, bestWeight: N, bestPath: N): void => {
    state.weight = plus(state.weight, weight)
    state.count = plus(state.count, count)
    if (bestWeight < state.bestWeight || (bestWeight === state.bestWeight && bestPath >= state.bestPath))
      return
    state.bestWeight = bestWeight
    state.bestPath = bestPath
  }
  const partsOf = (foals: FoalGroup, steps: readonly TableStep[]): readonly Part<N>[] => {
    const parts = new Map<string, Part<N>>()
    foals.outcomes.forEach((outcome, i) => {
      const inputs = steps.map(({ step }) => step.inputOf(outcome))
      const key = inputs.join()
      const weight = of(foals.weights[i] ?? 0n)
      const path = of(BigInt(i))
      const known = parts.get(key)
      if (known !== undefined) join(known, weight, of(1n), weight, path)
      else {
        const moves = movesOf(steps, inputs)
        parts.set(key, { weight, count: of(1n), bestWeight: weight, bestPath: path, moves })
      }
    })
    return [...parts.values()]
  }
  // Crosses share foals over a group, which are remembered elsewhere (zygotes.ts).
  const known = new WeakMap<FoalGroup, readonly Part<N>[]>()
  return (groups, outcomesOf) => {
    const nothing = { weight: of(1n), count: of(1n), bestWeight: of(1n), bestPath: of(0n) }
    let states = new Map<StateKey, State<N>>([[keys.start, nothing]])
    groups.forEach((foals, index) => {
      const parts = known.get(foals) ?? partsOf(foals, stepsAt[index] ?? [])
      known.set(foals, parts)
      const next = new Map<StateKey, State<N>>()
      const radix = foals.outcomes.length
      for (const [key, state] of states) {
        for (const part of parts) {
          const after = keys.moved(key, part.moves)
          const weight = times(state.weight, part.weight)
          const count = times(state.count, part.count)
          const bestWeight = times(state.bestWeight, part.bestWeight)
          const bestPath = append(state.bestPath, radix, Number(part.bestPath))
          const met = next.get(after)
          if (met === undefined) next.set(after, { weight, count, bestWeight, bestPath })
          else join(met, weight, count, bestWeight, bestPath)
        }
      }
      states = next
    })
    const radices = groups.map((foals) => foals.outcomes.length)
    return Array.from(states, ([key, { weight, count, bestWeight, bestPath }]) => ({
      state: key,
      get outcomes() {
        return outcomesOf(key)
      },
      weight: BigInt(weight),
      count: BigInt(count),
      get best() {
        return { weight: BigInt(bestWeight), path: digits(bestPath, radices) }
      },
    }))
  }
}

/** Where these inputs, one for each step, lead the tables. */
export function movesOf(steps: readonly TableStep[], inputs: readonly number[]): readonly Move[] {
  return steps.map(({ step, table }, s) => ({
    table,
    to: step.next.map((after) => after[inputs[s] ?? 0] ?? 0),
  }))
}

/** More probable first, then earlier in canonical order. */
export function isBetter(a: BestGenotype, b: BestGenotype): boolean {
  return a.weight > b.weight || (a.weight === b.weight && comparePaths(a.path, b.path) < 0)
}

/** Canonical order. */
export function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (let g = 0; g < a.length; g++) {
    const difference = (a[g] ?? 0) - (b[g] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The tables that can give viability or notes, and those whose tokens they ask for. */
export function safetyTables(model: Model): readonly CompiledTable[] {
  const speaks = (rule: RuleRow): boolean => rule.viability !== undefined || rule.notes.length > 0
  return withAsked(model.tables, (table) => table.source.rules.some(speaks))
}
