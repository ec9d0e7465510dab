/**
 * One table as an automaton over the places of a component: a node holds all that the table can still make of the places so far,
 * as far as it matters for a wanted coat.
 * Guarantees: exact; equal nodes are one; a node from which only refused outcomes follow is dead.
 */
import { groupOfOne } from '../by-coat/components.js'
import { buildDiagram } from '../by-coat/diagram.js'
import type { CompiledTable, ModelLocus, Outcome } from '../model.js'
import type { Place } from './places.js'
import { DOSAGES, IMPOSSIBLE, stepsToPossible, type VariantSteps } from './variant-steps.js'
import { REFUSED } from './wanted-coat.js'

export interface Automaton {
  readonly start: number
  /** Per place: node × value → node; undefined where the place changes nothing. */
  readonly nextAt: readonly (readonly number[] | undefined)[]
  /** Per place, the nodes after it from which nothing wanted follows. */
  readonly deadAt: readonly ReadonlySet<number>[]
  /** By last node, for tables; see by-coat/diagram.ts. */
  readonly diagram?: Diagram
}

export type Diagram = ReturnType<typeof buildDiagram>

/** @param effects by outcome of the table @param stepsOf the classes of a table at a locus, variant by variant */
export function automatonOf(
  table: CompiledTable,
  loci: readonly ModelLocus[],
  places: readonly Place[],
  effects: readonly string[],
  stepsOf: (table: CompiledTable, locus: ModelLocus) => VariantSteps,
): Automaton {
  const effectOf = (outcome: Outcome): string => effects[table.outcomes.indexOf(outcome)] ?? ''
  const diagram = buildDiagram(table, loci.map(groupOfOne), effectOf)
  const nextAt: (readonly number[] | undefined)[] = places.map(() => undefined)
  // The node of this automaton for each node of the diagram, from the last locus backwards.
  let nodes: readonly number[] = diagram.terminals.map((_, i) => i)
  for (let g = loci.length - 1; g >= 0; g--) {
    const [locus, step] = [loci[g], diagram.steps[g]]
    if (locus === undefined || step === undefined) continue
    const own = [...places.keys()].filter((p) => places[p]?.locus === locus)
    const [first = 0] = own
    if (places[first]?.variant === undefined) {
      const inputs = places[first]?.values.map(({ genotype }) => step.inputOf([genotype])) ?? []
      const level = internedRows(step.next.map((row) => inputs.map((input) => nodes[row[input] ?? 0] ?? 0)))
      nextAt[first] = level.next
      nodes = level.nodes
      continue
    }
    const { next: steps, ends } = stepsOf(table, locus)
    // Per node of the diagram: by state, the node to go on from.
    let byState = step.next.map((row) => ends.map((end) => nodes[row[end] ?? 0] ?? 0))
    for (let v = own.length - 1; v >= 0; v--) {
      const moves = steps[v] ?? []
      const after = byState
      const states = moves.length / DOSAGES
      const rows = after.flatMap((ids) =>
        Array.from({ length: states }, (_, state) =>
          Array.from({ length: DOSAGES }, (__, copies) => ids[moves[state * DOSAGES + copies] ?? 0] ?? 0),
        ),
      )
      const level = internedRows(rows)
      nextAt[own[v] ?? 0] = level.next
      byState = after.map((_, n) => level.nodes.slice(n * states, (n + 1) * states))
    }
    nodes = byState.map(([id = 0]) => id)
  }
  const refused = diagram.terminals.flatMap((row, i) =>
    row.every((outcome) => outcome === undefined || effectOf(outcome) === REFUSED) ? [i] : [],
  )
  return { start: nodes[0] ?? 0, nextAt, deadAt: deadNodes(nextAt, places, refused), diagram }
}

/** Refuses genotypes in which a variant lacks another that always occurs with it. */
export function possibleAutomata(
  loci: readonly ModelLocus[],
  places: readonly Place[],
): readonly Automaton[] {
  return loci.flatMap((locus) => {
    const own = [...places.keys()].filter((p) => places[p]?.locus === locus)
    const variants = own.flatMap((p) => places[p]?.variant ?? [])
    const steps = stepsToPossible(locus, variants)
    if (variants.length === 0 || steps === undefined) return []
    const nextAt = places.map((_, p) => (own.includes(p) ? steps.next[own.indexOf(p)] : undefined))
    const refused = steps.ends.flatMap((end, i) => (end === IMPOSSIBLE ? [i] : []))
    return [{ start: 0, nextAt, deadAt: deadNodes(nextAt, places, refused) }]
  })
}

function internedRows(rows: readonly (readonly number[])[]) {
  const known = new Map<string, number>()
  const distinct: (readonly number[])[] = []
  const nodes = rows.map((row) => {
    const key = row.join()
    const node = known.get(key) ?? distinct.push(row) - 1
    known.set(key, node)
    return node
  })
  return { nodes, next: distinct.flat() }
}

function deadNodes(
  nextAt: Automaton['nextAt'],
  places: readonly Place[],
  refused: readonly number[],
): Automaton['deadAt'] {
  let dead: ReadonlySet<number> = new Set(refused)
  const found: ReadonlySet<number>[] = []
  for (let p = places.length - 1; p >= 0; p--) {
    found[p] = dead
    const next = nextAt[p]
    if (next === undefined) continue
    const { length } = places[p]?.values ?? []
    const after = dead
    const isDead = (node: number): boolean =>
      next.slice(node * length, (node + 1) * length).every((to) => after.has(to))
    dead = new Set(Array.from({ length: next.length / length }, (_, node) => node).filter(isDead))
  }
  return found
}
