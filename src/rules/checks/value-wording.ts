/**
 * Says what stands at a place and what should stand there, in words that need no knowledge of types.
 * Guarantees: short, whatever the value; mends the commonest slip (a number or true/false without quotes).
 * Leaves to others: which value is wrong and why (shape-wording.ts, predicate-wording.ts).
 */
import type { Wording } from '../diagnostic.js'

/** Longer texts are cut: a fault names its place anyway. */
const SHOWN = 40

/** `the text "foo"`, `the number 21`, `a list of 3`, `a block of keys`, `empty`. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text "${cut(value)}"`
  if (typeof value === 'number') return `the number ${value}`
  if (typeof value === 'boolean') return `the truth value ${value}`
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  return Object.keys(value).length === 0 ? 'an empty block' : 'a block of keys'
}

/**
 * What is wrong with a value: `subject` such as `"chromosome"`, `expected` a noun phrase, `wantsText` true where
 * only text may stand.
 */
export function shouldBe(subject: string, expected: string, value: unknown, wantsText: boolean): Wording {
  const what = `${subject} should be ${expected}, but is ${describe(value)}.`
  const bare = typeof value === 'number' || typeof value === 'boolean'
  if (wantsText && bare) return { what, mend: `write "${value}" with quotes.` }
  return { what, mend: `write ${withoutExplanation(expected)}.` }
}

/** The phrase up to its colon, which is enough to say what to do; a colon inside braces is YAML. */
function withoutExplanation(phrase: string): string {
  return /^([^{]*?): /.exec(phrase)?.[1] ?? phrase
}

function cut(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`
}
