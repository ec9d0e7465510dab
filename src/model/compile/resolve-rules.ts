/**
 * Compile step 3: the rules of one table with their words resolved, ready for the engine.
 * Guarantees: every locus named exists and is among those the table says it reads, or a diagnostic says which not.
 * Leaves to others: the words inside predicates (resolve.ts) and tokens (check-tokens.ts).
 */
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import type { DecisionTable } from '../../rules/tables.js'
import { placeOfItem, placeOfKey } from '../../rules/yaml/word-places.js'
import type { EngineRule } from './engine.js'
import type { ModelLocus } from '../model.js'
import { resolvePredicate } from './resolve.js'
import { unknownLocus } from './unknown-words.js'

export function resolveRules(
  table: DecisionTable,
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): readonly EngineRule[] {
  const keys = loci.map((locus) => locus.key)
  table.reads.forEach((key, index) => {
    if (keys.includes(key)) return
    const what = `the table ${table.table} reads "${key}", which is no locus.`
    diagnostics.push(unknownLocus(key, keys, placeOfItem(table, '/reads', index), what))
  })
  return table.rules.map((rule): EngineRule => {
    const conditions = Object.entries(rule.when).flatMap(([key, predicate]) => {
      const locus = loci[keys.indexOf(key)]
      const pointer = `/when/${key}`
      if (!table.reads.includes(key)) {
        const what = `the rule ${rule.id} asks for "${key}", which the table does not read.`
        const place = placeOfKey(rule, pointer)
        const fix = `add ${key} to the reads of ${table.table}.`
        diagnostics.push(
          locus !== undefined
            ? fault('UNKNOWN_LOCUS', place, { what, fix })
            : unknownLocus(key, table.reads, place, what),
        )
        return []
      }
      // A word among the reads that is no locus was reported there.
      if (locus === undefined) return []
      const condition = resolvePredicate(predicate, { locus, row: rule, pointer, diagnostics })
      return condition === undefined ? [] : [{ locus: key, condition }]
    })
    return { id: rule.id, conditions, token: rule.token, noToken: rule.noToken }
  })
}
