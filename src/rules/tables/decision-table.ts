/**
 * An epistasis file → DecisionTable.
 * Guarantees: defaults are filled in; `token`, `no_token` and `sex` stand apart from the loci.
 */
import { listOf, stated, type FileReading } from '../yaml/parsed-file.js'
import { placed } from '../yaml/word-places.js'
import type { Predicate, RuleYaml, Sex, TableYaml, Unchanging } from '../file-types.js'

/** One file of rules/epistasis/. */
export type DecisionTable = Unchanging<ReturnType<typeof decisionTable>>
export type RuleRow = DecisionTable['rules'][number]
/** What one table, alone, must say of a genotype. */
export type TokenExample = DecisionTable['examples'][number]

export function decisionTable(file: FileReading<TableYaml>) {
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

function ruleRow(file: FileReading<TableYaml>, rule: RuleYaml, pointer: string) {
  const { when, note, carries, health, reports, review_by: reviewBy, ...rest } = rule
  const { token, no_token: noToken, sex, ...loci } = when
  if (rule.but !== undefined && rule.hides !== 'all') {
    file.report('PARSE', `${pointer}/but`, {
      what: '"but" means something only beside hides: all.',
      fix: 'write hides: all, or remove but.',
    })
  }
  checkVariants(file, rule, pointer)
  return {
    /** Tokens that are not seen beside this rule. */
    hides: [],
    but: [],
    cite: [],
    verified: false,
    ...rest,
    /** locus → predicate; all must hold. */
    when: loci as Readonly<Record<string, Predicate>>,
    /** Tokens that earlier tables must have given, and must not. */
    token: listOf(token as string | readonly string[] | undefined),
    noToken: listOf(noToken as string | readonly string[] | undefined),
    /** Message ids; their texts stand in each locale file, those of remarks under the kind's name. */
    notes: listOf(note),
    remarks: { carries: listOf(carries), health: listOf(health), reports: listOf(reports) },
    ...stated({ reviewBy, sex: sex as Sex | undefined }),
    ...placed(file, pointer, rule, ['when', 'then', 'hides', 'but']),
  }
}

/** A rule that counts something else than one variant of a class has none to name. */
function checkVariants(file: FileReading<TableYaml>, rule: RuleYaml, pointer: string): void {
  const { variants, then } = rule
  if (variants === undefined) return
  if (countsOne(rule.when[variants] as Predicate | undefined) && then.length === 1) return
  file.report('PARSE', `${pointer}/variants`, {
    what: `"variants" names the one variant that a rule counts at ${variants}, beside its only token.`,
    fix: `write ${variants}: { expression: …, copies: 1 } under when and one token under then, or remove variants.`,
  })
}

function countsOne(predicate: Predicate | undefined): boolean {
  return predicate !== undefined && 'expression' in predicate && predicate.copies === 1
}
