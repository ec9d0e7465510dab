/**
 * Labels and words, by their first word.
 * Guarantees: the longest comes first.
 */
import type { ReportTables } from '../../rules/tables.js'
import { wordsOf } from '../line/tokens.js'
import { type LabelTarget, type Phrase, type ReportTest, type Vocabulary, WORD_KINDS } from './terms.js'

export function compilePhrases(
  { words }: ReportTables,
  tests: readonly ReportTest[],
  untested: readonly string[],
): Vocabulary['phrases'] {
  const byText = new Map<string, Phrase>()
  const add = (text: string, kind: Phrase['kind'], targets: readonly LabelTarget[]): void => {
    const split = wordsOf(text)
    const key = `${kind === 'label' ? 'label' : 'word'} ${split.join(' ')}`
    const known = byText.get(key)
    const before = known?.targets ?? []
    const isKnown = ({ test, variant }: LabelTarget): boolean =>
      before.some((each) => each.test === test && each.variant === variant)
    byText.set(key, {
      words: split,
      hasSlash: text.includes('/'),
      kind: known?.kind ?? kind,
      targets: [...before, ...targets.filter((each) => !isKnown(each))],
    })
  }
  for (const test of tests) {
    for (const label of new Set(test.labels.map((each) => wordsOf(each).join(' '))))
      add(label, 'label', [{ test }])
    for (const label of test.labels) if (label.includes('/')) add(label, 'label', [])
    if (!test.isEach) continue
    for (const [sign, meaning] of test.signs)
      if (meaning.kind === 'has') {
        const target = { test, variant: meaning.allele }
        add(sign, 'label', [target])
        // "Splashed white 1" is SW1.
        const number = /\d+$/.exec(sign)?.[0]
        for (const label of number === undefined ? [] : test.labels)
          if (!/\d/.test(label)) add(`${label} ${number ?? ''}`, 'label', [target])
      }
  }
  for (const label of words.other_labels ?? []) add(label, 'label', [])
  for (const kind of WORD_KINDS) for (const text of words[kind] ?? []) add(text, kind, [])
  for (const text of untested) add(text, 'untested', [])
  const phrases = new Map<string, Phrase[]>()
  for (const phrase of byText.values()) {
    const [first = ''] = phrase.words
    phrases.set(first, [...(phrases.get(first) ?? []), phrase])
  }
  // Of equal length, a label comes first: "present" is no label, and a gene's name is no other word.
  for (const list of phrases.values())
    list.sort(
      (a, b) => b.words.length - a.words.length || Number(b.kind === 'label') - Number(a.kind === 'label'),
    )
  return phrases
}
