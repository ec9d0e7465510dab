/**
 * Reads wanted and avoided coats: names in any language, words of passports, or tokens of the catalogue.
 * Guarantees: an unknown word is refused with the nearest names and tokens.
 */
import type { CoatPattern } from '../../inference/question.js'
import type { Coat } from '../../model/model.js'
import { fromJsonText, type Fields } from '../read/decode-fields.js'
import { readCoat, refuseLongList, type PassportText, type TextContext } from '../read/observed/coat-name.js'
import { missingField } from '../read/refusals.js'
import { isAbsent } from '../read/values.js'
import type { Ruleset } from '../ruleset.js'

/** Each text with the patterns that it can mean. */
export interface CoatsMeant {
  readonly texts: readonly { readonly coats: readonly CoatPattern[] }[]
  readonly passport: readonly { readonly field: string; readonly passport: PassportText }[]
}

/** Throws ClientError. @returns undefined if the field is absent */
export function readCoats(
  ruleset: Ruleset,
  fields: Fields,
  field: 'wanted' | 'avoid',
  text: TextContext,
): CoatsMeant | undefined {
  const value = fromJsonText(fields[field])
  if (isAbsent(value) || (Array.isArray(value) && value.length === 0)) return undefined
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  refuseLongList(list, field, 'coats and tokens')
  const tokens = ruleset.tokens()
  const at = (i: number): string => (Array.isArray(value) ? `${field}.${i}` : field)
  const read = list.map((each, i) =>
    typeof each === 'string' && tokens.includes(each)
      ? { coats: [{ exactly: undefined, has: [each], lacks: [] }] }
      : readCoat(ruleset, each, at(i), text, ['a token of GET /coats/genes']),
  )
  return {
    texts: read,
    passport: read.flatMap((each, i) =>
      'passport' in each && each.passport !== undefined ? [{ field: at(i), passport: each.passport }] : [],
    ),
  }
}

export function missingWanted(): Error {
  return missingField(
    'wanted',
    'wanted is required: a coat name, a token of GET /coats/genes, or an array of them',
    ['a coat name', 'a token of GET /coats/genes'],
  )
}

/** Whether a coat is one of those meant, or with `all` each of them. */
export function matcherOf({ texts }: CoatsMeant, all = false): (coat: Coat) => boolean {
  const matchers = texts.map(
    ({ coats }) =>
      (coat: Coat) =>
        coats.some((pattern) => isShown(pattern, coat)),
  )
  return (coat) => (all ? matchers.every((is) => is(coat)) : matchers.some((is) => is(coat)))
}

function isShown({ exactly, has, lacks }: CoatPattern, { tokens }: Coat): boolean {
  if (
    exactly !== undefined &&
    (exactly.length !== tokens.length || !exactly.every((token) => tokens.includes(token)))
  )
    return false
  return has.every((token) => tokens.includes(token)) && !lacks.some((token) => tokens.includes(token))
}
