/**
 * An epistasis file → DecisionTable.
 * Guarantees: defaults are filled in; `token` and `no_token` stand apart from the loci.
 * Leaves to others: whether loci, alleles and tokens exist, gaps and conflicts (model/).
 */
import { expectationsOf } from './expectations.js'
import { checkOwnName, listOf, stated, type FileReading } from '../yaml/parsed-file.js'
import type { DecisionTable, Predicate, RuleRow } from '../tables.js'
import { placesOfKeys, placesOfWords } from '../yaml/word-places.js'
import type { RuleYaml, TableYaml } from '../file-types.js'

/** `table` is the one that the file's name says. */
export function decisionTable(sheet: FileReading<TableYaml>, table: string): DecisionTable {
  const { value } = sheet
  checkOwnName(sheet, 'table', value.table, table)
  return {
    table: value.table,
    reads: value.reads,
    hit: value.hit,
    rules: value.rules.map((rule, index) => ruleRow(sheet, rule, `/rules/${index}`)),
    examples: (value.examples ?? []).map((example, index) => {
      const { title, given, expect } = example
      const at = `/examples/${index}`
      const words = placesOfKeys(sheet, at, example, ['given'])
      return {
        ...stated({ title }),
        ...expectationsOf(example),
        given,
        expect,
        place: sheet.placeOf(at),
        words,
      }
    }),
    place: sheet.placeOf(''),
    words: placesOfWords(sheet, '', value, ['reads']),
  }
}

function ruleRow(sheet: FileReading<TableYaml>, rule: RuleYaml, pointer: string): RuleRow {
  const { token, no_token: noToken, ...loci } = rule.when
  const { viability, why, penetrance, carries, health, reports } = rule
  if (rule.but !== undefined && rule.hides !== 'all') {
    const mend = 'write hides: all, or remove but.'
    sheet.report('PARSE', `${pointer}/but`, { what: '"but" means something only beside hides: all.', mend })
  }
  return {
    id: rule.id,
    when: loci as Readonly<Record<string, Predicate>>,
    token: listOf(token as string | readonly string[] | undefined),
    noToken: listOf(noToken as string | readonly string[] | undefined),
    then: rule.then,
    hides: rule.hides ?? [],
    but: rule.but ?? [],
    ...stated({ viability, why, penetrance, reviewBy: rule.review_by }),
    notes: listOf(rule.note),
    remarks: { carries: listOf(carries), health: listOf(health), reports: listOf(reports) },
    cite: rule.cite ?? [],
    verified: rule.verified ?? true,
    place: sheet.placeOf(pointer),
    words: placesOfWords(sheet, pointer, rule, ['when', 'then', 'hides', 'but']),
  }
}
