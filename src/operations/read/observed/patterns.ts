/**
 * Patterns of observed coats: keys, differences, sets of tokens.
 */
import type { CoatPattern } from '../../../inference/question.js'

/** Equal for patterns of the same tokens in any order. */
export function keyOf({ exactly, has, lacks }: CoatPattern): string {
  const keys = [exactly, has, lacks].map((tokens) =>
    tokens === undefined ? '' : [...tokens].sort().join(' '),
  )
  return `${exactly === undefined}${keys.join('|')}`
}

/** Tokens that one of two patterns speaks of and the other does not. */
export function differenceOf(a: CoatPattern, b: CoatPattern): readonly string[] {
  const [of, other] = [a, b].map(({ exactly = [], has, lacks }) => [
    ...exactly,
    ...has,
    ...lacks.map((token) => `-${token}`),
  ])
  const one = [...without(of ?? [], other ?? []), ...without(other ?? [], of ?? [])]
  return one.map((token) => token.replace(/^-/, ''))
}

export function without(tokens: readonly string[], gone: readonly string[]): readonly string[] {
  return tokens.filter((token) => !gone.includes(token))
}

export function union(tokens: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...tokens, ...more])]
}

/** The same pattern, so many times as likely. */
export function times(coat: CoatPattern, factor: number): CoatPattern {
  return factor === 1 ? coat : { ...coat, weight: (coat.weight ?? 1) * factor }
}
