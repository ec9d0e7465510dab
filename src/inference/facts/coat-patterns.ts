/**
 * Patterns of a coat, part by part: which a part fits, and which choices of parts fit one and the same.
 */
import type { CoatPattern } from '../question.js'

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

/** Whether any choice of one mask from each list leaves some pattern. */
export function everyChoiceMeets(masks: readonly (readonly string[])[]): boolean {
  const choices = masks.reduce((product, own) => product * own.length, 1)
  return choicesThatMeet(masks).length === choices
}

export function choicesThatMeet(masks: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const all = masks.reduce<readonly (readonly string[])[]>(
    (choices, own) => choices.flatMap((choice) => own.map((mask) => [...choice, mask])),
    [[]],
  )
  return all.filter((choice) => {
    const [first = '1'] = choice
    return [...first].some((_, i) => choice.every((mask) => mask[i] === '1'))
  })
}
