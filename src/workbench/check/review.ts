/**
 * What is not wrong but worth a look: rules that never decide, statements without an example or a source,
 * reviews that are due, alleles left unnamed. Found by exact analysis of the filled tables, never by trying genotypes.
 * Guarantees: no false alarm; warnings and hints only, so nothing here stops a start.
 */
import type { RuleBook } from '../../coats/rule-book.js'
import type { CompiledTable, Outcome, TableColumn } from '../../model/model.js'
import {
  fault,
  inFileOrder,
  type Diagnostic,
  type DiagnosticCode,
  type Wording,
} from '../../rules/diagnostic.js'
import type { Place, RuleRow, RuleTables } from '../../rules/tables.js'
import { measureCoverage } from '../coverage.js'
import { effectOf } from './effect.js'
import { unnamedAlleles } from './unnamed-alleles.js'
import { conditionTexts } from './wording.js'

/** @param today YYYY-MM-DD */
export function reviewRules(book: RuleBook, today: string): readonly Diagnostic[] {
  const { tables, source } = book.model
  return inFileOrder([
    ...tables.flatMap((table) => [...reviewTable(table), ...idleLoci(table, book.model.loci)]),
    ...missingExamples(book),
    ...missingCitations(source),
    ...overdueReviews(source, today),
    ...unnamedAlleles(source),
  ])
}

function warning(code: DiagnosticCode, place: Place, wording: Wording): Diagnostic {
  return { ...fault(code, place, wording), severity: 'warning' }
}

function reviewTable(table: CompiledTable): readonly Diagnostic[] {
  return table.source.rules.flatMap((rule) => {
    const firing = table.outcomes.filter(({ fired }) => fired.includes(rule))
    if (firing.length > 0) return redundant(table, rule, firing)
    const passedOver = table.outcomes.filter(({ overridden }) => overridden.includes(rule))
    return passedOver.length > 0 ? shadowed(table, rule, passedOver) : unreachable(rule)
  })
}

function unreachable(rule: RuleRow): readonly Diagnostic[] {
  return [
    warning('UNREACHABLE', rule.place, {
      what: `the rule ${rule.id} holds for no genotype at all.`,
      why: `Its conditions exclude each other: ${conditionTexts(rule).join('; ')}.`,
      mend: 'correct the conditions, or remove the rule.',
    }),
  ]
}

function shadowed(
  { source }: CompiledTable,
  rule: RuleRow,
  passedOver: readonly Outcome[],
): readonly Diagnostic[] {
  const decides = (other: RuleRow): boolean => passedOver.some(({ fired }) => fired.includes(other))
  const deciding = source.rules.filter(decides).map(({ id }) => id)
  return [
    warning('SHADOWED', rule.place, {
      what: `the rule ${rule.id} never decides: wherever it holds, one above it holds too (${deciding.join(', ')}).`,
      why: 'Under hit: first the first rule that holds decides.',
      mend: 'move it up, narrow the rules above it, or remove it.',
      witnesses: passedOver.slice(0, 1).map(({ shownBy }) => shownBy),
    }),
  ]
}

/** A rule without which every genotype would come out the same. */
function redundant(table: CompiledTable, rule: RuleRow, firing: readonly Outcome[]): readonly Diagnostic[] {
  const isIdle = ({ fired, overridden }: Outcome): boolean => {
    const rest =
      table.source.hit === 'collect' ? fired.filter((other) => other !== rule) : overridden.slice(0, 1)
    if (table.source.hit !== 'collect' && rest.length === 0) return false
    return effectOf(rest) === effectOf(fired)
  }
  const [shown] = firing
  if (table.source.hit === 'unique' || shown === undefined || !firing.every(isIdle)) return []
  const reason =
    table.source.hit === 'first'
      ? 'without it the next one that holds would do the same'
      : effectOf([rule]) === ''
        ? 'it gives, hides and tells nothing'
        : 'others that hold with it do the same'
  return [
    warning('REDUNDANT', rule.place, {
      what: `the rule ${rule.id} makes no difference to any genotype: ${reason}.`,
      mend: 'remove it, or correct what it does.',
      witnesses: [shown.shownBy],
    }),
  ]
}

/** Loci that a table says it reads, and on which nothing it does depends. */
function idleLoci(table: CompiledTable, loci: RuleBook['model']['loci']): readonly Diagnostic[] {
  return table.source.reads.flatMap((key) => {
    const index = loci.findIndex((locus) => locus.key === key)
    const column = table.columns.find(({ locus }) => locus === index)
    if (column !== undefined && tellsApart(table, column)) return []
    const wording: Wording =
      column === undefined
        ? {
            what: `the table ${table.name} reads ${key}, and none of its rules asks for it.`,
            mend: `remove ${key} from its reads, or add the rule that needs it.`,
          }
        : {
            what: `the table ${table.name} asks for ${key}, and nothing depends on the answer.`,
            mend: `remove ${key} from its reads and rules, or correct the rule that should need it.`,
          }
    return [{ ...fault('NON_DISCRIMINATING_LOCUS', table.source.place, wording), severity: 'hint' }]
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

const UNNOTICED = 'If it were changed or lost, no test would notice.'

function missingExamples(book: RuleBook): readonly Diagnostic[] {
  const { rules, alleles } = measureCoverage(book)
  const shownBy = new Map<string, string>()
  for (const { fired, shownBy: witness } of book.model.tables.flatMap((table) => table.outcomes)) {
    for (const { id } of fired) if (!shownBy.has(id)) shownBy.set(id, witness)
  }
  return [
    ...rules.unreached.flatMap(({ name, place }) => {
      const witness = shownBy.get(name)
      if (witness === undefined) return []
      const what = `no example reaches the rule ${name}.`
      const mend = 'add one under examples in this file, or an animal to horses.yaml.'
      return [warning('NO_EXAMPLE', place, { what, why: UNNOTICED, mend, witnesses: [witness] })]
    }),
    ...alleles.unreached.map(({ name, place }) =>
      warning('NO_EXAMPLE', place, {
        what: `no example carries the allele ${name}.`,
        why: UNNOTICED,
        mend: 'add one under examples in this file, or an animal to horses.yaml.',
      }),
    ),
  ]
}

/** Wild types, stand-ins and rules that say nothing need no source. */
function missingCitations({ loci, tables, linkage }: RuleTables): readonly Diagnostic[] {
  const uncited = (what: string, place: Place): Diagnostic =>
    warning('NO_CITATION', place, {
      what: `${what} cites nothing.`,
      why: 'Nobody can look up where it comes from.',
      mend: 'add cite: [<reference>], and verified: false if you did not read it in the source itself.',
    })
  return [
    ...loci.flatMap(({ locus, wildType, alleles }) =>
      alleles.flatMap(({ allele, cite, standsFor, place }) =>
        cite.length > 0 || allele === wildType || standsFor !== undefined
          ? []
          : [uncited(`the allele ${allele} of ${locus}`, place)],
      ),
    ),
    ...tables.flatMap(({ rules }) =>
      rules.flatMap((rule) =>
        rule.cite.length > 0 || effectOf([rule]) === '' ? [] : [uncited(`the rule ${rule.id}`, rule.place)],
      ),
    ),
    ...linkage.flatMap(({ recombination }) =>
      recombination.flatMap(({ cite, between, place }) =>
        cite.length > 0 ? [] : [uncited(`the fraction between ${between.join(' and ')}`, place)],
      ),
    ),
  ]
}

function overdueReviews({ loci, tables, linkage }: RuleTables, today: string): readonly Diagnostic[] {
  const dated: readonly (readonly [string, { readonly reviewBy?: string; readonly place: Place }])[] = [
    ...loci.flatMap(({ locus, alleles }) =>
      alleles.map((row) => [`the allele ${row.allele} of ${locus}`, row] as const),
    ),
    ...tables.flatMap(({ rules }) => rules.map((rule) => [`the rule ${rule.id}`, rule] as const)),
    ...linkage.flatMap(({ recombination }) =>
      recombination.map((row) => [`the fraction between ${row.between.join(' and ')}`, row] as const),
    ),
  ]
  return dated.flatMap(([what, { reviewBy, place }]) =>
    reviewBy === undefined || reviewBy > today
      ? []
      : [
          warning('REVIEW_OVERDUE', place, {
            what: `${what} was to be looked at again by ${reviewBy}.`,
            mend: 'compare it with what is known by now, then set review_by to a later day or take review_by out.',
          }),
        ],
  )
}
