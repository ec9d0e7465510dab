/**
 * Why a coat has its name: the rules that fired or were passed over, what is hidden, carried and known of health.
 * Guarantees: every statement carries its rule and that rule's references; text in the answer's language. Of a
 * foal that cannot live only the cause is stated: what it carries and how to keep it healthy is of use to nobody.
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
  /** What rules tell beside the name: what is carried unseen, health, what is seen but not named. */
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
    /** All of it for people, sentence by sentence. */
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
