/**
 * What written signs mean for a test: pairs with a slash, signs run together, single signs.
 * Guarantees: a text that can be split in two ways has no meaning.
 */
import type { Meaning, ReportTest, Vocabulary } from '../vocabulary/terms.js'

/** A result as it is written. */
export type SignText =
  | { readonly form: 'pair'; readonly signs: readonly [string, string] }
  /** Signs without anything between them. */
  | { readonly form: 'run'; readonly text: string }
  /** A sign with a slash and nothing behind it. */
  | { readonly form: 'side'; readonly sign: string }
  /** A sign by itself. */
  | { readonly form: 'lone'; readonly sign: string }

/** What a result says of a test. */
export interface Meant {
  readonly test: ReportTest
  readonly first: Meaning
  /** Undefined for a single sign. */
  readonly second: Meaning | undefined
  readonly form: SignText['form']
  /** Whether the second copy is said not to exist. */
  readonly hasOneCopy: boolean
  /** Both signs together are ambiguous. */
  readonly askedPair?: string
}

/** Stands for a copy of which nothing is said: `E_`. */
export const BLANK = '_'

export const MAX_SIGN = 12
export const MAX_RUN = 24

export function meaningOf(
  { absentSigns }: Vocabulary,
  test: ReportTest,
  sign: string,
  by: 'label' | 'slash' | 'nothing',
): Meaning | undefined {
  if (sign === BLANK) return { kind: 'unknown' }
  const special = by === 'label' ? test.labelSigns : by === 'slash' ? test.slashSigns : undefined
  const known = special?.get(sign) ?? test.signs.get(sign)
  if (known !== undefined) return known
  return absentSigns.has(sign) ? { kind: 'absent' } : undefined
}

/** What is written, as a result of this test; undefined if it is none. */
export function meantBy(
  vocabulary: Vocabulary,
  test: ReportTest,
  written: SignText,
  hasLabel: boolean,
): Meant | undefined {
  const by = hasLabel ? 'label' : written.form === 'pair' ? 'slash' : 'nothing'
  const meaning = (sign: string): Meaning | undefined => meaningOf(vocabulary, test, sign, by)
  const meant = meantSigns(vocabulary, test, written, meaning)
  const isWhole = !test.isJoint || (meant?.first.kind === 'has' && meant.second?.kind === 'has')
  return isWhole ? meant : undefined
}

function meantSigns(
  vocabulary: Vocabulary,
  test: ReportTest,
  written: SignText,
  meaning: (sign: string) => Meaning | undefined,
): Meant | undefined {
  switch (written.form) {
    case 'pair': {
      const [a, b] = written.signs
      const first = meaning(a)
      const hasOneCopy = vocabulary.noCopy.has(b) && test.locus.noCopy !== null
      if (first === undefined) return undefined
      if (hasOneCopy) return { test, first, second: undefined, form: 'pair', hasOneCopy }
      const second = meaning(b)
      return second && { test, first, second, form: 'pair', hasOneCopy }
    }
    case 'run':
      return splitRun(test, written.text, meaning)
    case 'side':
    case 'lone': {
      const first = meaning(written.sign)
      return first && { test, first, second: undefined, form: written.form, hasOneCopy: false }
    }
  }
}

function splitRun(
  test: ReportTest,
  text: string,
  meaning: (sign: string) => Meaning | undefined,
): Meant | undefined {
  if (text.length > 2 * MAX_SIGN) return undefined
  const found: Meant[] = []
  const askedPair = test.asksPair.get(text)
  for (let i = 1; i < text.length; i++) {
    const first = meaning(text.slice(0, i))
    if (first === undefined) continue
    const second = meaning(text.slice(i))
    if (second !== undefined)
      found.push({ test, first, second, form: 'run', hasOneCopy: false, ...(askedPair && { askedPair }) })
  }
  return found.length === 1 ? found[0] : undefined
}
