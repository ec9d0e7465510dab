/**
 * The outcomes of tables by look-up, in order: later tables see the tokens of earlier ones.
 * Guarantees: only array reads.
 */
import type { CompiledTable, Outcome, TableColumn } from '../model.js'

/** One outcome per table. @param classAt the class of the genotype in a column of a table */
export function outcomesBy(
  tables: readonly CompiledTable[],
  classAt: (column: TableColumn, table: CompiledTable) => number,
): readonly Outcome[] {
  const outcomes: Outcome[] = []
  const isGiven = (token: string): boolean => outcomes.some(({ tokens }) => tokens.includes(token))
  for (const table of tables) outcomes.push(outcomeAt(table, (column) => classAt(column, table), isGiven))
  return outcomes
}

/** The outcome of one table. @param isGiven whether an earlier table gives the token */
export function outcomeAt(
  table: CompiledTable,
  classAt: (column: TableColumn) => number,
  isGiven: (token: string) => boolean,
): Outcome {
  const cell = cellAt(table, classAt, isGiven)
  const outcome = table.outcomes[table.cells[cell] ?? -1]
  if (outcome === undefined)
    throw new Error(`table ${table.name} has no outcome in cell ${cell}: a defect of compile.ts`)
  return outcome
}

/** The mixed-radix number of classes and tokens. */
export function cellAt(
  { columns, tokens }: Pick<CompiledTable, 'columns' | 'tokens'>,
  classAt: (column: TableColumn) => number,
  isGiven: (token: string) => boolean,
): number {
  let cell = 0
  for (const column of columns) cell += column.stride * classAt(column)
  for (const { token, stride } of tokens) if (isGiven(token)) cell += stride
  return cell
}
