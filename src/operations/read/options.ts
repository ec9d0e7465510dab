/**
 * Reads the options of a request: lang, has_IDK, limit, group_by, recombination_band, explain, tokens, age.
 * Guarantees: throws the first fault in that order, with field, value and what was expected.
 */
import { integers, numbers, type Expected } from './accepted.js'
import type { Fields } from './decode-fields.js'
import { findLanguage, tagOf } from '../../common/language-tag.js'
import { invalidField } from './refusals.js'

export type CrossOptions = Readonly<ReturnType<typeof readCrossOptions>>

export function readCrossOptions(
  fields: Fields,
  languages: readonly string[],
  fallback: string,
  maxResults: number,
) {
  return {
    language: readLanguage(fields, languages, fallback),
    hasIdk: readBoolean(fields, 'has_IDK'),
    limit: readLimit(fields, maxResults),
    groupBy: readGrouping(fields),
    /** Whether to compute percentages with all recombination fractions low and high as well. */
    band: readBoolean(fields, 'recombination_band'),
    /** Whether to add the ids of the visible tokens to each coat's name. */
    tokens: readBoolean(fields, 'tokens'),
  }
}

export type CoatOptions = Readonly<ReturnType<typeof readCoatOptions>>

export function readCoatOptions(fields: Fields, languages: readonly string[], fallback: string) {
  return {
    language: readLanguage(fields, languages, fallback),
    explain: readBoolean(fields, 'explain'),
    /** Whether to add the ids of the visible tokens to the coat's name. */
    tokens: readBoolean(fields, 'tokens'),
  }
}

/** The `lang` field, in any case and with any region, or the fallback. Throws ClientError for an unknown language. */
export function readLanguage(fields: Fields, languages: readonly string[], fallback: string): string {
  const value = fields['lang']
  if (value === undefined || value === null) return fallback
  if (typeof value === 'string') {
    if (languages.includes(value)) return value
    const found = findLanguage(tagOf(value), languages)
    if (found !== undefined) return found
  }
  throw invalidField('lang', value, languages)
}

/** In years. Animals do not grow older, and pictures stop changing earlier. */
const MAX_AGE = 40

/** The `age` field in years, if there is one. */
export function readAge(fields: Fields): number | undefined {
  const text = /^[0-9]{1,2}(\.[0-9]{1,20})?$/
  return readNumber(
    fields['age'],
    'age',
    numbers(0, MAX_AGE, ' of years'),
    text,
    (age) => age >= 0 && age <= MAX_AGE,
  )
}

/** Undefined if absent. Throws ClientError for any other value. @param text pattern of the number in a form */
export function readNumber(
  value: unknown,
  field: string,
  expected: Expected,
  text: RegExp,
  fits: (number: number) => boolean,
): number | undefined {
  if (value === undefined || value === null) return undefined
  const number = typeof value === 'string' && text.test(value) ? Number(value) : value
  if (typeof number === 'number' && fits(number)) return number
  throw invalidField(field, value, [expected])
}

/** Throws ClientError for a value other than a boolean. @param field its path, for errors */
export function readBoolean(fields: Fields, key: string, field = key): boolean {
  const value = fields[key]
  if (value === undefined || value === null) return false
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw invalidField(field, value, ['true', 'false'])
}

export function readLimit(fields: Fields, maxResults: number): number | undefined {
  const fits = (limit: number): boolean => Number.isInteger(limit) && limit >= 1 && limit <= maxResults
  return readNumber(fields['limit'], 'limit', integers(1, maxResults), /^[0-9]{1,9}$/, fits)
}

function readGrouping(fields: Fields): 'coat' | 'coat,sex' | undefined {
  const value = fields['group_by']
  if (value === undefined || value === null) return undefined
  if (value === 'coat' || value === 'coat,sex') return value
  throw invalidField('group_by', value, ['coat'])
}
