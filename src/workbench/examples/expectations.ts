/**
 * Compares the further expectations of examples, besides names and tokens, with the results: viability, notes,
 * carried, health and reported remarks.
 * Guarantees: compares only what the example states; the order of lists does not matter.
 */
import { gravest } from '../../model/phenotype/phenotype.js'
import { REMARK_KINDS, type Expectations, type RuleRow } from '../../rules/tables.js'

/** An expectation that was not met. */
export interface Mismatch {
  /** What was compared: `name in fr`, `tokens of base`, `carries of silver`, `gametes with dun=D`. */
  readonly what: string
  readonly expected: string
  /** The result, or the reason why the genotype was refused. */
  readonly got: string
}

/** @param fired the rules that count: of one table, or of all */
export function mismatches(expected: Expectations, fired: readonly RuleRow[]): readonly Mismatch[] {
  return [
    ...viabilityMismatches(expected.viability, fired),
    ...(['notes', ...REMARK_KINDS] as const).flatMap((list) => {
      const wanted = expected[list]
      if (wanted === undefined) return []
      const given = fired.flatMap((rule) => (list === 'notes' ? rule.notes : rule.remarks[list]))
      return differing(list, listed([...new Set(wanted)], 'none'), listed([...new Set(given)], 'none'))
    }),
  ]
}

/** Compares the parts that the example states: `suspected, evidence weak`. */
function viabilityMismatches(
  expected: Expectations['viability'],
  fired: readonly RuleRow[],
): readonly Mismatch[] {
  if (expected === undefined) return []
  const wanted: StatedViability = typeof expected === 'string' ? { status: expected } : expected
  const stated = (['evidence', 'cause'] as const).filter((part) => wanted[part] !== undefined)
  const inWords = (viability: StatedViability): string =>
    viability.status === 'none'
      ? 'none'
      : [viability.status, ...stated.map((part) => `${part} ${viability[part] ?? ''}`)].join(', ')
  return differing('viability', inWords(wanted), inWords(gravest(fired) ?? { status: 'none' }))
}

interface StatedViability {
  readonly status: string
  readonly evidence?: string
  readonly cause?: string
}

export function differing(what: string, expected: string, got: string): readonly Mismatch[] {
  return expected === got ? [] : [{ what, expected, got }]
}

/** A list as a sorted text. */
export function listed(words: readonly string[], none: string): string {
  return words.length === 0 ? none : [...words].sort().join(', ')
}
