/**
 * Explains a coat: rules that fired or were overridden, hidden tokens, carried alleles and health remarks.
 * Guarantees: every statement names its rule and that rule's references. For a lethal genotype only the cause is stated:
 * remarks on carried alleles and health do not apply to it.
 */
import type { Phenotype } from '../../model/phenotype/phenotype.js'
import type { Lexicon } from '../../naming/lexicon.js'
import type { RemarkKind, RuleRow } from '../../rules/tables.js'
import { stated } from '../../rules/yaml/parsed-file.js'
import { citedReferences, viabilityOf } from '../wording.js'
import type { Ruleset } from '../ruleset.js'

export type Explanation = Readonly<ReturnType<typeof explainCoat>>

/** Texts are in the answer's language. */
export function explainCoat(ruleset: Ruleset, phenotype: Phenotype, lexicon: Lexicon) {
  const { tables, source } = ruleset.model
  const { tokens: visible } = phenotype.coat
  const fired = phenotype.outcomes.flatMap((outcome) => outcome.fired)
  const viability = viabilityOf(phenotype.coat, lexicon)
  const remarked = viability?.status === 'lethal' ? [] : fired

  const reasonOf = (rule: RuleRow): string | undefined => lexicon.why[rule.id] ?? rule.why
  const sourced = ({ verified, cite }: RuleRow) => ({
    verified,
    references: citedReferences(source.references, cite),
  })
  const explained = (table: string, rule: RuleRow, status: 'fired' | 'overridden') => {
    const { id, then: tokens, penetrance } = rule
    return {
      table,
      rule: id,
      status,
      tokens,
      ...stated({ why: reasonOf(rule), penetrance }),
      ...sourced(rule),
    }
  }
  /** Remarks of one kind: carried alleles, health, or visible traits that the name leaves out. */
  const remarksOf = (kind: RemarkKind) =>
    remarked.flatMap((rule) =>
      rule.remarks[kind].map((id) => {
        const text = lexicon.remarks[kind][id] ?? id
        return { id, text, rule: rule.id, ...sourced(rule) }
      }),
    )

  const [carries, health, reports] = [remarksOf('carries'), remarksOf('health'), remarksOf('reports')]
  return {
    /** Tokens of the visible phenotype, in table order. */
    visible,
    hidden: phenotype.hidden.map(({ token, by }) => ({ token, by: by.id })),
    rules: phenotype.outcomes.flatMap((outcome, i) => {
      const table = tables[i]?.name ?? ''
      return [
        ...outcome.fired.map((rule) => explained(table, rule, 'fired')),
        ...outcome.overridden.map((rule) => explained(table, rule, 'overridden')),
      ]
    }),
    carries,
    health,
    reports,
    ...(viability && { viability }),
    /** The explanation as sentences. */
    text: [
      // Reasons for hidden tokens stay in `rules`: the text explains what is visible.
      ...fired
        .filter((rule) => rule.then.some((token) => visible.includes(token)))
        .flatMap((rule) => reasonOf(rule) ?? []),
      ...(viability === undefined ? [] : [viability.cause]),
      ...[...carries, ...reports, ...health].map((remark) => remark.text),
    ],
  }
}
