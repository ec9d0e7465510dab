/**
 * Tables gone through together, linkage group by linkage group: all that they can tell of the first groups is one state,
 * and what is chosen in the next group leads to another.
 * Guarantees: different states are different to some table; a state is one value for a Map, however many tables there are.
 */
import { buildDiagram, endsOf, foalEffect, type EffectOf } from './diagram.js'
import type { CompiledTable, LinkageGroup, LocusGenotype } from '../model.js'

/** The node that each table's diagram stands at, packed into one value. */
export type StateKey = number | string

/** What the tables that read a group move on. */
export type GroupInput = readonly Move[]

interface Move {
  /** Place of the table among all. */
  readonly table: number
  /** Node before × input → node after. */
  readonly next: readonly (readonly number[])[]
  readonly input: number
}

export type TableSteps = ReturnType<typeof createTableSteps>

/**
 * @param tables in table order; tables whose tokens they ask for must be among them
 * @param effectOf what outcomes of different states may differ in; their effect on a foal, where not given
 */
export function createTableSteps(
  groups: readonly LinkageGroup[],
  tables: readonly CompiledTable[],
  effectOf: EffectOf = foalEffect,
) {
  const diagrams = tables.map((table) => buildDiagram(table, groups, effectOf))
  const sizes = diagrams.map(({ steps, ends }) =>
    Math.max(ends.length, ...steps.map((step) => step?.next.length ?? 1)),
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
    /** What genotypes over a group are to the tables: one object for all that no table tells apart. */
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
    /** After the last group: one outcome per table, in table order. */
    outcomesAt: (state: StateKey) => endsOf(diagrams, (table) => keys.nodeAt(state, table)),
  }
}

interface StateKeys {
  readonly start: StateKey
  readonly nodeAt: (key: StateKey, table: number) => number
  readonly after: (key: StateKey, input: GroupInput) => StateKey
}

/** Mixed-radix numbers: fast, and exact as long as they stay below 2^53. */
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

/** One character a table: for rule sets whose nodes do not fit into a number. */
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
