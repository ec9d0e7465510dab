/**
 * Reads what is asked of a pedigree: `ask`, each of genotype, phase, coat or foal; and how many foals are wanted of what.
 * Guarantees: an ask names animals that are there, once; the first fault is told.
 */
import { fromJsonText, isObject, type Fields } from '../decode-fields.js'
import { quoted } from '../near-misses.js'
import { readNumber } from '../options.js'
import { faultAt, invalidField, missingField, strangeWord } from '../refusals.js'
import type { RuleBook } from '../../rule-book.js'
import { readCoat, refuseLongList, type TextContext } from './coat-name.js'
import { isUnsaid, says } from './is-open.js'

export type Ask =
  | { readonly kind: 'genotype' | 'phase' | 'coat'; readonly horse: number }
  | {
      readonly kind: 'foal'
      readonly mother: number
      readonly father: number
      readonly foals: FoalsAsked | undefined
    }

/** How likely one of several foals is what is wanted, or how many it takes. */
export type FoalsAsked = Readonly<NonNullable<ReturnType<typeof readFoals>>>

const KINDS = ['genotype', 'phase', 'coat', 'foal']
const KEYS = [...KINDS, 'foals', 'wanted', 'foals_for']
const SHAPE =
  'an array of what is asked: {"genotype": id}, {"phase": id}, {"coat": id} or {"foal": [mother, father]}'
const MOST_ASKED = 60
const MOST_FOALS = 1000
const A_COUNT = `an integer from 1 to ${MOST_FOALS}`

export function readAsks(
  book: RuleBook,
  value: unknown,
  ids: readonly string[],
  text: TextContext,
): readonly Ask[] {
  const list = isObject(value) ? [value] : readList(value, 'ask', SHAPE)
  if (list.length === 0) throw missingField('ask', `ask is required: ${SHAPE}`, [SHAPE])
  if (list.length > MOST_ASKED)
    throw faultAt('ask', list, `ask holds at most ${MOST_ASKED}; ${list.length} were sent`, [
      `at most ${MOST_ASKED} of them`,
    ])
  return list.map((each, i) => readAsk(book, each, `ask.${i}`, ids, text))
}

/** An empty list where nothing was sent. */
export function readList(value: unknown, field: string, shape: string): readonly unknown[] {
  if (isUnsaid(value)) return []
  if (Array.isArray(value)) return value
  throw invalidField(field, value, [shape])
}

/** Throws where an object has a key that it cannot have. @param what follows the key's place in the message */
export function refuseStray(value: Fields, at: string, known: readonly string[], what: string): void {
  const stray = Object.keys(value).find((key) => !known.includes(key))
  if (stray === undefined) return
  const field = `${at}.${stray}`
  throw strangeWord(field, `${field} ${what}`, known, stray, value[stray])
}

function readAsk(book: RuleBook, value: unknown, at: string, ids: readonly string[], text: TextContext): Ask {
  if (!isObject(value)) {
    const what = `${at} must be an object such as {"genotype": id}; ${quoted(value)} was sent`
    throw faultAt(at, value, what, [SHAPE])
  }
  refuseStray(value, at, KEYS, 'cannot be asked')
  const kinds = KINDS.filter((kind) => value[kind] !== undefined)
  const [kind] = kinds
  if (kind === undefined || kinds.length > 1)
    throw faultAt(
      at,
      value,
      kind === undefined
        ? `${at} asks for nothing: write one of genotype, phase, coat and foal`
        : `${at} asks for ${kinds.join(' and ')} at once: write an object for each`,
      ['one of genotype, phase, coat and foal'],
    )
  const beside = ['foals', 'wanted', 'foals_for'].find((key) => kind !== 'foal' && says(value, key))
  if (beside !== undefined) {
    const what = `${at}.${beside} is asked beside foal, not beside ${kind}`
    throw faultAt(`${at}.${beside}`, value[beside], what, ['nothing, where no foal is asked'])
  }
  if (kind !== 'foal') return { kind: kind as 'genotype', horse: horseOf(value[kind], `${at}.${kind}`, ids) }
  const pair: unknown = value['foal']
  if (!Array.isArray(pair) || pair.length !== 2)
    throw faultAt(
      `${at}.foal`,
      pair,
      `${at}.foal must be an array of two ids, first the mother's, then the father's`,
      ['[<id of the mother>, <id of the father>]'],
    )
  const [mother, father] = pair.map((id, i) => horseOf(id, `${at}.foal.${i}`, ids)) as [number, number]
  if (mother === father)
    throw faultAt(`${at}.foal`, pair, `${at}.foal must name two animals`, ['two animals'])
  return { kind, mother, father, foals: readFoals(book, value, `${at}.`, text) }
}

function horseOf(id: unknown, field: string, ids: readonly string[]): number {
  const index = ids.findIndex((each) => each === id)
  if (index >= 0) return index
  throw strangeWord(field, `${field} must be the id of an animal of horses; ${quoted(id)} was sent`, ids, id)
}

/** `foals=3&wanted=cremello`, or `foals_for=90&wanted=cremello`. @param prefix of the fields */
export function readFoals(book: RuleBook, fields: Fields, prefix: string, text: TextContext) {
  const { foals, foals_for: foalsFor } = fields
  const wanted = fromJsonText(fields['wanted'])
  if ([foals, foalsFor, wanted].every(isUnsaid)) return undefined
  if (isUnsaid(wanted) || (Array.isArray(wanted) && wanted.length === 0))
    throw missingField(
      `${prefix}wanted`,
      `${prefix}wanted is required beside foals and foals_for: a coat name`,
      ['a coat name'],
    )
  const many = readNumber(
    isUnsaid(foals) ? undefined : foals,
    `${prefix}foals`,
    A_COUNT,
    /^([1-9][0-9]{0,2}|1000)$/,
    (number) => Number.isInteger(number) && number >= 1 && number <= MOST_FOALS,
  )
  const percent = readNumber(
    isUnsaid(foalsFor) ? undefined : foalsFor,
    `${prefix}foals_for`,
    'a number above 0 and below 100',
    /^([1-9][0-9]?(\.[0-9]{1,20})?|0\.0{0,9}[1-9][0-9]{0,9})$/,
    (number) => number > 0 && number < 100,
  )
  if (many === undefined && percent === undefined)
    throw missingField(`${prefix}foals`, `${prefix}foals or ${prefix}foals_for is required beside wanted`, [
      A_COUNT,
    ])
  const names: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted]
  refuseLongList(names, `${prefix}wanted`, 'coat names')
  const at = (i: number): string => (Array.isArray(wanted) ? `${prefix}wanted.${i}` : `${prefix}wanted`)
  return {
    wanted: [...new Set(names.flatMap((name, i) => readCoat(book, name, at(i), text)))],
    text: names.join(', '),
    foals: many,
    /** In percent. */
    foalsFor: percent,
  }
}
