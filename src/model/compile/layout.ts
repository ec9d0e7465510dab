/**
 * The input space of one table: a column per locus it reads and per token it asks for, and every input
 * that some genotype can produce.
 * Guarantees: a cell number is the mixed-radix sum of its columns; inputs are listed smallest genotype first.
 */
import { classesOf, classOf, type Classes } from './classes.js'
import type { CompiledTable, ModelLocus, TableColumn } from '../model.js'
import { atomsOf, type Atom, type Condition, type Dosage } from './predicate.js'
import type { EngineFacts, EngineRule } from './engine.js'
import { tokensGiven } from './tokens.js'

export interface TableLayout {
  readonly columns: readonly TableColumn[]
  readonly tokens: readonly { readonly token: string; readonly stride: number }[]
  /** Number of cells. */
  readonly size: number
  readonly classes: readonly Classes[]
}

export interface TableInput extends EngineFacts {
  readonly cell: number
}

/** Lays out a table's columns: classes of each locus it reads, then its tokens. */
export function layoutOf(reads: readonly ModelLocus[], rules: readonly EngineRule[]): TableLayout {
  let size = 1
  const classes = reads.map((locus) => classesOf(locus, atomsAt(locus.key, rules)))
  const columns = reads.map((locus, i): TableColumn => {
    const { witnesses, atoms, classByTruth } = classes[i] as Classes
    const column = { locus: locus.index, stride: size, classes: witnesses.length, atoms, classByTruth }
    size *= sizeOf(classes[i] as Classes)
    return column
  })
  const names = [...new Set(rules.flatMap((rule) => [...rule.token, ...rule.noToken]))]
  const tokens = names.map((token) => {
    const column = { token, stride: size }
    size *= 2
    return column
  })
  return { columns, tokens, size, classes }
}

/** How many classes a locus brings; what could not be counted counts as more than any table may have. */
function sizeOf({ witnesses, tooMany }: Classes): number {
  return tooMany ? UNCOUNTED : witnesses.length
}

/** Stands for a number of classes that was not counted to its end. */
export const UNCOUNTED = 1e6

/** The distinct conditions the rules ask of one locus. */
export function atomsAt(locus: string, rules: readonly EngineRule[]): readonly Atom[] {
  const asked = rules.flatMap((rule) => rule.conditions.filter((each) => each.locus === locus))
  const atoms = asked.flatMap(({ condition }: { condition: Condition }) => atomsOf(condition))
  return [...new Map(atoms.map((atom) => [JSON.stringify(atom), atom])).values()]
}

/** Every input of a table that asks for no token: all combinations of its loci's classes. */
export function inputsOfLoci(layout: TableLayout, reads: readonly ModelLocus[]): readonly TableInput[] {
  const inputs = [...combinations(layout.classes.map((each) => each.witnesses))].map(
    (dosages): TableInput => {
      const named = new Map(reads.map((locus, i) => [locus.key, dosages[i] as Dosage]))
      return { cell: cellOf(layout, named, reads, new Set()), dosages: named, tokens: new Set() }
    },
  )
  return smallestFirst(inputs, reads)
}

/**
 * Every input of a table that asks for tokens: only combinations that some genotype gives. All loci behind
 * the tokens are walked together, each by the classes that the tables involved tell apart.
 * @param earlier the compiled tables that can give those tokens; @param rulesOf their engine rules and this table's
 */
export function inputsWithTokens(
  layout: TableLayout,
  reads: readonly ModelLocus[],
  loci: readonly ModelLocus[],
  earlier: readonly CompiledTable[],
  rules: readonly EngineRule[],
): readonly TableInput[] {
  const involved = loci.filter(
    (locus) =>
      reads.includes(locus) || earlier.some((table) => table.columns.some((c) => c.locus === locus.index)),
  )
  const witnesses = involved.map((locus) => classesOf(locus, atomsAt(locus.key, rules)).witnesses)
  const found = new Map<number, TableInput>()
  for (const dosages of combinations(witnesses)) {
    const named = new Map(involved.map((locus, i) => [locus.key, dosages[i] as Dosage]))
    const tokens = tokensGiven(earlier, (locus) => named.get(loci[locus]?.key ?? '') as Dosage)
    const cell = cellOf(layout, named, reads, tokens)
    if (!found.has(cell)) found.set(cell, { cell, dosages: named, tokens })
  }
  return smallestFirst([...found.values()], involved)
}

/** How many combinations `inputsWithTokens` would walk. */
export function jointSize(involved: readonly ModelLocus[], rules: readonly EngineRule[]): number {
  return involved.reduce((size, locus) => size * sizeOf(classesOf(locus, atomsAt(locus.key, rules))), 1)
}

function cellOf(
  layout: TableLayout,
  dosages: ReadonlyMap<string, Dosage>,
  reads: readonly ModelLocus[],
  tokens: ReadonlySet<string>,
): number {
  const ofLoci = layout.columns.reduce(
    (cell, column, i) => cell + column.stride * classOf(column, dosages.get(reads[i]?.key ?? '') as Dosage),
    0,
  )
  return layout.tokens.reduce((cell, { token, stride }) => cell + (tokens.has(token) ? stride : 0), ofLoci)
}

function* combinations(choices: readonly (readonly Dosage[])[]): Generator<readonly Dosage[]> {
  const [head, ...tail] = choices
  if (head === undefined) {
    yield []
    return
  }
  for (const choice of head) for (const rest of combinations(tail)) yield [choice, ...rest]
}

/** Fewest alleles other than the wild type first, so that the first fault found has the smallest witness. */
function smallestFirst(inputs: readonly TableInput[], loci: readonly ModelLocus[]): readonly TableInput[] {
  const weight = (input: TableInput): number =>
    loci.reduce((sum, locus) => {
      const dosage = input.dosages.get(locus.key) as Dosage
      return sum + dosage.reduce((n, copies, allele) => (allele === locus.wildType ? n : n + copies), 0)
    }, 0)
  return [...inputs].sort((a, b) => weight(a) - weight(b))
}
