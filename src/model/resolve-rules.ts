/**
 * Compile step 3: the rules of one table with their words resolved, ready for the engine.
 * Guarantees: every locus named exists and is among those the table says it reads, or a diagnostic says which not.
 * Leaves to others: the words inside predicates (resolve.ts) and tokens (compile.ts).
 */
import type { Diagnostic } from '../rules/diagnostic.js'
import { nearest } from '../rules/nearest.js'
import type { DecisionTable, RuleRow } from '../rules/tables.js'
import type { EngineRule } from './engine.js'
import type { ModelLocus } from './model.js'
import { resolvePredicate } from './resolve.js'

export function resolveRules(
  table: DecisionTable,
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): readonly EngineRule[] {
  const keys = loci.map((locus) => locus.key)
  const unknown = (
    key: string,
    rule: DecisionTable | RuleRow,
    what: string,
    known: readonly string[],
  ): void => {
    const near = nearest(key, known)
    const mend = near === undefined ? `write one of: ${known.join(', ')}.` : `did you mean "${near}"?`
    diagnostics.push({ code: 'UNKNOWN_LOCUS', severity: 'error', place: rule.place, what, mend })
  }
  for (const key of table.reads) {
    if (!keys.includes(key))
      unknown(key, table, `the table ${table.table} reads "${key}", which is no locus.`, keys)
  }
  return table.rules.map((rule): EngineRule => {
    const conditions = Object.entries(rule.when).flatMap(([key, predicate]) => {
      const locus = loci[keys.indexOf(key)]
      if (locus === undefined || !table.reads.includes(key)) {
        const what = `the rule ${rule.id} asks for "${key}", which the table does not read.`
        if (locus !== undefined) diagnostics.push(notRead(key, table, rule, what))
        // What the table says it reads was told there.
        else if (!table.reads.includes(key)) unknown(key, rule, what, table.reads)
        return []
      }
      const condition = resolvePredicate(predicate, { locus, place: rule.place, diagnostics })
      return condition === undefined ? [] : [{ locus: key, condition }]
    })
    return { id: rule.id, conditions, token: rule.token, noToken: rule.noToken }
  })
}

function notRead(key: string, table: DecisionTable, rule: RuleRow, what: string): Diagnostic {
  const mend = `add ${key} to the reads of ${table.table}.`
  return { code: 'UNKNOWN_LOCUS', severity: 'error', place: rule.place, what, mend }
}
