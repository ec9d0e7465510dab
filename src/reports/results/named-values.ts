/**
 * Results that name their gene themselves, by their signs.
 * Guarantees: text run together is cut in the only possible way, or not at all.
 */
import { createBoundedMap, onceFor } from '../../common/memo.js'
import type { ReportTest, Vocabulary } from '../vocabulary/terms.js'
import { MAX_RUN, MAX_SIGN, type Meant, type SignText, meantBy } from './values.js'

/** Results that name their gene themselves: one of each gene. @param isWeak also those whose signs are all ambiguous */
export function meantWithoutLabel(
  vocabulary: Vocabulary,
  written: SignText,
  isWeak = false,
): readonly Meant[] {
  const { strong, weak } = namedBy(vocabulary, written)
  return isWeak ? weak : strong
}

interface Named {
  readonly strong: readonly Meant[]
  readonly weak: readonly Meant[]
}

const NOTHING: Named = { strong: [], weak: [] }
const MAX_KNOWN = 4_000
const knownOf = onceFor((_vocabulary: Vocabulary) => createBoundedMap<string, Named>(MAX_KNOWN))

function namedBy(vocabulary: Vocabulary, written: SignText): Named {
  const key = keyOf(written)
  const known = knownOf(vocabulary)
  return known.known(key) ?? known.keep(key, computeNamed(vocabulary, written))
}

function keyOf(written: SignText): string {
  switch (written.form) {
    case 'pair':
      return `${written.signs[0]}/${written.signs[1]}`
    case 'run':
      return `=${written.text}`
    case 'side':
      return `${written.sign}/`
    case 'lone':
      return `.${written.sign}`
  }
}

function computeNamed(vocabulary: Vocabulary, written: SignText): Named {
  if (written.form === 'run' && !runsOf(vocabulary).texts.has(written.text)) return NOTHING
  const strong = new Map<number, Meant>()
  const weak = new Map<number, Meant>()
  for (const test of testsNaming(vocabulary, written)) {
    const meant = meantBy(vocabulary, test, written, false)
    if (meant === undefined) continue
    const kinds = [meant.first.kind, meant.second?.kind]
    const { index } = test.locus
    const hasFound = kinds.includes('has')
    if (hasFound && meant.askedPair === undefined && !strong.has(index)) strong.set(index, meant)
    if ((hasFound || kinds.includes('asked') || kinds.includes('beside')) && !weak.has(index))
      weak.set(index, meant)
  }
  return { strong: [...strong.values()], weak: [...weak.values()] }
}

function testsNaming({ bySign }: Vocabulary, written: SignText): ReadonlySet<ReportTest> {
  const naming = (sign: string): readonly ReportTest[] => bySign.get(sign) ?? []
  switch (written.form) {
    case 'pair':
      return new Set(written.signs.flatMap(naming))
    case 'run': {
      const { text } = written
      const tests = new Set<ReportTest>()
      for (let i = 1; i < text.length && text.length <= 2 * MAX_SIGN; i++)
        for (const sign of [text.slice(0, i), text.slice(i)]) for (const test of naming(sign)) tests.add(test)
      return tests
    }
    case 'side':
    case 'lone':
      return new Set(naming(written.sign))
  }
}

/** Every text of two signs of one test, one of them its own, and the characters in them. */
const runsOf = onceFor(({ tests, joint, absentSigns }: Vocabulary) => {
  const texts = new Set<string>()
  for (const { signs, isJoint } of [...tests, ...joint.values()]) {
    const own = [...signs.keys()]
    const others = isJoint ? own : [...own, ...absentSigns]
    for (const a of own)
      for (const b of others) {
        texts.add(a + b)
        texts.add(b + a)
      }
  }
  const characters = new Set([...texts].flatMap((text) => [...text]))
  const longest = Math.max(0, ...[...texts].map(({ length }) => length))
  return { texts, characters, longest }
})

/** Cuts text into results that name their genes: `EEaa` → EE, aa. Undefined unless there is exactly one way. */
export function cutRun(vocabulary: Vocabulary, text: string): readonly string[] | undefined {
  const { texts, characters, longest } = runsOf(vocabulary)
  if (text.length < 2 || text.length > MAX_RUN) return undefined
  for (const character of text) if (!characters.has(character)) return undefined
  /** By position, the number of ways to cut the rest, and the first part of the only one. */
  const ways: number[] = Array.from({ length: text.length + 1 }, () => 0)
  const ends: number[] = []
  ways[text.length] = 1
  for (let from = text.length - 2; from >= 0; from--)
    for (let to = from + 2; to <= Math.min(text.length, from + longest); to++) {
      const rest = ways[to] ?? 0
      if (rest === 0) continue
      const part = text.slice(from, to)
      if (!texts.has(part) || meantWithoutLabel(vocabulary, { form: 'run', text: part }, true).length !== 1)
        continue
      ways[from] = (ways[from] ?? 0) + rest
      ends[from] = to
    }
  if (ways[0] !== 1) return undefined
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    const to = ends[from] ?? text.length
    parts.push(text.slice(from, to))
    from = to
  }
  return parts
}
