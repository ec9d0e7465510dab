/**
 * Changes to printed results: some keep the meaning, some destroy it.
 * Guarantees: the same seed gives the same changes.
 */
import type { Printed } from './printing.js'

export interface Mutant {
  readonly of: Printed
  readonly text: string
  readonly kind: string
  /** Whether it means what the original means. */
  readonly keeps: boolean
}

type Change = readonly [
  kind: string,
  keeps: boolean,
  make: (text: string, pick: (most: number) => number) => string,
]

const CHANGES: readonly Change[] = [
  ['space around', true, (text) => `  ${text}  `],
  ['label in capitals', true, (text) => text.replace(/^[^:]+/, (label) => label.toUpperCase())],
  ['label in small letters', true, (text) => text.replace(/^[^:]+/, (label) => label.toLowerCase())],
  ['tab for colon', true, (text) => text.replace(': ', '\t')],
  ['dash for colon', true, (text) => text.replace(': ', ' - ')],
  ['spaces for colon', true, (text) => text.replace(': ', '   ')],
  ['word before', true, (text) => text.replace(': ', ' result: ')],
  ['letter of the label lost', false, (text, pick) => without(text, pick(labelLength(text)))],
  ['letters of the label swapped', false, (text, pick) => swapped(text, pick(labelLength(text) - 1))],
  ['sign lost', false, (text, pick) => without(text, labelLength(text) + 2 + pick(valueLength(text)))],
  ['sign replaced', false, (text, pick) => replaced(text, labelLength(text) + 2 + pick(valueLength(text)))],
  ['another sign', false, (text) => `${text}x`],
  ['or', false, (text) => `${text} or ${text.slice(labelLength(text) + 2)}`],
  ['denied', false, (text) => `${text} was not confirmed`],
  ['question mark', false, (text) => `${text}?`],
  ['of the sire', false, (text) => `Sire, ${text}`],
  ['chance', false, (text) => `50 % ${text}`],
  ['cut', false, (text, pick) => text.slice(0, labelLength(text) + 2 + pick(valueLength(text)))],
]

function labelLength(text: string): number {
  return text.indexOf(':')
}

function valueLength(text: string): number {
  return text.length - labelLength(text) - 2
}

function without(text: string, i: number): string {
  return text.slice(0, i) + text.slice(i + 1)
}

function swapped(text: string, i: number): string {
  return text.slice(0, i) + (text[i + 1] ?? '') + (text[i] ?? '') + text.slice(i + 2)
}

function replaced(text: string, i: number): string {
  return `${text.slice(0, i)}q${text.slice(i + 1)}`
}

/** @param count so many, of all kinds in turn */
export function mutantsOf(printed: readonly Printed[], count: number, seed: number): readonly Mutant[] {
  let state = seed
  const pick = (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * Math.max(1, most))
  }
  return Array.from({ length: count }, (_, i): Mutant | undefined => {
    const change = CHANGES[i % CHANGES.length]
    const of = printed[pick(printed.length)]
    if (change === undefined || of === undefined) return undefined
    const [kind, keeps, make] = change
    return { of, kind, keeps, text: make(of.text, pick) }
  }).flatMap((each) => (each === undefined || each.text === each.of.text ? [] : [each]))
}
