/**
 * What deserves attention in the decisions themselves, whatever words they are told in.
 * Guarantees: asks for tables that decide every genotype, and for no language, so that a rule is known to be dead before
 * anybody translates it.
 */
import type { OpenedRuleBook } from '../../coats/open-rule-book.js'
import type { Model } from '../../model/model.js'
import { inFileOrder, type Diagnostic } from '../../rules/diagnostic.js'
import { alleleRemarks } from './alleles.js'
import { hidingLoops } from './hiding.js'
import { idleLoci, idleRule } from './idle.js'

export function reviewDecisions(model: Model): readonly Diagnostic[] {
  return [
    ...model.tables.flatMap((table) => [
      ...table.source.rules.flatMap((rule) => idleRule(table, rule) ?? []),
      ...idleLoci(table, model.loci),
    ]),
    ...hidingLoops(model),
    ...alleleRemarks(model),
  ]
}

/**
 * The same of rules of which only words are wrong: what nobody will keep need not be translated first. A gap or a conflict
 * makes everything else that could be said uncertain, and then nothing is.
 */
export function reviewDraft({ book, draft }: Pick<OpenedRuleBook, 'book' | 'draft'>): readonly Diagnostic[] {
  if (book !== undefined || draft === undefined) return []
  const { tables } = draft.model
  const isDecided = tables.every(({ outcomes }) => outcomes.every(({ undecided }) => undecided === undefined))
  return isDecided ? inFileOrder(reviewDecisions(draft.model)) : []
}
