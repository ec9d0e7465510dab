/**
 * Why a coat has its name: the rules that fired or were passed over, what is hidden, carried and known of health.
 * Guarantees: every statement carries its rule and that rule's references; text in the answer's language. Of a
 * foal that cannot live only the cause is stated: what it carries and how to keep it healthy is of use to nobody.
 */
import type { Phenotype } from '../model/phenotype/phenotype.js'
import type { Lexicon } from '../naming/lexicon.js'
import type { RemarkKind, RuleRow } from '../rules/tables.js'
import { stated } from '../rules/yaml/parsed-file.js'
import type { ExplainedRule, Explanation, Remark } from './answers.js'
import { citedReferences, viabilityOf } from './wording.js'
import type { RuleBook } from './rule-book.js'

export function explainCoat(book: RuleBook, phenotype: Phenotype, lexicon: Lexicon): Explanation {
  const { tables, source } = book.model
  const { tokens: visible } = phenotype.coat
  const fired = phenotype.outcomes.flatMap((outcome) => outcome.fired)
  const viability = viabilityOf(phenotype.coat, lexicon)
  const remarked = viability?.status === 'lethal' ? [] : fired

  const reasonOf = (rule: RuleRow): string | undefined => lexicon.why[rule.id] ?? rule.why
  const sourced = ({ verified, cite }: RuleRow): Pick<Remark, 'verified' | 'references'> => ({
    verified,
    references: citedReferences(source.references, cite),
  })
  const explained = (table: string, rule: RuleRow, status: ExplainedRule['status']): ExplainedRule => {
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
  const remarksOf = (kind: RemarkKind): readonly Remark[] =>
    remarked.flatMap((rule) =>
      rule.remarks[kind].map((id) => {
        const text = lexicon.remarks[kind][id] ?? id
        return { id, text, rule: rule.id, ...sourced(rule) }
      }),
    )

  const [carries, health, reports] = [remarksOf('carries'), remarksOf('health'), remarksOf('reports')]
  return {
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
    ...(viability === undefined ? {} : { viability }),
    text: [
      // Of what is hidden the reasons stand with the rules only: the reader of this looks at the horse.
      ...fired
        .filter((rule) => rule.then.some((token) => visible.includes(token)))
        .flatMap((rule) => reasonOf(rule) ?? []),
      ...(viability === undefined ? [] : [viability.cause]),
      ...[...carries, ...reports, ...health].map((remark) => remark.text),
    ],
  }
}
