/**
 * What is not wrong but deserves attention: rules that never decide, statements without an example or a source,
 * reviews that are due, alleles left unnamed. Found by exact analysis of the filled tables, never by trying genotypes.
 * Guarantees: no false alarm; warnings and hints only, so nothing here stops a start.
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
 * The same of rules of which only words are wrong: what nobody will keep need not be translated first. A gap or a conflict
 * makes everything else that could be said uncertain, and then nothing is.
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

/** Of the decisions themselves, whatever words they are told in. */
function reviewDecisions(model: Model): readonly Diagnostic[] {
  return [
    ...model.tables.flatMap((table) => [
      ...table.source.rules.flatMap((rule) => idleRule(table, rule) ?? []),
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
    why: 'If it were changed or lost, no test would notice.',
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
 * Alleles that a language leaves out where it names others of the same locus: most likely they came later. Where it
 * names none of them, that is a choice; a wild type needs no name.
 */
function unnamedAlleles({ language, genes, place }: LocaleTable, locus: LocusTable): readonly Diagnostic[] {
  const words = genes[locus.locus]
  // Words that a registry takes over from its language are reported for the language.
  if (words === undefined || words.place.file !== place.file) return []
  const named = Object.keys(words.alleles)
  if (named.length === 0) return []
  return locus.alleles
    .filter(({ allele }) => allele !== locus.wildType && !named.includes(allele))
    .map(({ allele, name }) =>
      hint('UNNAMED_ALLELE', words.place, {
        what: `${language} names alleles of ${locus.locus}, and not ${allele}.`,
        why: `There it is told as in the gene file: ${name}.`,
        fix: `add ${allele} under alleles.`,
      }),
    )
}
