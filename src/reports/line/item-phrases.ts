/**
 * Labels and words among tokens.
 * Guarantees: the longest wins.
 */
import type { Phrase, Vocabulary } from '../vocabulary/terms.js'
import type { Found } from './item.js'
import type { Token } from './tokens.js'

/** May stand between the words of a label. */
const INSIDE_PHRASES = new Set(['-', '–', '/', "'", '’', '.'])

export function phraseAt(vocabulary: Vocabulary, tokens: readonly Token[], i: number): Found | undefined {
  const found = longestPhrase(vocabulary, tokens, i)
  if (found === undefined) return undefined
  const { phrase, to } = found
  const text = tokens[i]?.text ?? ''
  const sign = to === i + 1 && vocabulary.everySign.has(text) ? text : undefined
  if (phrase.kind === 'label') return { contents: [{ kind: 'label', targets: phrase.targets, sign }], to }
  return { contents: [{ kind: 'word', word: phrase.kind }], to }
}

function longestPhrase({ phrases }: Vocabulary, tokens: readonly Token[], i: number) {
  const token = tokens[i]
  if (token === undefined || (!token.isWord && token.text !== '&')) return undefined
  for (const phrase of phrases.get(token.folded) ?? []) {
    const to = endOf(phrase, tokens, i)
    if (to !== undefined) return { phrase, to }
  }
  return undefined
}

export function phraseWithSlash(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  i: number,
): Phrase | undefined {
  const found = longestPhrase(vocabulary, tokens, i)
  return found?.phrase.hasSlash === true ? found.phrase : undefined
}

/** Index behind the phrase, if it stands at `i`. */
function endOf({ words, hasSlash, kind }: Phrase, tokens: readonly Token[], i: number): number | undefined {
  let at = i
  let sawSlash = false
  for (let w = 0; w < words.length; w++) {
    if (w > 0 && INSIDE_PHRASES.has(tokens[at]?.text ?? '')) {
      sawSlash ||= tokens[at]?.text === '/'
      at++
    }
    if (tokens[at]?.folded !== words[w]) return undefined
    at++
  }
  return hasSlash && kind !== 'label' && !sawSlash ? undefined : at
}
