/**
 * What examples state beside names and tokens, held against what came out: viability, notes, what is carried,
 * health, what is reported.
 * Guarantees: only what the example states is compared; the order of a list means nothing.
 */
import { gravest } from '../../model/phenotype/phenotype.js'
import { EXPECTED_LISTS, type Expectations, type RuleRow, type Viability } from '../../rules/tables.js'

/** One thing expected that did not come out. */
export interface Mismatch {
  /** What was compared: `name in fr`, `tokens of base`, `carries of silver`, `gametes with dun=D`. */
  readonly what: string
  readonly expected: string
  /** What came out, or why the genotype was refused. */
  readonly got: string
}

/** @param fired the rules that speak: of one table, or of all */
export function mismatches(expected: Expectations, fired: readonly RuleRow[]): readonly Mismatch[] {
  const { viability } = expected
  return [
    ...(viability === undefined
      ? []
      : differing('viability', inWords(viability, viability), inWords(gravest(fired), viability))),
    ...EXPECTED_LISTS.flatMap((list) => {
      const wanted = expected[list]
      if (wanted === undefined) return []
      const told = fired.flatMap((rule) => (list === 'notes' ? rule.notes : rule.remarks[list]))
      return differing(list, listed([...new Set(wanted)], 'none'), listed([...new Set(told)], 'none'))
    }),
  ]
}

export function differing(what: string, expected: string, got: string): readonly Mismatch[] {
  return expected === got ? [] : [{ what, expected, got }]
}

/** A list in words; its order means nothing. */
export function listed(words: readonly string[], none: string): string {
  return words.length === 0 ? none : [...words].sort().join(', ')
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
