/**
 * A line's tokens → labels, words, results and the signs between them.
 * Guarantees: every token is in exactly one item; the longest label or phrase wins.
 */
import type { BoundedMap } from '../common/memo.js'
import { tokensOf, type Token } from './tokens.js'
import { BLANK, cutRun, type Written } from './values.js'
import type { LabelTarget, Phrase, Vocabulary, WordKind } from './vocabulary.js'

export type Item = ItemContent & {
  /** Indices of characters in the line. */
  readonly start: number
  readonly end: number
  readonly isInBrackets: boolean
}

export type ItemContent =
  /** With its text, if that is a sign too. */
  | { readonly kind: 'label'; readonly targets: readonly LabelTarget[]; readonly sign: string | undefined }
  | { readonly kind: 'word'; readonly word: WordKind }
  | { readonly kind: 'value'; readonly written: Written }
  /** A word that is a sign of some test. */
  | { readonly kind: 'lone'; readonly sign: string }
  /** Parts label and result: a colon, a dash, a column. */
  | { readonly kind: 'link'; readonly sign: string }
  | { readonly kind: 'comma' }
  | { readonly kind: 'end' }
  /** Ends a clause that is complete, or parts the columns of a table. */
  | { readonly kind: 'semicolon' }
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'unknown'; readonly text: string; readonly isSign: boolean }

const SINGLE: Readonly<Record<string, ItemContent>> = {
  ':': { kind: 'link', sign: ':' },
  '=': { kind: 'link', sign: '=' },
  '-': { kind: 'link', sign: '-' },
  '–': { kind: 'link', sign: '-' },
  '—': { kind: 'link', sign: '-' },
  '|': { kind: 'link', sign: '|' },
  '\t': { kind: 'link', sign: '|' },
  ',': { kind: 'comma' },
  ';': { kind: 'semicolon' },
  '.': { kind: 'end' },
  '!': { kind: 'end' },
  '(': { kind: 'open' },
  '[': { kind: 'open' },
  ')': { kind: 'close' },
  ']': { kind: 'close' },
  '?': { kind: 'word', word: 'doubt' },
  '%': { kind: 'word', word: 'doubt' },
  '<': { kind: 'word', word: 'doubt' },
  '>': { kind: 'word', word: 'doubt' },
  '~': { kind: 'word', word: 'doubt' },
  '≈': { kind: 'word', word: 'doubt' },
  '…': { kind: 'word', word: 'doubt' },
}

/** May stand between the words of a label. */
const INSIDE_PHRASES = new Set(['-', '–', '/', "'", '’', '.'])

export function itemsOf(
  vocabulary: Vocabulary,
  line: string,
  memo: BoundedMap<string, boolean>,
): readonly Item[] {
  const tokens = withSuperscripts(vocabulary, tokensOf(line))
  const items: Item[] = []
  let depth = 0
  const add = (content: ItemContent, from: number, to: number): void => {
    const last = tokens[to - 1]
    if (content.kind === 'close') depth = Math.max(0, depth - 1)
    items.push({
      ...content,
      start: tokens[from]?.start ?? 0,
      end: last === undefined ? 0 : last.start + last.text.length,
      isInBrackets: depth > 0,
    })
    if (content.kind === 'open') depth++
  }
  for (let i = 0; i < tokens.length;) {
    const found =
      valueAt(vocabulary, tokens, i) ?? phraseAt(vocabulary, tokens, i) ?? wordAt(vocabulary, tokens, i, memo)
    for (const content of found.contents) add(content, i, found.to)
    i = found.to
  }
  return items
}

/** `e^a` is one sign, unless the first part is that of a chromosome. */
function withSuperscripts({ oneCopyPrefix }: Vocabulary, tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ text }) => text === '^')) return tokens
  const joined: Token[] = []
  for (let i = 0; i < tokens.length; i++) {
    const [token, sign, next] = tokens.slice(i, i + 3)
    if (token === undefined) break
    if (sign?.text !== '^' || next?.isWord !== true || !token.isWord || oneCopyPrefix.has(token.text)) {
      joined.push(token)
      continue
    }
    joined.push({ ...token, text: token.text + next.text, folded: token.folded + next.folded })
    i += 2
  }
  return joined
}

interface Found {
  readonly contents: readonly ItemContent[]
  readonly to: number
}

/** Signs parted by a slash, and the notations of genes on the X chromosome. */
function valueAt(vocabulary: Vocabulary, tokens: readonly Token[], i: number): Found | undefined {
  const x = chromosomesAt(vocabulary, tokens, i)
  if (x !== undefined) return x
  const first = signAt(tokens, i)
  if (first === undefined) return undefined
  if (tokens[i + 1]?.text === BLANK && vocabulary.everySign.has(first))
    return value({ form: 'pair', signs: [first, BLANK] }, i + 2)
  const parts = [first]
  let to = i + 1
  while (tokens[to]?.text === '/') {
    const next = signAt(tokens, to + 1)
    if (next === undefined) break
    parts.push(next)
    to += 2
  }
  if (parts.length === 1) {
    // A slash with nothing behind it, or only something apart from it.
    if (tokens[to]?.text !== '/' || !vocabulary.everySign.has(first) || tokens[to]?.isApart === true)
      return undefined
    return value({ form: 'side', sign: first }, to + 1)
  }
  if (phraseWithSlash(vocabulary, tokens, i) !== undefined) return undefined
  const isSide = tokens[to]?.text === '/'
  const [a = '', b = ''] = parts
  if (parts.length === 2 && !isSide && parts.every((part) => vocabulary.everySign.has(part)))
    return value({ form: 'pair', signs: [a, b] }, to)
  const runs = parts.map((part) => cutRun(vocabulary, part))
  if (!isSide && runs.every((run) => run !== undefined))
    return {
      contents: runs.flat().map((text) => ({ kind: 'value', written: { form: 'run', text } })),
      to,
    }
  const isSigns = parts.some((part) => vocabulary.everySign.has(part))
  return isSigns
    ? { contents: [{ kind: 'unknown', text: '', isSign: true }], to: isSide ? to + 1 : to }
    : undefined
}

function value(written: Written, to: number): Found {
  return { contents: [{ kind: 'value', written }], to }
}

function signAt(tokens: readonly Token[], i: number): string | undefined {
  const token = tokens[i]
  return token !== undefined && (token.isWord || token.text === '+') ? token.text : undefined
}

/** `X(N)/X(BR1)`, `X(BR1)/Y`, `X^BR1/Y`. */
function chromosomesAt(vocabulary: Vocabulary, tokens: readonly Token[], i: number): Found | undefined {
  const first = chromosomeAt(vocabulary, tokens, i)
  if (first === undefined) return undefined
  if (tokens[first.to]?.text !== '/') return undefined
  const next = tokens[first.to + 1]?.text ?? ''
  if (vocabulary.noCopy.has(next)) return value({ form: 'pair', signs: [first.sign, next] }, first.to + 2)
  const second = chromosomeAt(vocabulary, tokens, first.to + 1)
  return second && value({ form: 'pair', signs: [first.sign, second.sign] }, second.to)
}

function chromosomeAt(vocabulary: Vocabulary, tokens: readonly Token[], i: number) {
  if (!vocabulary.oneCopyPrefix.has(tokens[i]?.text ?? '')) return undefined
  const sign = signAt(tokens, i + 2)
  if (sign === undefined) return undefined
  if (tokens[i + 1]?.text === '^') return { sign, to: i + 3 }
  return tokens[i + 1]?.text === '(' && tokens[i + 3]?.text === ')' ? { sign, to: i + 4 } : undefined
}

function phraseAt(vocabulary: Vocabulary, tokens: readonly Token[], i: number): Found | undefined {
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

function phraseWithSlash(vocabulary: Vocabulary, tokens: readonly Token[], i: number): Phrase | undefined {
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

function wordAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  i: number,
  memo: BoundedMap<string, boolean>,
): Found {
  const to = i + 1
  const token = tokens[i]
  const text = token?.text ?? ''
  if (token?.isWord !== true)
    return { contents: [SINGLE[text] ?? { kind: 'unknown', text: '', isSign: text === '/' }], to }
  if (vocabulary.everySign.has(text)) return { contents: [{ kind: 'lone', sign: text }], to }
  const parts = cutRun(vocabulary, text, memo)
  if (parts !== undefined)
    return { contents: parts.map((part) => ({ kind: 'value', written: { form: 'run', text: part } })), to }
  return { contents: [{ kind: 'unknown', text, isSign: false }], to }
}
