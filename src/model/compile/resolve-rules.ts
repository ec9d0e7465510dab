/**
 * Compile step 3: the rules of one table with their words resolved, ready for the engine.
 * Guarantees: every locus named exists and is among those the table says it reads, or a diagnostic says which not.
 * Leaves to others: the words inside predicates (resolve.ts) and tokens (check-tokens.ts).
 */
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import type { DecisionTable, RuleRow, Sex } from '../../rules/tables.js'
import { placeOfItem, placeOfKey } from '../../rules/yaml/word-places.js'
import type { Condition } from './predicate.js'
import type { EngineRule } from './engine.js'
import type { ModelLocus } from '../model.js'
import { resolvePredicate } from './resolve.js'
import { unknownLocus } from './unknown-words.js'

/** @param heterogametic the sex with one copy of loci on the sex chromosome, where the rule set has such loci */
export function resolveRules(
  table: DecisionTable,
  loci: readonly ModelLocus[],
  heterogametic: Sex | undefined,
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
    const sex = sexCondition(rule, table, loci, heterogametic, diagnostics)
    return { id: rule.id, conditions: [...conditions, ...sex], token: rule.token, noToken: rule.noToken }
  })
}

/** What a rule asks of the sex, as a condition on the copies of a locus that the table reads. */
function sexCondition(
  { id, sex, when, ...row }: RuleRow,
  { table, reads }: DecisionTable,
  loci: readonly ModelLocus[],
  heterogametic: Sex | undefined,
  diagnostics: Diagnostic[],
): readonly { readonly locus: string; readonly condition: Condition }[] {
  if (sex === undefined) return []
  const own = loci.filter(({ key, noCopy }) => noCopy !== null && reads.includes(key))
  const { key, noCopy } = own.find((locus) => Object.hasOwn(when, locus.key)) ?? own[0] ?? {}
  if (key === undefined || noCopy === undefined || noCopy === null) {
    diagnostics.push(
      fault('SEX_WITHOUT_SEXES', placeOfKey(row, '/when/sex'), {
        what: `the rule ${id} asks for the sex, and ${table} reads no locus on a sex chromosome.`,
        why: 'Where no such locus is named nobody need say the sex of an animal.',
        fix: 'add a locus on a sex chromosome to reads, or remove sex.',
      }),
    )
    return []
  }
  const hasOneCopy: Condition = { kind: 'has', allele: noCopy }
  return [{ locus: key, condition: sex === heterogametic ? hasOneCopy : { kind: 'not', of: hasOneCopy } }]
}
