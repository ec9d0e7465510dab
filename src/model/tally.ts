/**
 * Sums a factored cross by what the tables say of it, without listing genotypes: dynamic programming over
 * the groups, one state per distinguishable partial result.
 * Guarantees: exact sums; of each state the most probable genotype, the first in canonical order among equals.
 * Leaves to others: coats (offspring.ts). The cost follows the states, not 3^loci.
 */
import { buildDiagram, type TableDiagram } from './diagram.js'
import type { CompiledTable, LinkageGroup, LocusGenotype, Model, Outcome } from './model.js'
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
 */
export function createTally(groups: readonly LinkageGroup[], tables: readonly CompiledTable[]): Tally {
  const diagrams = tables.map((table) => buildDiagram(table, groups))
  const sizes = diagrams.map(({ steps, ends }) =>
    Math.max(ends.length, ...steps.map((step) => step?.next.length ?? 1)),
  )
  const strides = sizes.map((_, i) => sizes.slice(0, i).reduce((product, size) => product * size, 1))
  const nodeAt = (key: number, i: number): number => Math.floor(key / (strides[i] ?? 1)) % (sizes[i] ?? 1)
  return (foalGroups) => {
    let states = new Map<number, State>([[0, { weight: 1n, count: 1n, best: { weight: 1n, path: 0n } }]])
    foalGroups.forEach((foals, index) => {
      const steps = diagrams.flatMap(({ steps: all }, i) => {
        const step = all[index]
        return step === undefined ? [] : [{ step, i, stride: strides[i] ?? 1 }]
      })
      const merged = mergeOutcomes(foals, (outcome) => steps.map(({ step }) => step.inputOf(outcome)))
      const next = new Map<number, State>()
      const radix = BigInt(foals.outcomes.length)
      for (const [key, state] of states) {
        for (const part of merged) {
          let to = key
          steps.forEach(({ step, i, stride }, s) => {
            const node = nodeAt(key, i)
            to += ((step.next[node]?.[part.inputs[s] ?? 0] ?? 0) - node) * stride
          })
          const best = {
            weight: state.best.weight * part.best.weight,
            path: state.best.path * radix + part.best.path,
          }
          add(next, to, state.weight * part.weight, state.count * part.count, best)
        }
      }
      states = next
    })
    return [...states].map(([key, state]) => ({
      ...state,
      outcomes: endsOf(diagrams, (i) => nodeAt(key, i)),
    }))
  }
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
    const weight = foals.weights[i] ?? 0n
    const best = { weight, path: BigInt(i) }
    const known = merged.get(inputs.join())
    if (known === undefined) merged.set(inputs.join(), { inputs, weight, count: 1n, best })
    else join(known, weight, 1n, best)
  })
  return [...merged.values()]
}

function add(
  states: Map<number, State>,
  key: number,
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

/** The outcomes that final nodes stand for; later tables see the tokens of earlier ones. */
function endsOf(diagrams: readonly TableDiagram[], nodeOf: (i: number) => number): readonly Outcome[] {
  const outcomes: Outcome[] = []
  diagrams.forEach(({ table, ends }, i) => {
    let row = 0
    table.tokens.forEach(({ token }, bit) => {
      if (outcomes.some((earlier) => earlier.tokens.includes(token))) row += 2 ** bit
    })
    const outcome = ends[nodeOf(i)]?.[row]
    if (outcome === undefined)
      throw new Error(`table ${table.name} ended without an outcome: a defect of diagram.ts`)
    outcomes.push(outcome)
  })
  return outcomes
}

/** The tables that can give viability or notes, and those whose tokens they ask for. */
export function safetyTables(model: Model): readonly CompiledTable[] {
  const wanted = new Set<CompiledTable>()
  for (const table of [...model.tables].reverse()) {
    const speaks = table.source.rules.some((rule) => rule.viability !== undefined || rule.notes.length > 0)
    const asked = [...wanted].some((later) =>
      later.tokens.some(({ token }) => table.source.rules.some((rule) => rule.then.includes(token))),
    )
    if (speaks || asked) wanted.add(table)
  }
  return model.tables.filter((table) => wanted.has(table))
}
