/**
 * Runs tables in order by look-up, handing the tokens of earlier ones to later ones.
 * Guarantees: only array reads; the one place that turns classes and tokens into a cell.
 */
import { classOf } from './classes.js'
import type { CompiledTable, Outcome } from '../model.js'
import type { Dosage } from './predicate.js'

/** The outcome of a table for these classes of its columns. @param given tokens of earlier tables */
export function outcomeAt(
  table: CompiledTable,
  classAt: (column: CompiledTable['columns'][number]) => number,
  given: (token: string) => boolean,
): Outcome {
  let cell = 0
  for (const column of table.columns) cell += column.stride * classAt(column)
  for (const { token, stride } of table.tokens) if (given(token)) cell += stride
  const outcome = table.outcomes[table.cells[cell] ?? -1]
  if (outcome === undefined)
    throw new Error(`table ${table.name} has no outcome in cell ${cell}: a defect of compile.ts`)
  return outcome
}

/** All tokens that these tables, in order, give a genotype. @param dosageAt dosages by locus index */
export function tokensGiven(
  tables: readonly CompiledTable[],
  dosageAt: (locus: number) => Dosage,
): ReadonlySet<string> {
  const tokens = new Set<string>()
  for (const table of tables) {
    const outcome = outcomeAt(
      table,
      (column) => classOf(column, dosageAt(column.locus)),
      (token) => tokens.has(token),
    )
    for (const token of outcome.tokens) tokens.add(token)
  }
  return tokens
}
