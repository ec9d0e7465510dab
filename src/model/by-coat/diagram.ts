/**
 * One table as a reduced decision diagram over the linkage groups in canonical order: a node stands for everything
 * the table still distinguishes after the groups so far; identical subdiagrams are shared.
 * Guarantees: exact; each terminal node stands for one effect.
 */
import type { CompiledTable, LinkageGroup, LocusGenotype, Outcome, TableColumn } from '../model.js'

interface DiagramStep {
  /** Genotypes over the group's loci → input of `next`. */
  readonly inputOf: (genotypes: readonly LocusGenotype[]) => number
  /** Node before × input → node after. */
  readonly next: readonly (readonly number[])[]
}

/** Key of the equivalence class of an outcome: outcomes with the same key are not distinguished. */
export type EffectOf = (outcome: Outcome) => string

/** Builds the diagram bottom-up by splitting the table's cells group by group and interning identical nodes. */
export function buildDiagram(table: CompiledTable, groups: readonly LinkageGroup[], effectOf: EffectOf) {
  /** Terminal nodes. Each row holds one outcome per combination of earlier tokens (binary, in column order). */
  const terminals: (readonly (Outcome | undefined)[])[] = []
  const terminalNumbers = new Map<string, number>()
  const tokenOffsets = table.tokens.reduce(
    (sums, { stride }) => [...sums, ...sums.map((s) => s + stride)],
    [0],
  )
  const effects = table.outcomes.map(effectOf)
  const terminalNode = (cell: number): number => {
    const places = tokenOffsets.map((offset) => table.cells[cell + offset] ?? -1)
    const key = places.map((place) => effects[place] ?? '').join('|')
    return intern(
      terminalNumbers,
      key,
      () => terminals.push(places.map((place) => table.outcomes[place])) - 1,
    )
  }
  const levels = groups.map((group) => {
    const columns = table.columns.flatMap((column): readonly GroupColumn[] => {
      const position = group.loci.findIndex((locus) => locus.index === column.locus)
      return position < 0 ? [] : [{ ...column, position }]
    })
    const next: (readonly number[])[] = []
    return { columns, offsets: offsetsOf(columns), next, nodes: new Map<string, number>() }
  })
  /** The node before a group. @param cell sum of the offsets of the groups before it */
  const nodeBefore = (group: number, cell: number): number => {
    const level = levels[group]
    if (level === undefined) return terminalNode(cell)
    const { offsets, next, nodes } = level
    const row = offsets.map((offset) => nodeBefore(group + 1, cell + offset))
    // The table does not read this group, so there is no step.
    return row.length === 1 ? (row[0] ?? 0) : intern(nodes, row.join(), () => next.push(row) - 1)
  }
  // The only cell before the first group is 0, so its node gets number 0.
  nodeBefore(0, 0)
  /** By linkage group; undefined where the table reads none of its loci. */
  const steps = levels.map(({ columns, offsets, next }): DiagramStep | undefined =>
    offsets.length === 1 ? undefined : { inputOf: inputsOver(table.index, columns), next },
  )
  return { table, steps, terminals }
}

type TableDiagram = ReturnType<typeof buildDiagram>

/** The outcomes of terminal nodes. Earlier tables come first, because later tables read their tokens. */
export function outcomesOfTerminals(
  diagrams: readonly TableDiagram[],
  nodeOf: (i: number) => number,
): readonly Outcome[] {
  const outcomes: Outcome[] = []
  diagrams.forEach(({ table, terminals }, i) => {
    let row = 0
    table.tokens.forEach(({ token }, bit) => {
      if (outcomes.some((earlier) => earlier.tokens.includes(token))) row += 2 ** bit
    })
    const outcome = terminals[nodeOf(i)]?.[row]
    if (outcome === undefined)
      throw new Error(`internal error in diagram.ts: table ${table.name} has no outcome`)
    outcomes.push(outcome)
  })
  return outcomes
}

/** A column at a locus of the group, with the position of the locus in the group. */
interface GroupColumn extends TableColumn {
  readonly position: number
}

/** All cell offsets that the classes of a group's loci can produce; [0] if the table reads none of them. */
function offsetsOf(columns: readonly GroupColumn[]): readonly number[] {
  return columns.reduce<readonly number[]>(
    (sums, { stride, classes }) =>
      sums.flatMap((sum) => Array.from({ length: classes }, (_, c) => sum + c * stride)),
    [0],
  )
}

/** Maps genotypes over a group to the index of their offset. */
function inputsOver(table: number, columns: readonly GroupColumn[]): DiagramStep['inputOf'] {
  return (genotypes) => {
    let input = 0
    for (const { position, classes } of columns)
      input = input * classes + (genotypes[position]?.classes[table] ?? 0)
    return input
  }
}

/** Outcomes with the same key have the same effect on a foal: coat, viability and notes. */
export function foalEffect(outcome: Outcome): string {
  return `${coatEffect(outcome)} ${outcome.fired.flatMap(({ notes }) => notes).join()}`
}

/** Outcomes with the same key have the same effect on the coat. Rules without visible effect are ignored. */
export function coatEffect({ fired, undecided }: Outcome): string {
  const effective = fired.filter(
    ({ then, hides, viability }) => then.length > 0 || hides.length > 0 || viability !== undefined,
  )
  return JSON.stringify([
    undecided,
    effective.map(({ then, hides, but, viability }) => [then, hides, but, viability]),
  ])
}

function intern(nodes: Map<string, number>, key: string, add: () => number): number {
  const known = nodes.get(key)
  if (known !== undefined) return known
  const node = add()
  nodes.set(key, node)
  return node
}
