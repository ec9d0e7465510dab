/**
 * What is not wrong but worth a look: rules that never decide, statements without an example or a source,
 * reviews that are due. Found by exact analysis of the filled tables, never by trying genotypes.
 * Guarantees: no false alarm; warnings and hints only, so nothing here stops a start.
 */
import type { RuleBook } from '../coats/rule-book.js'
import type { CompiledTable, Outcome, TableColumn } from '../model/model.js'
import {
  fault,
  inFileOrder,
  type Diagnostic,
  type DiagnosticCode,
  type Wording,
} from '../rules/diagnostic.js'
import type { Place, RuleRow, RuleTables } from '../rules/tables.js'
import { measureCoverage } from './coverage.js'
import { effectOf } from './effect.js'

/** @param today YYYY-MM-DD */
export function reviewRules(book: RuleBook, today: string): readonly Diagnostic[] {
  const { tables, source } = book.model
  return inFileOrder([
    ...tables.flatMap((table) => [...reviewTable(table), ...idleLoci(table, book.model.loci)]),
    ...missingExamples(book),
    ...missingCitations(source),
    ...overdueReviews(source, today),
  ])
}

function warning(code: DiagnosticCode, place: Place, wording: Wording): Diagnostic {
  return { ...fault(code, place, wording), severity: 'warning' }
}

function reviewTable(table: CompiledTable): readonly Diagnostic[] {
  return table.source.rules.flatMap((rule) => {
    const firing = table.outcomes.filter(({ fired }) => fired.includes(rule))
    if (firing.length > 0) return redundant(table, rule, firing)
    const passedOver = table.outcomes.find(({ overridden }) => overridden.includes(rule))
    return [passedOver === undefined ? unreachable(rule) : shadowed(rule, passedOver)]
  })
}

function unreachable(rule: RuleRow): Diagnostic {
  return warning('UNREACHABLE', rule.place, {
    what: `the rule ${rule.id} holds for no genotype at all.`,
    why: 'Its conditions exclude each other.',
    mend: 'correct the conditions, or remove the rule.',
  })
}

function shadowed(rule: RuleRow, { fired, shownBy }: Outcome): Diagnostic {
  return warning('SHADOWED', rule.place, {
    what: `the rule ${rule.id} never decides: wherever it holds, an earlier rule does too, such as ${fired[0]?.id ?? ''}.`,
    why: 'Under hit: first the first rule that holds decides.',
    mend: 'move it up, narrow the earlier rules, or remove it.',
    witnesses: [shownBy],
  })
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
  const instead =
    table.source.hit === 'first' ? 'the next rule that holds gives the same' : 'other rules give the same'
  return [
    warning('REDUNDANT', rule.place, {
      what: `without the rule ${rule.id} every genotype would come out the same: ${effectOf([rule]) === '' ? 'it does nothing' : instead}.`,
      mend: 'remove it, or correct what it gives.',
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
    const wording: Wording = {
      what: `nothing that the table ${table.name} does depends on ${key}.`,
      mend: `remove ${key} from its reads, or add the rule that needs it.`,
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
      const why = 'Nobody would notice if it were changed or lost.'
      const mend = 'add an example beside the rules, or a known animal.'
      return [warning('NO_EXAMPLE', place, { what, why, mend, witnesses: [witness] })]
    }),
    ...alleles.unreached.map(({ name, place }) =>
      warning('NO_EXAMPLE', place, {
        what: `no example carries the allele ${name}.`,
        why: 'Nobody would notice if it were changed or lost.',
        mend: 'add an example beside the gene, or a known animal.',
      }),
    ),
  ]
}

/** Wild types, stand-ins and rules that say nothing need no source. */
function missingCitations({ loci, tables, linkage }: RuleTables): readonly Diagnostic[] {
  const uncited = (what: string, place: Place): Diagnostic =>
    warning('NO_CITATION', place, {
      what: `${what} cites nothing.`,
      mend: 'add cite: [<reference>], with verified: false if the source was not re-read.',
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
            mend: 'read it against its sources, then set a later review_by or remove it.',
          }),
        ],
  )
}
