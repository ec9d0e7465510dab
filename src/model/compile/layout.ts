/**
 * The input space of one table: a column per locus that its rules ask about and per token they ask for, and every input
 * that some genotype can produce.
 * Guarantees: a cell number is the mixed-radix sum of its columns; inputs are listed smallest genotype first.
 */
import type { Locus } from '../../genetics/locus.js'
import { carriedOf, classesOf, classOf, type Classes } from './classes.js'
import type { CompiledTable, ModelLocus, TableColumn } from '../model.js'
import { cellAt, outcomesBy } from '../phenotype/table-outcomes.js'
import { atomsOf, type Atom, type Dosage } from './predicate.js'
import type { EngineFacts, EngineRule } from './engine.js'

export interface TableLayout {
  readonly columns: readonly TableColumn[]
  readonly tokens: readonly { readonly token: string; readonly stride: number }[]
  /** Number of cells. */
  readonly size: number
}

export interface TableInput extends EngineFacts {
  readonly cell: number
}

/** A locus that rules ask about, by the classes that they tell apart. */
export interface AskedLocus {
  readonly locus: ModelLocus
  readonly classes: Classes
}

export function askedLoci(rules: readonly EngineRule[], loci: readonly ModelLocus[]): readonly AskedLocus[] {
  const keys = new Set(rules.flatMap(({ conditions }) => conditions.map(({ locus }) => locus)))
  return loci
    .filter(({ key }) => keys.has(key))
    .map((locus) => ({ locus, classes: classesOf(locus, atomsAt(locus.key, rules)) }))
}

/** The distinct conditions the rules ask of one locus. */
export function atomsAt(locus: string, rules: readonly EngineRule[]): readonly Atom[] {
  const asked = rules.flatMap((rule) => rule.conditions.filter((each) => each.locus === locus))
  return distinctAtoms(asked.flatMap(({ condition }) => atomsOf(condition)))
}

export function distinctAtoms(atoms: readonly Atom[]): readonly Atom[] {
  return [...new Map(atoms.map((atom) => [JSON.stringify(atom), atom])).values()]
}

/** Lays out a table's columns: classes of each locus, then tokens. */
export function layoutOf(rules: readonly EngineRule[], loci: readonly ModelLocus[]): TableLayout {
  let size = 1
  const columns = askedLoci(rules, loci).map(({ locus, classes }): TableColumn => {
    const { atoms, classByTruth, count } = classes
    const column = { locus: locus.index, stride: size, classes: count, atoms, classByTruth }
    size *= count
    return column
  })
  const names = [...new Set(rules.flatMap((rule) => [...rule.token, ...rule.noToken]))]
  const tokens = names.map((token) => {
    const column = { token, stride: size }
    size *= 2
    return column
  })
  return { columns, tokens, size }
}

/**
 * Every input of a table. Where it asks for tokens, all loci behind these are walked together, so that only tokens that
 * some genotype gives are among them.
 * @param asked the loci of the table and of the earlier ones @param earlier the tables that can give those tokens
 */
export function inputsOf(
  layout: TableLayout,
  asked: readonly AskedLocus[],
  earlier: readonly CompiledTable[],
): readonly TableInput[] {
  const found = new Map<number, TableInput>()
  for (const combination of combinations(asked.map(({ classes }) => classes.examples))) {
    if (!isOfOneSex(asked, combination)) continue
    const byIndex = new Map(asked.map(({ locus }, i) => [locus.index, combination[i] as Dosage]))
    const classAt = (column: TableColumn): number => classOf(column, byIndex.get(column.locus) as Dosage)
    const tokens = new Set(outcomesBy(earlier, classAt).flatMap((outcome) => outcome.tokens))
    const cell = cellAt(layout, classAt, (token) => tokens.has(token))
    if (found.has(cell)) continue
    const dosages = new Map(asked.map(({ locus }, i) => [locus.key, combination[i] as Dosage]))
    found.set(cell, { cell, dosages, tokens })
  }
  const carried = ({ dosages }: TableInput): number =>
    asked.reduce((sum, { locus }) => sum + carriedOf(locus, dosages.get(locus.key) as Dosage), 0)
  // So that the first fault found is shown by the smallest genotype.
  return [...found.values()].sort((a, b) => carried(a) - carried(b))
}

/** Whether all loci on a sex chromosome have as many copies as one another. @param dosages one for each locus */
export function isOfOneSex(loci: readonly { readonly locus: Locus }[], dosages: readonly Dosage[]): boolean {
  const missing = loci.flatMap(({ locus: { noCopy } }, i) =>
    noCopy === null ? [] : [dosages[i]?.[noCopy] ?? 0],
  )
  return missing.every((copies) => copies === missing[0])
}

function* combinations(choices: readonly (readonly Dosage[])[]): Generator<readonly Dosage[]> {
  const [head, ...tail] = choices
  if (head === undefined) {
    yield []
    return
  }
  for (const choice of head) for (const rest of combinations(tail)) yield [choice, ...rest]
}
