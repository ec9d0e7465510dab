/**
 * Compile step 3: the rules of one table with their words resolved, ready for the engine.
 * Guarantees: every locus named exists and is among those the table says it reads, or a diagnostic says which not.
 * Leaves to others: the words inside predicates (resolve.ts) and tokens (compile.ts).
 */
import type { Diagnostic } from '../../rules/diagnostic.js'
import { nearest } from '../../rules/checks/nearest.js'
import type { DecisionTable, Place } from '../../rules/tables.js'
import { placeOfItem, placeOfKey } from '../../rules/yaml/word-places.js'
import type { EngineRule } from './engine.js'
import type { ModelLocus } from '../model.js'
import { resolvePredicate } from './resolve.js'

export function resolveRules(
  table: DecisionTable,
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): readonly EngineRule[] {
  const keys = loci.map((locus) => locus.key)
  const unknown = (key: string, place: Place, what: string, known: readonly string[]): void => {
    const near = nearest(key, known)
    const mend = near === undefined ? `write one of: ${known.join(', ')}.` : `did you mean "${near}"?`
    diagnostics.push({ code: 'UNKNOWN_LOCUS', severity: 'error', place, what, mend })
  }
  for (const [index, key] of table.reads.entries()) {
    if (!keys.includes(key))
      unknown(
        key,
        placeOfItem(table, '/reads', index),
        `the table ${table.table} reads "${key}", which is no locus.`,
        keys,
      )
  }
  return table.rules.map((rule): EngineRule => {
    const conditions = Object.entries(rule.when).flatMap(([key, predicate]) => {
      const locus = loci[keys.indexOf(key)]
      const pointer = `/when/${key}`
      if (locus === undefined || !table.reads.includes(key)) {
        const what = `the rule ${rule.id} asks for "${key}", which the table does not read.`
        const place = placeOfKey(rule, pointer)
        if (locus !== undefined) diagnostics.push(notRead(key, table, place, what))
        // What the table says it reads was told there.
        else if (!table.reads.includes(key)) unknown(key, place, what, table.reads)
        return []
      }
      const condition = resolvePredicate(predicate, { locus, row: rule, pointer, diagnostics })
      return condition === undefined ? [] : [{ locus: key, condition }]
    })
    return { id: rule.id, conditions, token: rule.token, noToken: rule.noToken }
  })
}

function notRead(key: string, table: DecisionTable, place: Place, what: string): Diagnostic {
  const mend = `add ${key} to the reads of ${table.table}.`
  return { code: 'UNKNOWN_LOCUS', severity: 'error', place, what, mend }
}
