/**
 * Typing mistakes that YAML misreads or refuses with an unhelpful message: merge markers, look-alike characters, a
 * text cut off at a #, a missing space.
 * Guarantees: each mistake is named at the place where it was made; linear time.
 */
import type { Wording } from '../diagnostic.js'

export interface Slip {
  readonly offset: number
  readonly wording: Wording
}

const MERGE_MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?=[ \r\n]|$)/m

/** The first conflict marker that git left in the file. */
export function mergeMarker(text: string): Slip | undefined {
  const found = MERGE_MARKER.exec(text)
  if (found === null) return undefined
  return {
    offset: found.index,
    wording: {
      what: `"${found[0]}" is a merge marker: git could not decide between two versions of these lines.`,
      fix: 'keep one version of them, and remove the lines with <<<<<<<, ======= and >>>>>>>.',
    },
  }
}

export const HIDDEN = '\u00a0\u00ad\u2007\u200b-\u200d\u202f\u2060\ufeff'
export const HYPHENS = '\u2010-\u2015\u2212'
export const CURLY = '“”„‟‘’‚‛'

/** Letters of other alphabets that look like Latin letters. */
const TWINS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['АВЕЅІЈКМНОРСТУХаеѕіјорсух', 'ABESIJKMHOPCTYXaesijopcyx'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο', 'ABEZHIKMNOPTYXo'],
  ].flatMap(([theirs = '', ours = '']) => [...theirs].map((letter, i) => [letter, ours[i] ?? ''])),
)

const DECEPTIVE = new RegExp(`[${HIDDEN}${HYPHENS}${CURLY}${Object.keys(TWINS).join('')}]`, 'u')
const EVERY_DECEPTIVE = new RegExp(DECEPTIVE, 'gu')

/** The text as it looks, and its first look-alike character; undefined if it has none. */
export function plainSpelling(
  text: string,
): { readonly plain: string; readonly character: string } | undefined {
  const [found] = DECEPTIVE.exec(text) ?? []
  if (found === undefined) return undefined
  const plain = text.replace(EVERY_DECEPTIVE, (each) => {
    if (/[\u00a0\u2007\u202f]/.test(each)) return ' '
    if (isOneOf(HYPHENS, each)) return '-'
    return isOneOf(CURLY, each) ? '' : (TWINS[each] ?? '')
  })
  return { plain: plain.trim(), character: nameOf(found) }
}

/** `a non-breaking space (U+00A0)` */
export function nameOf(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  if (/[\u00a0\u2007\u202f]/.test(character)) return `a non-breaking space (${code})`
  if (isOneOf(HIDDEN, character)) return `an invisible character (${code})`
  if (isOneOf(HYPHENS, character)) return `a dash or another sign (${code}) in place of a hyphen`
  if (isOneOf(CURLY, character)) return `a curly quote (${character})`
  return `the letter ${character} of another alphabet (${code}), which looks like ${TWINS[character] ?? ''}`
}

function isOneOf(range: string, character: string): boolean {
  return new RegExp(`[${range}]`, 'u').test(character)
}

/** Replaces invisible characters by their codes, so that different texts look different in a message. */
export function withNamedCharacters(text: string): string {
  return text.replace(
    new RegExp(`[${HIDDEN}]`, 'gu'),
    (each) => `<U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  )
}

/**
 * Curly quotes around a text, or before the first part of a text that YAML split at a comma. Quotes inside a text are
 * allowed.
 */
export function curlyQuotes(source: string): Wording | undefined {
  const quotes = [...source.matchAll(new RegExp(`[${CURLY}]`, 'gu'))].filter(
    ({ index }) => !/^\p{L}.\p{L}$/u.test(source.slice(index - 1, index + 2)),
  )
  const [first, second, third] = quotes
  if (first?.index !== 0 || third !== undefined) return undefined
  if (second !== undefined && second.index !== source.length - 1) return undefined
  return {
    what: `${first[0]} is a curly quote, which YAML treats as a letter.`,
    fix: 'write straight quotes: "…".',
  }
}

/** A # that cuts off a text: in YAML a space before # starts a comment. @param end of the text */
export function cutText(text: string, end: number): Slip | undefined {
  const [, blanks, rest] = /^([ \t]+)#([^\s#].*)/.exec(text.slice(end, lineEnd(text, end))) ?? []
  if (blanks === undefined || rest === undefined) return undefined
  const shown = rest.replace(/^(.{20}).+$/s, '$1…')
  return {
    offset: end + blanks.length,
    wording: {
      what: `YAML treats "#${shown}" as a comment, so the text ends before it.`,
      fix: 'put the whole text in quotes; if a comment is meant, write a space after the #.',
    },
  }
}

export function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}
