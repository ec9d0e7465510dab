/**
 * Each table as a small decision diagram over the linkage groups in canonical order: after some groups are
 * known, all that a table still needs to know is one node, and equal futures are one node.
 * Guarantees: exact; a node of the last level stands for one effect (tokens, hiding, viability, notes).
 */
import type { CompiledTable, LinkageGroup, LocusGenotype, Outcome } from '../model.js'

export interface TableDiagram {
  readonly table: CompiledTable
  /** By linkage group: undefined where the table reads none of its loci. */
  readonly steps: readonly (DiagramStep | undefined)[]
  /** Nodes of the last level: for each combination of earlier tokens (binary, in column order) an outcome. */
  readonly ends: readonly (readonly (Outcome | undefined)[])[]
}

export interface DiagramStep {
  /** Genotypes over the group's loci → input of `next`. */
  readonly inputOf: (genotypes: readonly LocusGenotype[]) => number
  /** node before × input → node after. */
  readonly next: readonly (readonly number[])[]
}

/** What tells two outcomes apart whose effect is the same; the same text for all, where nothing shall. */
export type TellApart = (outcome: Outcome) => string

/** Builds the diagram of one table by splitting its cells group by group, then merging from the end. */
export function buildDiagram(
  table: CompiledTable,
  groups: readonly LinkageGroup[],
  tellApart: TellApart = () => '',
): TableDiagram {
  const ends: (readonly (Outcome | undefined)[])[] = []
  const endNodes = new Map<string, number>()
  const tokenOffsets = table.tokens.reduce(
    (sums, { stride }) => [...sums, ...sums.map((s) => s + stride)],
    [0],
  )
  const nodeOfEnd = (cell: number): number => {
    const outcomes = tokenOffsets.map((offset) => table.outcomes[table.cells[cell + offset] ?? -1])
    const effects = outcomes.map((each) => (each === undefined ? '' : effectOf(each) + tellApart(each)))
    return intern(endNodes, effects.join('|'), () => ends.push(outcomes) - 1)
  }
  const offsets = groups.map((group) => offsetsOf(table, group))
  const steps: (DiagramStep | undefined)[] = groups.map(() => undefined)
  // Partial cells that exist before each group, the first level first.
  const levels = offsets.reduce<(readonly number[])[]>(
    (known, own) => [...known, (known.at(-1) ?? []).flatMap((cell) => own.map((offset) => cell + offset))],
    [[0]],
  )
  let nodeAfter = nodeOfEnd
  for (let i = groups.length - 1; i >= 0; i--) {
    const own = offsets[i] ?? [0]
    if (own.length === 1) continue
    const step = buildStep(table, groups[i] as LinkageGroup, own, levels[i] ?? [0], nodeAfter)
    steps[i] = step.step
    nodeAfter = step.nodeOf
  }
  // The only cell before the first group is 0, so its node is number 0 by construction.
  if (nodeAfter === nodeOfEnd) nodeOfEnd(0)
  return { table, steps, ends }
}

/** The outcomes that final nodes stand for; later tables see the tokens of earlier ones. */
export function endsOf(diagrams: readonly TableDiagram[], nodeOf: (i: number) => number): readonly Outcome[] {
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

function buildStep(
  table: CompiledTable,
  group: LinkageGroup,
  offsets: readonly number[],
  cells: readonly number[],
  nodeAfter: (cell: number) => number,
): { step: DiagramStep; nodeOf: (cell: number) => number } {
  const next: (readonly number[])[] = []
  const nodes = new Map<string, number>()
  const known = new Map<number, number>()
  for (const cell of cells) {
    const row = offsets.map((offset) => nodeAfter(cell + offset))
    known.set(
      cell,
      intern(nodes, row.join(), () => next.push(row) - 1),
    )
  }
  const inputs = new Map(offsets.map((offset, input) => [offset, input]))
  const columns = table.columns.flatMap((column) => {
    const position = group.loci.findIndex((locus) => locus.index === column.locus)
    return position < 0 ? [] : [{ position, stride: column.stride }]
  })
  const inputOf = (genotypes: readonly LocusGenotype[]): number => {
    let offset = 0
    for (const { position, stride } of columns)
      offset += stride * (genotypes[position]?.classes[table.index] ?? 0)
    return inputs.get(offset) ?? 0
  }
  return { step: { inputOf, next }, nodeOf: (cell) => known.get(cell) ?? 0 }
}

/** What the classes of a group's loci can add to a cell number; only [0] where the table reads none of them. */
function offsetsOf(table: CompiledTable, group: LinkageGroup): readonly number[] {
  return table.columns
    .filter((column) => group.loci.some((locus) => locus.index === column.locus))
    .reduce<readonly number[]>(
      (sums, { stride, classes }) =>
        sums.flatMap((sum) => Array.from({ length: classes }, (_, c) => sum + c * stride)),
      [0],
    )
}

/** Outcomes with the same effect are the same to a foal, whichever rules gave them. */
function effectOf(outcome: Outcome): string {
  return JSON.stringify(
    outcome.fired.map(({ then, hides, but, viability, notes }) => [then, hides, but, viability, notes]),
  )
}

function intern(nodes: Map<string, number>, key: string, add: () => number): number {
  const known = nodes.get(key)
  if (known !== undefined) return known
  const node = add()
  nodes.set(key, node)
  return node
}
