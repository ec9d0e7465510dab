/**
 * An epistasis file → DecisionTable.
 * Guarantees: defaults are filled in; `token`, `no_token` and `sex` stand apart from the loci.
 */
import { listOf, stated, type FileReading } from '../yaml/parsed-file.js'
import type { DecisionTable, Predicate, RuleRow, Sex } from '../tables.js'
import { placed } from '../yaml/word-places.js'
import type { RuleYaml, TableYaml } from '../file-types.js'

export function decisionTable(file: FileReading<TableYaml>): DecisionTable {
  const { table, reads, hit, rules, examples = [] } = file.value
  return {
    table,
    reads,
    hit,
    rules: rules.map((rule, index) => ruleRow(file, rule, `/rules/${index}`)),
    examples: examples.map((example, index) => ({
      ...example,
      ...placed(file, `/examples/${index}`, example, ['given'], 2),
    })),
    ...placed(file, '', file.value, ['reads']),
  }
}

function ruleRow(file: FileReading<TableYaml>, rule: RuleYaml, pointer: string): RuleRow {
  const { when, note, carries, health, reports, review_by: reviewBy, ...rest } = rule
  const { token, no_token: noToken, sex, ...loci } = when
  if (rule.but !== undefined && rule.hides !== 'all') {
    file.report('PARSE', `${pointer}/but`, {
      what: '"but" means something only beside hides: all.',
      fix: 'write hides: all, or remove but.',
    })
  }
  return {
    hides: [],
    but: [],
    cite: [],
    verified: true,
    ...rest,
    when: loci as Readonly<Record<string, Predicate>>,
    token: listOf(token as string | readonly string[] | undefined),
    noToken: listOf(noToken as string | readonly string[] | undefined),
    notes: listOf(note),
    remarks: { carries: listOf(carries), health: listOf(health), reports: listOf(reports) },
    ...stated({ reviewBy, sex: sex as Sex | undefined }),
    ...placed(file, pointer, rule, ['when', 'then', 'hides', 'but']),
  }
}
