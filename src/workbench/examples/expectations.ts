/**
 * What examples state beside names and tokens, held against what came out: viability, notes, what is carried,
 * health, what is reported.
 * Guarantees: only what the example states is compared; the order of a list means nothing.
 */
import { gravest } from '../../model/phenotype/phenotype.js'
import { EXPECTED_LISTS, type Expectations, type RuleRow, type Viability } from '../../rules/tables.js'

/** One thing expected that did not come out. */
export interface Mismatch {
  /** `viability`, or the name of a list. */
  readonly what: string
  readonly expected: string
  readonly got: string
}

/** @param fired the rules that speak: of one table, or of all */
export function mismatches(expected: Expectations, fired: readonly RuleRow[]): readonly Mismatch[] {
  const compare = (what: string, wanted: string, got: string): readonly Mismatch[] =>
    wanted === got ? [] : [{ what, expected: wanted, got }]
  const { viability } = expected
  return [
    ...(viability === undefined
      ? []
      : compare('viability', inWords(viability, viability), inWords(gravest(fired), viability))),
    ...EXPECTED_LISTS.flatMap((list) => {
      const wanted = expected[list]
      if (wanted === undefined) return []
      const told = fired.flatMap((rule) => (list === 'notes' ? rule.notes : rule.remarks[list]))
      return compare(list, listed(wanted), listed(told))
    }),
  ]
}

type Stated = { readonly status: 'none' } | (Pick<Viability, 'status'> & Partial<Viability>)

/** As far as the example looks: `suspected, evidence weak`. */
function inWords(viability: Stated | undefined, lookedAt: Stated): string {
  if (viability === undefined || viability.status === 'none') return 'none'
  const { status, evidence = '', cause = '' } = viability
  return [
    status,
    ...('evidence' in lookedAt ? [`evidence ${evidence}`] : []),
    ...('cause' in lookedAt ? [`cause ${cause}`] : []),
  ].join(', ')
}

function listed(ids: readonly string[]): string {
  return ids.length === 0 ? 'none' : [...new Set(ids)].sort().join(', ')
}
