/**
 * A line's tokens → labels, words, results and the signs between them.
 * Guarantees: every token is in exactly one item; the longest label or phrase wins.
 */
import { cutRun } from '../results/named-values.js'
import type { Vocabulary } from '../vocabulary/terms.js'
import { phraseAt } from './item-phrases.js'
import { valueAt } from './item-values.js'
import type { Found, Item, ItemContent } from './item.js'
import { type Token, tokensOf } from './tokens.js'

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

export function itemsOf(vocabulary: Vocabulary, line: string): readonly Item[] {
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
      valueAt(vocabulary, tokens, i) ?? phraseAt(vocabulary, tokens, i) ?? wordAt(vocabulary, tokens, i)
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

function wordAt(vocabulary: Vocabulary, tokens: readonly Token[], i: number): Found {
  const to = i + 1
  const token = tokens[i]
  const text = token?.text ?? ''
  if (token?.isWord !== true)
    return { contents: [SINGLE[text] ?? { kind: 'unknown', text: '', isSign: text === '/' }], to }
  if (vocabulary.everySign.has(text)) return { contents: [{ kind: 'lone', sign: text }], to }
  const parts = cutRun(vocabulary, text)
  if (parts !== undefined)
    return { contents: parts.map((part) => ({ kind: 'value', written: { form: 'run', text: part } })), to }
  return { contents: [{ kind: 'unknown', text, isSign: false }], to }
}
