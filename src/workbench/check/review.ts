/**
 * What is not wrong but deserves attention: rules that never decide, statements without an example or a source,
 * reviews that are due, alleles left unnamed. Found by exact analysis of the filled tables, never by trying genotypes.
 * Guarantees: no false alarm; warnings and hints only, so nothing here stops a start.
 */
import type { RuleBook } from '../../coats/rule-book.js'
import { hint, inFileOrder, warning, type Diagnostic } from '../../rules/diagnostic.js'
import type { LocaleTable, LocusTable, RuleTables } from '../../rules/tables.js'
import { measureCoverage } from '../coverage.js'
import { reviewDecisions } from './decisions.js'
import { formFaults } from './forms.js'
import { idleWords } from './idle-words.js'
import { effectOf } from './wording.js'

/** @param today YYYY-MM-DD */
export function reviewRules(book: RuleBook, today: string): readonly Diagnostic[] {
  const { source } = book.model
  return inFileOrder([
    ...reviewDecisions(book.model),
    ...missingExamples(book),
    ...idleWords(book),
    ...source.locales.flatMap(formFaults),
    ...statementsOf(source).flatMap((each) => missingCitation(each) ?? []),
    ...statementsOf(source).flatMap((each) => overdueReview(each, today) ?? []),
    ...source.locales.flatMap((locale) => source.loci.flatMap((locus) => unnamedAlleles(locale, locus))),
  ])
}

function missingExamples(book: RuleBook): readonly Diagnostic[] {
  const { rules, alleles } = measureCoverage(book)
  const outcomes = book.model.tables.flatMap((table) => table.outcomes)
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

type Statement = ReturnType<typeof statementsOf>[number]

/**
 * What authors state of the world: alleles, rules, fractions, frequencies, look-alikes. Wild types, alleles that stand for another and rules that say
 * nothing need no source.
 */
function statementsOf({ loci, tables, linkage, populations, looks }: RuleTables) {
  return [
    ...loci.flatMap(({ locus, wildType, alleles }) =>
      alleles.map((row) => ({
        what: `the allele ${row.allele} of ${locus}`,
        row,
        needsSource: row.allele !== wildType && row.standsFor === undefined,
      })),
    ),
    ...tables.flatMap(({ rules }) =>
      rules.map((row) => ({ what: `the rule ${row.id}`, row, needsSource: effectOf([row]) !== '' })),
    ),
    ...linkage.flatMap(({ recombination }) =>
      recombination.map((row) => ({
        what: `the fraction between ${row.between.join(' and ')}`,
        row,
        needsSource: true,
      })),
    ),
    ...populations.flatMap(({ population, loci: figures }) =>
      figures.map((row) => ({
        what: `the row of ${row.locus} in the population ${population}`,
        row,
        needsSource: true,
      })),
    ),
    ...looks.map((row) => ({ what: `the look-alike ${row.id}`, row, needsSource: true })),
  ]
}

function missingCitation({ what, row, needsSource }: Statement): Diagnostic | undefined {
  if (row.cite.length > 0 || !needsSource) return undefined
  return warning('NO_CITATION', row.place, {
    what: `${what} cites nothing.`,
    why: 'Nobody can look up where it comes from.',
    fix: 'add cite: [<reference>], and verified: false if you did not read it in the source itself.',
  })
}

function overdueReview({ what, row }: Statement, today: string): Diagnostic | undefined {
  if (row.reviewBy === undefined || row.reviewBy > today) return undefined
  return warning('REVIEW_OVERDUE', row.place, {
    what: `${what} was to be looked at again by ${row.reviewBy}.`,
    fix: 'compare it with what is known by now, then set review_by to a later day or take review_by out.',
  })
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
