/**
 * Remarks on valid rules: rules that never decide, statements without an example or a source, reviews that are due,
 * unnamed alleles. Found by exact analysis of the filled tables, not by trying genotypes.
 * Guarantees: no false alarms; warnings and hints only, so nothing here prevents a start.
 */
import type { OpenedRuleset } from '../../operations/open-ruleset.js'
import type { Ruleset } from '../../operations/ruleset.js'
import type { Model } from '../../model/model.js'
import { hint, inFileOrder, warning, type Diagnostic } from '../../rules/diagnostic.js'
import type { LocaleTable, LocusTable } from '../../rules/tables.js'
import { measureCoverage } from '../coverage.js'
import { alleleRemarks } from './alleles.js'
import { sharedWords } from './borrowed.js'
import { formFaults } from './forms.js'
import { hidingLoops, idleLoci, idleRule } from './idle.js'
import { idleWords } from './idle-words.js'
import { unlinkedLoci } from './unlinked.js'
import { referenceRemarks } from './references.js'
import { filesOutOfOrder, repeatedExamples } from './repeated.js'
import { statementRemarks } from './statements.js'

/** @param today YYYY-MM-DD */
export function reviewRules(ruleset: Ruleset, today: string): readonly Diagnostic[] {
  const { source } = ruleset.model
  return inFileOrder([
    ...reviewDecisions(ruleset.model),
    ...missingExamples(ruleset),
    ...idleWords(ruleset),
    ...source.locales.flatMap(formFaults),
    ...statementRemarks(source, today),
    ...referenceRemarks(source),
    ...repeatedExamples(ruleset),
    ...filesOutOfOrder(source.tables),
    ...source.locales.flatMap(sharedWords),
    ...source.locales.flatMap((locale) => source.loci.flatMap((locus) => unnamedAlleles(locale, locus))),
  ])
}

/**
 * The remarks on decisions for a rule set in which only words are missing, so that rules are corrected before they
 * are translated. Empty if there is a gap or a conflict, because other findings would be unreliable.
 */
export function reviewDraft({
  ruleset,
  draft,
}: Pick<OpenedRuleset, 'ruleset' | 'draft'>): readonly Diagnostic[] {
  if (ruleset !== undefined || draft === undefined) return []
  const { tables } = draft.model
  const isDecided = tables.every(({ outcomes }) => outcomes.every(({ undecided }) => undecided === undefined))
  return isDecided ? inFileOrder(reviewDecisions(draft.model)) : []
}

/** Remarks that are independent of languages. */
function reviewDecisions(model: Model): readonly Diagnostic[] {
  const { coats = [] } = model.source.picture?.appearance ?? {}
  const drawn = new Set(coats.flatMap(({ rules = [], unless = [] }) => [...rules, ...unless]))
  return [
    ...model.tables.flatMap((table) => [
      ...table.source.rules.flatMap((rule) => idleRule(table, rule, drawn.has(rule.id)) ?? []),
      ...idleLoci(table, model.loci),
    ]),
    ...hidingLoops(model),
    ...alleleRemarks(model),
    ...unlinkedLoci(model),
  ]
}

function missingExamples(ruleset: Ruleset): readonly Diagnostic[] {
  const { rules, alleles } = measureCoverage(ruleset)
  const outcomes = ruleset.model.tables.flatMap((table) => table.outcomes)
  const consequence = {
    why: 'No test would notice if it changed or disappeared.',
    fix: 'add one under examples in this file, or an animal to horses.yaml.',
  }
  return [
    ...rules.unreached.flatMap(({ name, place }) => {
      const shown = outcomes.find(({ fired }) => fired.some(({ id }) => id === name))
      if (shown === undefined) return []
      const what = `no example reaches the rule ${name}.`
      return warning('NO_EXAMPLE', place, { what, ...consequence, examples: [shown.shownBy] })
    }),
    ...alleles.unreached.map(({ name, place }) =>
      warning('NO_EXAMPLE', place, { what: `no example carries the allele ${name}.`, ...consequence }),
    ),
  ]
}

/**
 * Alleles without a name in a language that names others of the same locus; most likely they were added later. A
 * language that names none of them does so on purpose, and a wild type needs no name.
 */
function unnamedAlleles({ language, genes, place }: LocaleTable, locus: LocusTable): readonly Diagnostic[] {
  const words = genes[locus.locus]
  // Words that a registry inherits from its language are reported for the language.
  if (words === undefined || words.place.file !== place.file) return []
  const named = Object.keys(words.alleles)
  if (named.length === 0) return []
  return locus.alleles
    .filter(({ allele }) => allele !== locus.wildType && !named.includes(allele))
    .map(({ allele, name }) =>
      hint('UNNAMED_ALLELE', words.place, {
        what: `${language} names alleles of ${locus.locus}, but not ${allele}.`,
        why: `Answers use the name in the gene file instead: ${name}.`,
        fix: `add ${allele} under alleles.`,
      }),
    )
}
