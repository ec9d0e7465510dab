/**
 * Each table as a small decision diagram over the linkage groups in canonical order: after some groups are
 * known, all that a table still needs to know is one node, and equal futures are one node.
 * Guarantees: exact; a node of the last level stands for one effect.
 */
import type { CompiledTable, LinkageGroup, LocusGenotype, Outcome, TableColumn } from '../model.js'

interface DiagramStep {
  /** Genotypes over the group's loci → input of `next`. */
  readonly inputOf: (genotypes: readonly LocusGenotype[]) => number
  /** node before × input → node after. */
  readonly next: readonly (readonly number[])[]
}

/** What of an outcome matters, as text: outcomes of one text need not be told apart. */
export type EffectOf = (outcome: Outcome) => string

/** Builds the diagram of one table by splitting its cells group by group, and merging equal futures on the way back. */
export function buildDiagram(table: CompiledTable, groups: readonly LinkageGroup[], effectOf: EffectOf) {
  /** Nodes of the last level: for each combination of earlier tokens (binary, in column order) an outcome. */
  const ends: (readonly (Outcome | undefined)[])[] = []
  const endNodes = new Map<string, number>()
  const tokenOffsets = table.tokens.reduce(
    (sums, { stride }) => [...sums, ...sums.map((s) => s + stride)],
    [0],
  )
  const effects = table.outcomes.map(effectOf)
  const nodeOfEnd = (cell: number): number => {
    const places = tokenOffsets.map((offset) => table.cells[cell + offset] ?? -1)
    const key = places.map((place) => effects[place] ?? '').join('|')
    return intern(endNodes, key, () => ends.push(places.map((place) => table.outcomes[place])) - 1)
  }
  const levels = groups.map((group) => {
    const columns = table.columns.flatMap((column): readonly GroupColumn[] => {
      const position = group.loci.findIndex((locus) => locus.index === column.locus)
      return position < 0 ? [] : [{ ...column, position }]
    })
    const next: (readonly number[])[] = []
    return { columns, offsets: offsetsOf(columns), next, nodes: new Map<string, number>() }
  })
  /** The node before a group. @param cell what the groups before it add up to */
  const nodeBefore = (group: number, cell: number): number => {
    const level = levels[group]
    if (level === undefined) return nodeOfEnd(cell)
    const { offsets, next, nodes } = level
    const row = offsets.map((offset) => nodeBefore(group + 1, cell + offset))
    // A group that the table does not read is no step.
    return row.length === 1 ? (row[0] ?? 0) : intern(nodes, row.join(), () => next.push(row) - 1)
  }
  // The only cell before the first group is 0, so its node is number 0.
  nodeBefore(0, 0)
  /** By linkage group: undefined where the table reads none of its loci. */
  const steps = levels.map(({ columns, offsets, next }): DiagramStep | undefined =>
    offsets.length === 1 ? undefined : { inputOf: inputsOver(table.index, columns), next },
  )
  return { table, steps, ends }
}

type TableDiagram = ReturnType<typeof buildDiagram>

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

/** A column of the table at a locus of a group, and the place of the locus in the group. */
interface GroupColumn extends TableColumn {
  readonly position: number
}

/** What the classes of a group's loci can add to a cell number; only [0] where the table reads none of them. */
function offsetsOf(columns: readonly GroupColumn[]): readonly number[] {
  return columns.reduce<readonly number[]>(
    (sums, { stride, classes }) =>
      sums.flatMap((sum) => Array.from({ length: classes }, (_, c) => sum + c * stride)),
    [0],
  )
}

/** The place of genotypes among those offsets. */
function inputsOver(table: number, columns: readonly GroupColumn[]): DiagramStep['inputOf'] {
  return (genotypes) => {
    let input = 0
    for (const { position, classes } of columns)
      input = input * classes + (genotypes[position]?.classes[table] ?? 0)
    return input
  }
}

/** Outcomes with the same effect are the same to a foal, whichever rules gave them. */
export function foalEffect(outcome: Outcome): string {
  return `${coatEffect(outcome)} ${outcome.fired.flatMap(({ notes }) => notes).join()}`
}

/** The same to the eye: of rules that say nothing of a coat, such as those for whatever no other takes, nothing is told. */
export function coatEffect({ fired, undecided }: Outcome): string {
  const speaking = fired.filter(
    ({ then, hides, viability }) => then.length > 0 || hides.length > 0 || viability !== undefined,
  )
  return JSON.stringify([
    undecided,
    speaking.map(({ then, hides, but, viability }) => [then, hides, but, viability]),
  ])
}

function intern(nodes: Map<string, number>, key: string, add: () => number): number {
  const known = nodes.get(key)
  if (known !== undefined) return known
  const node = add()
  nodes.set(key, node)
  return node
}
