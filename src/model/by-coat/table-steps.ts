/**
 * Steps several tables through the linkage groups at once. A state holds everything the tables distinguish about the
 * groups so far; the genotypes of the next group lead to the next state.
 * Guarantees: some table distinguishes any two different states; a state is a single Map key, whatever the number of
 * tables.
 */
import { buildDiagram, outcomesOfTerminals, foalEffect, type EffectOf } from './diagram.js'
import type { CompiledTable, LinkageGroup, LocusGenotype } from '../model.js'

/** The current node of each table's diagram, packed into one value. */
export type StateKey = number | string

/** The transitions that a group's genotypes cause in the tables that read the group. */
export type GroupInput = readonly Move[]

interface Move {
  /** Index of the table. */
  readonly table: number
  /** Node before × input → node after. */
  readonly next: readonly (readonly number[])[]
  readonly input: number
}

export type TableSteps = ReturnType<typeof createTableSteps>

/**
 * @param tables in table order; must include the tables they depend on
 * @param effectOf which differences between outcomes matter; by default, their effect on a foal
 */
export function createTableSteps(
  groups: readonly LinkageGroup[],
  tables: readonly CompiledTable[],
  effectOf: EffectOf = foalEffect,
) {
  const diagrams = tables.map((table) => buildDiagram(table, groups, effectOf))
  const sizes = diagrams.map(({ steps, terminals }) =>
    Math.max(terminals.length, ...steps.map((step) => step?.next.length ?? 1)),
  )
  const states = sizes.reduce((product, size) => product * size, 1)
  const keys = states <= Number.MAX_SAFE_INTEGER ? numberKeys(sizes) : textKeys(sizes.length)
  const readingAt = groups.map((_, group) =>
    diagrams.flatMap(({ steps }, table) => {
      const step = steps[group]
      return step === undefined ? [] : [{ step, table }]
    }),
  )
  const knownAt = groups.map(() => new Map<string, GroupInput>())
  return {
    /** The state before the first group. */
    start: keys.start,
    after: keys.after,
    /** Interned: genotypes that no table distinguishes give the same object. */
    inputOf: (group: number, genotypes: readonly LocusGenotype[]): GroupInput => {
      const reading = readingAt[group] ?? []
      const known = knownAt[group] as Map<string, GroupInput>
      const inputs = reading.map(({ step }) => step.inputOf(genotypes))
      const key = inputs.join()
      const moves =
        known.get(key) ??
        reading.map(({ step, table }, i) => ({ table, next: step.next, input: inputs[i] ?? 0 }))
      known.set(key, moves)
      return moves
    },
    /** The outcomes of a state after the last group: one per table, in table order. */
    outcomesAt: (state: StateKey) => outcomesOfTerminals(diagrams, (table) => keys.nodeAt(state, table)),
  }
}

interface StateKeys {
  readonly start: StateKey
  readonly nodeAt: (key: StateKey, table: number) => number
  readonly after: (key: StateKey, input: GroupInput) => StateKey
}

/** States as mixed-radix numbers: fast, and exact below 2^53. */
function numberKeys(sizes: readonly number[]): StateKeys {
  const strides = sizes.map((_, i) => sizes.slice(0, i).reduce((product, size) => product * size, 1))
  const nodeAt = (key: StateKey, table: number): number =>
    Math.floor((key as number) / (strides[table] ?? 1)) % (sizes[table] ?? 1)
  return {
    start: 0,
    nodeAt,
    after: (key, moves) => {
      let to = key as number
      for (const { table, next, input } of moves) {
        const node = nodeAt(key, table)
        to += ((next[node]?.[input] ?? 0) - node) * (strides[table] ?? 1)
      }
      return to
    },
  }
}

/** States as strings, one character per table, for rule sets too large for `numberKeys`. */
function textKeys(tables: number): StateKeys {
  const nodeAt = (key: StateKey, table: number): number => (key as string).charCodeAt(table)
  return {
    start: String.fromCharCode(...new Array<number>(tables).fill(0)),
    nodeAt,
    after: (key, moves) => {
      const nodes = Array.from(key as string, (_, table) => nodeAt(key, table))
      for (const { table, next, input } of moves) nodes[table] = next[nodes[table] ?? 0]?.[input] ?? 0
      return String.fromCharCode(...nodes)
    },
  }
}
