/**
 * Whether parts of a coat fit what was seen: each part is held against every pattern by the tokens that it can give.
 */
import type { CoatPattern } from '../question.js'
import type { Options } from './rectangles.js'

/** What a part of a coat shows. */
export interface ShownPart {
  readonly isWhole: boolean
  readonly tokens: readonly string[]
}

/** What a part of a coat is to some patterns: whether it is a whole coat that fits, and which it fits as a part. */
export interface Class {
  readonly whole: boolean
  /** One 0 or 1 for each. */
  readonly mask: string
}

export interface Sorted {
  readonly masks: readonly string[]
  readonly canHide: boolean
  readonly among: (wanted: (each: Class) => boolean) => Options
}

/** @param among the tokens that this part of the coat could give; undefined where it is the whole coat */
export function patternHolds(
  { exactly, has, lacks }: CoatPattern,
  tokens: readonly string[],
  among: ReadonlySet<string> | undefined,
): boolean {
  const asked = (all: readonly string[]): readonly string[] =>
    among === undefined ? all : all.filter((token) => among.has(token))
  if (!asked(has).every((token) => tokens.includes(token))) return false
  if (lacks.some((token) => tokens.includes(token))) return false
  if (exactly === undefined) return true
  const own = asked(exactly)
  return own.every((token) => tokens.includes(token)) && tokens.every((token) => own.includes(token))
}

export function isSome(mask: string): boolean {
  return mask.includes('1')
}
