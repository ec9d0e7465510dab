/**
 * Results among tokens: signs parted by a slash, and the notations of genes on the X chromosome.
 */
import { cutRun } from '../results/named-values.js'
import { BLANK, type SignText } from '../results/values.js'
import type { Vocabulary } from '../vocabulary/terms.js'
import { phraseWithSlash } from './item-phrases.js'
import type { Found } from './item.js'
import type { Token } from './tokens.js'

/** Signs parted by a slash, and the notations of genes on the X chromosome. */
export function valueAt(vocabulary: Vocabulary, tokens: readonly Token[], i: number): Found | undefined {
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

function value(written: SignText, to: number): Found {
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
