/**
 * Names composed by a second reading of a locale file, from its format and not from src/naming.
 * Guarantees: throws where a token is left without a word.
 */
import type { LocaleTable, Term } from '../../src/rules/tables.js'

/** The name of these tokens: one pass over all rows of each length, the longest first. */
export function composed(locale: LocaleTable, tokens: readonly string[]): string {
  const { gender, number } = locale.agreement
  const worded = (term: Term): string =>
    typeof term === 'string'
      ? term
      : ((number === 'p' ? term[`${gender}p`] : undefined) ?? term[gender] ?? '')
  const left = new Set(tokens)
  const spoken: (readonly [at: number, position: string, term: string])[] = []
  const rows = [...locale.names.map((row) => ({ ...row, position: 'name' })), ...locale.modifiers].map(
    (row, at) => ({ ...row, at }),
  )
  for (let length = tokens.length; length > 0; length--) {
    for (const row of rows.filter((each) => each.tokens.length === length)) {
      if (!row.tokens.every((token) => left.has(token))) continue
      for (const token of row.tokens) left.delete(token)
      spoken.push([row.at, row.position, worded(row.term)])
    }
  }
  if (left.size > 0) throw new Error(`left over: ${[...left].join()}`)
  const inFileOrder = (position: string): readonly string[] =>
    spoken
      .filter((each) => each[1] === position)
      .sort((a, b) => a[0] - b[0])
      .map((each) => each[2])
  const phrase = ['before', 'name', 'after'].flatMap((position) =>
    position === 'name'
      ? spoken.filter((each) => each[1] === 'name').map((each) => each[2])
      : inFileOrder(position),
  )
  const whole = inFileOrder('wrap').reduce(
    (inner, wrap) => wrap.split('{name}').join(inner),
    phrase.join(' '),
  )
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}
