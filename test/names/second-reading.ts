/**
 * Names composed by a second reading of a locale file, from its format and not from src/naming.
 * Guarantees: throws where a token is left without a word.
 */
import type { LocaleTable, Term } from '../../src/rules/tables.js'

const READING = ['before', 'name', 'after'] as const

/** Composes names: one pass over all rows of each length, the longest first, in file order. */
export function secondReading(locale: LocaleTable): (tokens: readonly string[]) => string {
  const { gender, number } = locale.agreement
  const worded = (term: Term): string => {
    if (typeof term === 'string') return term
    return (number === 'p' ? term[`${gender}p`] : undefined) ?? term[gender] ?? ''
  }
  const names = locale.names.map((row) => ({ ...row, position: 'name' as const }))
  const rows = [...names, ...locale.modifiers].map((row, at) => {
    const beside = 'beside' in row ? (row.beside ?? []) : []
    const unless = 'unless' in row ? (row.unless ?? []) : []
    return { ...row, at, beside, unless, word: worded(row.term) }
  })
  const longest = Math.max(...rows.map((row) => row.tokens.length))
  const inTurn = Array.from({ length: longest }, (_, i) =>
    rows.filter((row) => row.tokens.length === longest - i),
  ).flat()
  return (tokens) => {
    const left = new Set(tokens)
    const spoken = inTurn.filter((row) => {
      const isBeside = row.beside.length === 0 || row.beside.some((token) => tokens.includes(token))
      const isOpen = isBeside && !row.unless.some((token) => tokens.includes(token))
      const fits = isOpen && row.tokens.every((token) => left.has(token))
      if (fits) for (const token of [...row.tokens, ...variantsIn(row, tokens)]) left.delete(token)
      return fits
    })
    if (left.size > 0) throw new Error(`left over: ${[...left].join()}`)
    const words = (position: string): readonly string[] => {
      const some = spoken.filter((row) => row.position === position)
      return (position === 'name' ? some : some.sort((a, b) => a.at - b.at)).map((row) =>
        wordWith(row, tokens),
      )
    }
    const phrase = READING.flatMap(words).join(' ')
    const whole = words('wrap').reduce((inner, wrap) => {
      const nested = wrap.includes('(') ? inner.replace(/\(/g, '[').replace(/\)/g, ']') : inner
      return wrap.split('{name}').join(nested)
    }, phrase)
    return whole.charAt(0).toUpperCase() + whole.slice(1)
  }
}

interface Row {
  readonly tokens: readonly string[]
  readonly word: string
}

/** Tokens such as pattern/X9 that the word has a place for. */
function variantsIn({ tokens, word }: Row, seen: readonly string[]): readonly string[] {
  if (!word.includes('{variants}')) return []
  return seen.filter((token) => /\/[A-Z]/.test(token) && tokens.includes(token.slice(0, token.indexOf('/'))))
}

function wordWith(row: Row, seen: readonly string[]): string {
  const numbers = variantsIn(row, seen).map((token) => token.slice(token.indexOf('/') + 1))
  return row.word.split('{variants}').join(numbers.join(', '))
}
