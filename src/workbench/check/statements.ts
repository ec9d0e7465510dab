/**
 * Statements about the world (alleles, rules, fractions, frequencies, look-alikes) and their sources: a statement without a
 * source, one that is verified although none of its sources is, one whose review is due.
 * Leaves to others: the references themselves (references.ts).
 */
import { warning, type Diagnostic, type Wording } from '../../rules/diagnostic.js'
import type { RuleRow, RuleTables } from '../../rules/tables.js'
import { effectOf } from './rule-texts.js'

/** @param today YYYY-MM-DD */
export function statementRemarks(source: RuleTables, today: string): readonly Diagnostic[] {
  return statementsOf(source).flatMap((each) => [
    ...uncited(each),
    ...restingOnUnverified(each, source.references),
    ...overdue(each, today),
  ])
}

type Stated = Pick<RuleRow, 'cite' | 'verified' | 'place' | 'reviewBy'>
type Statement = ReturnType<typeof statementsOf>[number]

/** Wild types, spellings of another locus's allele, rules without an effect and conventions need no source. */
function statementsOf({ loci, tables, linkage, populations, looks }: RuleTables) {
  const stated = (what: string, row: Stated, needsSource = true) => ({ what, row, needsSource })
  return [
    ...loci.flatMap(({ locus, wildType, alleles }) =>
      alleles.map((row) => {
        const isOwn = row.allele !== wildType && row.standsFor === undefined
        return stated(`the allele ${row.allele} of ${locus}`, row, isOwn)
      }),
    ),
    ...tables.flatMap(({ rules }) =>
      rules.map((row) => stated(`the rule ${row.id}`, row, effectOf([row]) !== '')),
    ),
    ...linkage.flatMap(({ recombination }) =>
      recombination.map((row) => stated(`the fraction between ${row.between.join(' and ')}`, row)),
    ),
    ...populations.flatMap(({ population, loci: figures }) =>
      figures.map((row) =>
        stated(`the row of ${row.locus} in the population ${population}`, row, row.interval !== 'none'),
      ),
    ),
    ...looks.flatMap((row) => [
      stated(`the look-alike ${row.id}`, row),
      ...(row.figure === undefined ? [] : [stated(`the figure of the look-alike ${row.id}`, row.figure)]),
    ]),
  ]
}

function uncited({ what, row, needsSource }: Statement): readonly Diagnostic[] {
  if (row.cite.length > 0 || !needsSource) return []
  const wording: Wording = {
    what: `${what} cites nothing.`,
    why: 'Nobody can look up where it comes from.',
    fix: 'add cite: [<reference>], and verified: true if you read it in the source itself, else verified: false.',
  }
  return [warning('NO_CITATION', row.place, wording)]
}

function restingOnUnverified(
  { what, row: { cite, verified, place } }: Statement,
  references: RuleTables['references'],
): readonly Diagnostic[] {
  if (!verified || cite.length === 0 || cite.some((id) => references[id]?.verified !== false)) return []
  const sources = cite.length === 1 ? `its source ${cite[0] ?? ''} is` : `its sources ${cite.join(', ')} are`
  return [
    warning('UNVERIFIED_SOURCE', place, {
      what: `${what} says verified: true, but ${sources} marked verified: false.`,
      why: 'A statement can only be verified in a source that somebody has read.',
      fix: 'write verified: false here, or read the source and write verified: true under references.',
    }),
  ]
}

function overdue({ what, row: { reviewBy, place } }: Statement, today: string): readonly Diagnostic[] {
  if (reviewBy === undefined || reviewBy > today) return []
  return [
    warning('REVIEW_OVERDUE', place, {
      what: `${what} was to be looked at again by ${reviewBy}.`,
      fix: 'compare it with what is known by now, then set review_by to a later day or take review_by out.',
    }),
  ]
}
