/**
 * What is not wrong but deserves attention: rules that never decide, statements without an example or a source,
 * reviews that are due, alleles left unnamed. Found by exact analysis of the filled tables, never by trying genotypes.
 * Guarantees: no false alarm; warnings and hints only, so nothing here stops a start.
 */
import type { RuleBook } from '../../coats/rule-book.js'
import type { CompiledTable, Outcome, TableColumn } from '../../model/model.js'
import { hint, inFileOrder, warning, type Diagnostic } from '../../rules/diagnostic.js'
import type { LocaleTable, LocusTable, RuleRow, RuleTables } from '../../rules/tables.js'
import { measureCoverage } from '../coverage.js'
import { conditionTexts, effectOf } from './wording.js'

/** @param today YYYY-MM-DD */
export function reviewRules(book: RuleBook, today: string): readonly Diagnostic[] {
  const { tables, source } = book.model
  return inFileOrder([
    ...tables.flatMap((table) => [
      ...table.source.rules.flatMap((rule) => reviewRule(table, rule) ?? []),
      ...idleLoci(table, book.model.loci),
    ]),
    ...missingExamples(book),
    ...statementsOf(source).flatMap((each) => missingCitation(each) ?? []),
    ...statementsOf(source).flatMap((each) => overdueReview(each, today) ?? []),
    ...source.locales.flatMap((locale) => source.loci.flatMap((locus) => unnamedAlleles(locale, locus))),
  ])
}

/** Whether a rule decides anything, and whether anything depends on it. */
function reviewRule(table: CompiledTable, rule: RuleRow): Diagnostic | undefined {
  const firing = table.outcomes.filter(({ fired }) => fired.includes(rule))
  if (firing.length > 0) return redundant(table, rule, firing)
  const passedOver = table.outcomes.filter(({ overridden }) => overridden.includes(rule))
  if (passedOver.length === 0) {
    return warning('UNREACHABLE', rule.place, {
      what: `the rule ${rule.id} holds for no genotype at all.`,
      why: `Its conditions exclude each other: ${conditionTexts(rule).join('; ')}.`,
      fix: 'correct the conditions, or remove the rule.',
    })
  }
  const decides = (other: RuleRow): boolean => passedOver.some(({ fired }) => fired.includes(other))
  const deciding = table.source.rules.filter(decides).map(({ id }) => id)
  return warning('SHADOWED', rule.place, {
    what: `the rule ${rule.id} never decides: wherever it holds, one above it holds too (${deciding.join(', ')}).`,
    why: 'Under hit: first the first rule that holds decides.',
    fix: 'move it up, narrow the rules above it, or remove it.',
    examples: passedOver.slice(0, 1).map(({ shownBy }) => shownBy),
  })
}

/** A rule without which every genotype would come out the same. @param firing the outcomes that it decides */
function redundant(
  { source: { hit } }: CompiledTable,
  rule: RuleRow,
  firing: readonly Outcome[],
): Diagnostic | undefined {
  const isIdle = ({ fired, overridden }: Outcome): boolean => {
    const others = hit === 'collect' ? fired.filter((other) => other !== rule) : overridden.slice(0, 1)
    if (hit === 'first' && others.length === 0) return false
    return effectOf(others) === effectOf(fired)
  }
  if (hit === 'unique' || !firing.every(isIdle)) return undefined
  const reason =
    hit === 'first'
      ? 'without it the next one that holds would do the same'
      : effectOf([rule]) === ''
        ? 'it gives, hides and tells nothing'
        : 'others that hold with it do the same'
  return warning('REDUNDANT', rule.place, {
    what: `the rule ${rule.id} makes no difference to any genotype: ${reason}.`,
    fix: 'remove it, or correct what it does.',
    examples: firing.slice(0, 1).map(({ shownBy }) => shownBy),
  })
}

/** Loci that a table says it reads, and on which nothing it does depends. */
function idleLoci(table: CompiledTable, loci: RuleBook['model']['loci']): readonly Diagnostic[] {
  return table.source.reads.flatMap((key) => {
    const index = loci.findIndex((locus) => locus.key === key)
    const column = table.columns.find(({ locus }) => locus === index)
    if (column !== undefined && tellsApart(table, column)) return []
    const [what, fix] =
      column === undefined
        ? [
            `the table ${table.name} reads ${key}, and none of its rules asks for it.`,
            `remove ${key} from its reads, or add the rule that needs it.`,
          ]
        : [
            `the table ${table.name} asks for ${key}, and nothing depends on the answer.`,
            `remove ${key} from its reads and rules, or correct the rule that should need it.`,
          ]
    return [hint('NON_DISCRIMINATING_LOCUS', table.source.place, { what, fix })]
  })
}

/** Whether two genotypes that differ at one locus only are decided by different rules. */
function tellsApart(table: CompiledTable, { stride, classes }: TableColumn): boolean {
  for (let cell = 0; cell < table.cells.length; cell++) {
    if (Math.floor(cell / stride) % classes !== 0) continue
    const decided = new Set<string>()
    for (let c = 0; c < classes; c++) {
      // Cells that no genotype reaches say nothing.
      const outcome = table.outcomes[table.cells[cell + c * stride] ?? -1]
      if (outcome !== undefined) decided.add(outcome.fired.map(({ id }) => id).join())
    }
    if (decided.size > 1) return true
  }
  return false
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
