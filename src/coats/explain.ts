/**
 * Why a coat has its name: the rules that fired or were passed over, what is hidden, carried and known of health.
 * Guarantees: every statement carries its rule and that rule's references; text in the answer's language. Of a
 * foal that cannot live only the cause is told: what it carries and how to keep it healthy is of use to nobody.
 */
import type { Phenotype } from '../model/model.js'
import type { Lexicon } from '../naming/lexicon.js'
import type { RemarkKind, RuleRow } from '../rules/tables.js'
import type { ExplainedRule, Explanation, Remark } from './answers.js'
import { citedReference, type CitedReference } from './citation.js'
import { viabilityOf, type RuleBook } from './rule-book.js'

export function explainCoat(book: RuleBook, phenotype: Phenotype, lexicon: Lexicon): Explanation {
  const fired = phenotype.outcomes.flatMap((outcome) => outcome.fired)
  const viability = viabilityOf(phenotype.coat, lexicon)
  const remarked = viability?.status === 'lethal' ? [] : fired
  const carries = remarksOf(book, remarked, 'carries', lexicon)
  const health = remarksOf(book, remarked, 'health', lexicon)
  const reports = remarksOf(book, remarked, 'reports', lexicon)
  return {
    visible: phenotype.coat.tokens,
    hidden: phenotype.hidden.map(({ token, by }) => ({ token, by: by.id })),
    rules: phenotype.outcomes.flatMap((outcome, i) => {
      const table = book.model.tables[i]?.name ?? ''
      return [
        ...outcome.fired.map((rule) => explainRule(book, table, rule, 'fired', lexicon)),
        ...outcome.overridden.map((rule) => explainRule(book, table, rule, 'overridden', lexicon)),
      ]
    }),
    carries,
    health,
    reports,
    ...(viability === undefined ? {} : { viability }),
    text: [
      // Of what is hidden the reasons are told rule by rule only: whoever reads this looks at the horse.
      ...fired
        .filter((rule) => rule.then.some((token) => phenotype.coat.tokens.includes(token)))
        .flatMap((rule) => reasonOf(rule, lexicon) ?? []),
      ...(viability === undefined ? [] : [viability.cause]),
      ...[...carries, ...reports, ...health].map((remark) => remark.text),
    ],
  }
}

function explainRule(
  book: RuleBook,
  table: string,
  rule: RuleRow,
  status: ExplainedRule['status'],
  lexicon: Lexicon,
): ExplainedRule {
  const why = reasonOf(rule, lexicon)
  const { penetrance } = rule
  return {
    table,
    rule: rule.id,
    status,
    tokens: rule.then,
    ...(why === undefined ? {} : { why }),
    ...(penetrance === undefined ? {} : { penetrance }),
    verified: rule.verified,
    references: referencesOf(book, rule),
  }
}

function remarksOf(
  book: RuleBook,
  fired: readonly RuleRow[],
  kind: RemarkKind,
  lexicon: Lexicon,
): readonly Remark[] {
  return fired.flatMap((rule) =>
    rule.remarks[kind].map((id) => ({
      id,
      text: lexicon.remarks[kind][id] ?? id,
      rule: rule.id,
      verified: rule.verified,
      references: referencesOf(book, rule),
    })),
  )
}

function reasonOf(rule: RuleRow, lexicon: Lexicon): string | undefined {
  return lexicon.why[rule.id] ?? rule.why
}

function referencesOf(book: RuleBook, rule: RuleRow): readonly CitedReference[] {
  return rule.cite.flatMap((id) => citedReference(book.model.source.references, id) ?? [])
}
