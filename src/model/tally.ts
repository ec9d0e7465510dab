/**
 * Sums a factored cross by what the tables say of it, without listing genotypes: dynamic programming over
 * the groups, one state per distinguishable partial result.
 * Guarantees: exact sums; of each state the most probable genotype, the first in canonical order among equals.
 * Leaves to others: coats (offspring.ts). The cost follows the states, not 3^loci.
 */
import type { RuleRow } from '../rules/tables.js'
import { withAsked } from './components.js'
import { buildDiagram, endsOf, type DiagramStep, type TellApart } from './diagram.js'
import type { CompiledTable, LinkageGroup, LocusGenotype, Model, Outcome } from './model.js'
import { createStateKeys, type Move, type StateKey } from './state-keys.js'
import type { FoalGroup } from './zygotes.js'

export interface TallyRow {
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
  /** Place in canonical order: mixed-radix number of the outcome chosen in each group. */
  readonly path: bigint
}

/** Tables made ready to be tallied together. */
export type Tally = (groups: readonly FoalGroup[]) => readonly TallyRow[]

interface State {
  weight: bigint
  count: bigint
  best: BestGenotype
}

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
  // Crosses share foals over a group, which are remembered elsewhere (zygotes.ts).
  const known = new WeakMap<FoalGroup, readonly Part[]>()
  const partsOf = (foals: FoalGroup, index: number): readonly Part[] => {
    const steps = stepsAt[index] ?? []
    const parts = mergeOutcomes(foals, (outcome) => steps.map(({ step }) => step.inputOf(outcome))).map(
      (part): Part => ({ part, moves: movesOf(steps, part.inputs) }),
    )
    known.set(foals, parts)
    return parts
  }
  return (foalGroups) => {
    const nothing: State = { weight: 1n, count: 1n, best: { weight: 1n, path: 0n } }
    let states = new Map([[keys.start, nothing]])
    foalGroups.forEach((foals, index) => {
      const parts = known.get(foals) ?? partsOf(foals, index)
      const next = new Map<StateKey, State>()
      const radix = BigInt(foals.outcomes.length)
      for (const [key, state] of states) {
        for (const { part, moves } of parts) {
          const best = {
            weight: state.best.weight * part.best.weight,
            path: state.best.path * radix + part.best.path,
          }
          add(next, keys.moved(key, moves), state.weight * part.weight, state.count * part.count, best)
        }
      }
      states = next
    })
    return Array.from(states, ([key, { weight, count, best }]) => ({
      outcomes: endsOf(diagrams, (i) => keys.nodeAt(key, i)),
      weight,
      count,
      best,
    }))
  }
}

function movesOf(
  steps: readonly { readonly step: DiagramStep; readonly table: number }[],
  inputs: readonly number[],
): readonly Move[] {
  return steps.map(({ step, table }, s) => {
    const input = inputs[s] ?? 0
    return { table, to: (node) => step.next[node]?.[input] ?? 0 }
  })
}

/** Outcomes of a group that no table tells apart, and where they lead the tables. */
interface Part {
  readonly part: State
  readonly moves: readonly Move[]
}

/** More probable first, then earlier in canonical order. */
export function isBetter(a: BestGenotype, b: BestGenotype): boolean {
  return a.weight > b.weight || (a.weight === b.weight && a.path < b.path)
}

interface MergedOutcomes extends State {
  readonly inputs: readonly number[]
}

/** Outcomes of one group that no table tells apart, summed. */
function mergeOutcomes(
  foals: FoalGroup,
  inputsOf: (outcome: readonly LocusGenotype[]) => readonly number[],
): readonly MergedOutcomes[] {
  const merged = new Map<string, MergedOutcomes>()
  foals.outcomes.forEach((outcome, i) => {
    const inputs = inputsOf(outcome)
    const key = inputs.join()
    const weight = foals.weights[i] ?? 0n
    const best = { weight, path: BigInt(i) }
    const known = merged.get(key)
    if (known === undefined) merged.set(key, { inputs, weight, count: 1n, best })
    else join(known, weight, 1n, best)
  })
  return [...merged.values()]
}

function add(
  states: Map<StateKey, State>,
  key: StateKey,
  weight: bigint,
  count: bigint,
  best: BestGenotype,
): void {
  const known = states.get(key)
  if (known === undefined) states.set(key, { weight, count, best })
  else join(known, weight, count, best)
}

function join(state: State, weight: bigint, count: bigint, best: BestGenotype): void {
  state.weight += weight
  state.count += count
  if (isBetter(best, state.best)) state.best = best
}

/** The tables that can give viability or notes, and those whose tokens they ask for. */
export function safetyTables(model: Model): readonly CompiledTable[] {
  const speaks = (rule: RuleRow): boolean => rule.viability !== undefined || rule.notes.length > 0
  return withAsked(model.tables, (table) => table.source.rules.some(speaks))
}
