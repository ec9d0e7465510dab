/**
 * What examples state beside names and tokens, held against what came out: viability, notes, what is carried,
 * health, what is reported.
 * Guarantees: only what the example states is compared; the order of a list means nothing.
 */
import { gravest } from '../../model/phenotype/phenotype.js'
import { REMARK_KINDS, type Expectations, type RuleRow } from '../../rules/tables.js'

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

/** Compared as far as the example states it: `suspected, evidence weak`. */
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

/** A list in words; its order means nothing. */
export function listed(words: readonly string[], none: string): string {
  return words.length === 0 ? none : [...words].sort().join(', ')
}
