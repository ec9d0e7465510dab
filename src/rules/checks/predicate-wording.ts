/**
 * What is wrong with a predicate that fits none of the forms: one sentence instead of one for every form.
 * Guarantees: exactly one fault for any value that the schema refuses.
 * Leaves to others: nested predicates (the innermost faulty one is handed in) and what alleles exist (model/).
 */
import type { DiagnosticCode, Wording } from '../diagnostic.js'
import { pairMeant, yamlList } from './likely-meant.js'
import { suggestion } from './nearest.js'
import { describe, shouldBe } from './value-wording.js'

export interface PredicateFault {
  readonly code: DiagnosticCode
  /** The key at fault, absent where the whole predicate is. */
  readonly key?: string
  /** Whether the key itself or its value is meant. */
  readonly on: 'key' | 'value'
  readonly wording: Wording
}

/** The word that tells which form is meant → the keys the form may have. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  has: ['has'],
  of: ['of', 'copies'],
  expression: ['expression', 'copies', 'same'],
  none_of: ['none_of'],
  any: ['any'],
  all: ['all'],
  not: ['not'],
}
const WORDS = ['has', 'copies', 'of', 'expression', 'same', 'none_of', 'any', 'all', 'not']

/** What each key should hold. */
const HOLDS: Readonly<Record<string, string>> = {
  has: 'an allele as text',
  of: 'an allele as text',
  copies: '0, 1 or 2',
  expression: 'an expression class or a list of them',
  same: 'true or false',
  none_of: 'a list of at least one allele',
  any: 'a list of at least one predicate',
  all: 'a list of at least one predicate',
  not: 'a predicate',
}

/** The fault of a refused predicate. */
export function predicateFault(value: unknown): PredicateFault {
  if (Array.isArray(value)) return pairFault(value)
  if (typeof value === 'string') {
    const pair = pairMeant(value)
    return whole('PARSE', {
      what: `"${value}" alone is not a predicate.`,
      mend:
        pair === undefined
          ? `write { has: ${value} } for at least one copy, or a pair such as [${value}, ${value}].`
          : `write ${yamlList(pair)}.`,
    })
  }
  if (typeof value !== 'object' || value === null) {
    const what = `a predicate should stand here, but it is ${describe(value)}.`
    return whole('PARSE', { what, mend: 'write a pair such as [X, Y], or a form such as { has: X }.' })
  }
  return keysFault(value) ?? valueFault(value as Readonly<Record<string, unknown>>)
}

function pairFault(value: readonly unknown[]): PredicateFault {
  if (value.length === 2) {
    return whole('BAD_PAIR', {
      what: `a pair should hold two alleles as text, but holds ${value.map(describe).join(' and ')}.`,
      mend: 'write two alleles, each with quotes if it is not a plain word.',
    })
  }
  const [only] = value
  const pair = value.length === 1 && typeof only === 'string' ? pairMeant(only) : undefined
  return whole('BAD_PAIR', {
    what: `a pair has exactly two alleles, but here ${value.length === 1 ? 'is one' : `are ${value.length}`}.`,
    mend:
      pair === undefined
        ? 'write both copies, such as [X, Y]; for "at least one copy" write { has: X }.'
        : `write ${yamlList(pair)}.`,
  })
}

function keysFault(value: object): PredicateFault | undefined {
  const keys = Object.keys(value)
  if (keys.length === 0) {
    const what = 'this predicate is empty.'
    return whole('PARSE', { what, mend: 'write a form such as { has: X }, or leave the locus out.' })
  }
  const unknown = keys.find((key) => !WORDS.includes(key))
  if (unknown !== undefined) {
    const what = `"${unknown}" is not a word of predicates.`
    return { code: 'UNKNOWN_KEY', key: unknown, on: 'key', wording: { what, mend: spaced(unknown, WORDS) } }
  }
  const heads = keys.filter((key) => Object.hasOwn(FORMS, key))
  const [head, second] = heads
  if (head === undefined) {
    const what = `${quoted(keys)} does not say what is counted.`
    return whole('PARSE', { what, mend: 'add of: <allele>, or expression: <class>.' })
  }
  if (second !== undefined) return mixed(heads)
  const foreign = keys.find((key) => !FORMS[head]?.includes(key))
  if (foreign !== undefined) {
    const mend =
      foreign === 'copies' ? 'write { copies: 2, of: <allele> }.' : 'use it beside expression only.'
    const what = `"${foreign}" cannot stand beside "${head}".`
    return { code: 'UNKNOWN_KEY', key: foreign, on: 'key', wording: { what, mend } }
  }
  if (head === 'of' && !keys.includes('copies')) {
    return whole('PARSE', { what: '"of" needs "copies" beside it.', mend: 'add copies: 0, 1 or 2.' })
  }
  return undefined
}

function mixed(heads: readonly string[]): PredicateFault {
  const parts = heads.map((head) => `{ ${head}: … }`).join(', ')
  return whole('PARSE', {
    what: `${quoted(heads)} stand in one predicate, but each is a predicate of its own.`,
    mend: `write { all: [${parts}] }.`,
  })
}

function valueFault(value: Readonly<Record<string, unknown>>): PredicateFault {
  const key = Object.keys(value).find((one) => !holds(one, value[one])) ?? Object.keys(value)[0] ?? ''
  return {
    code: 'PARSE',
    key,
    on: 'value',
    wording: shouldBe(`"${key}"`, HOLDS[key] ?? '', value[key], false),
  }
}

/** A coarse look: enough to find the key at fault in a predicate already known to be wrong. */
function holds(key: string, value: unknown): boolean {
  if (key === 'copies') return value === 0 || value === 1 || value === 2
  if (key === 'same') return typeof value === 'boolean'
  if (key === 'has' || key === 'of') return isWord(value)
  if (key === 'not') return typeof value === 'object' && value !== null
  const list: readonly unknown[] = Array.isArray(value) ? value : key === 'expression' ? [value] : []
  const items = key === 'any' || key === 'all' ? true : list.every(isWord)
  return list.length > 0 && items
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z][A-Za-z0-9._-]*$/.test(value)
}

function whole(code: DiagnosticCode, wording: Wording): PredicateFault {
  return { code, on: 'value', wording }
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' and ')
}

/** "Did you mean", knowing that `{has:E}` without the space is one long key. */
export function spaced(key: string, known: readonly string[]): string {
  const [word, rest] = key.split(':')
  if (word !== undefined && rest !== undefined && known.includes(word)) {
    return `put a space after the colon: ${word}: ${rest.trim()}`
  }
  return suggestion(key, known)
}
