/**
 * Reads the question about several foals: `wanted` coats with either `foals` (a number of foals, to get a percentage) or
 * `foals_for` (a percentage, to get a number of foals).
 */
import type { Ruleset } from '../../ruleset.js'
import { fromJsonText, type Fields } from '../decode-fields.js'
import { readCoat, refuseLongList, type TextContext } from '../observed/coat-name.js'
import { readNumber } from '../options.js'
import { missingField } from '../refusals.js'
import { isAbsent } from '../values.js'

const MAX_FOALS = 1000
const A_COUNT = `an integer from 1 to ${MAX_FOALS}`

export type SeveralFoals = Readonly<NonNullable<ReturnType<typeof readFoals>>>

/** Undefined if none of the fields is sent. Throws ClientError. @param prefix of the fields' paths */
export function readFoals(ruleset: Ruleset, fields: Fields, prefix: string, text: TextContext) {
  const { foals, foals_for: foalsFor } = fields
  const wanted = fromJsonText(fields['wanted'])
  if ([foals, foalsFor, wanted].every(isAbsent)) return undefined
  if (isAbsent(wanted) || (Array.isArray(wanted) && wanted.length === 0))
    throw missingField(
      `${prefix}wanted`,
      `${prefix}wanted is required with foals and foals_for: a coat name`,
      ['a coat name'],
    )
  const many = readNumber(
    isAbsent(foals) ? undefined : foals,
    `${prefix}foals`,
    A_COUNT,
    /^([1-9][0-9]{0,2}|1000)$/,
    (number) => Number.isInteger(number) && number >= 1 && number <= MAX_FOALS,
  )
  const percent = readNumber(
    isAbsent(foalsFor) ? undefined : foalsFor,
    `${prefix}foals_for`,
    'a number above 0 and below 100',
    /^([1-9][0-9]?(\.[0-9]{1,20})?|0\.0{0,9}[1-9][0-9]{0,9})$/,
    (number) => number > 0 && number < 100,
  )
  if (many === undefined && percent === undefined)
    throw missingField(`${prefix}foals`, `${prefix}foals or ${prefix}foals_for is required with wanted`, [
      A_COUNT,
    ])
  const names: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted]
  refuseLongList(names, `${prefix}wanted`, 'coat names')
  const at = (i: number): string => (Array.isArray(wanted) ? `${prefix}wanted.${i}` : `${prefix}wanted`)
  const read = names.map((name, i) => readCoat(ruleset, name, at(i), text))
  return {
    wanted: [...new Set(read.flatMap(({ coats }) => coats))],
    /** By place, the words of passports among them. */
    passport: read.flatMap(({ passport }, i) => (passport ? [{ field: at(i), passport }] : [])),
    text: names.join(', '),
    foals: many,
    /** In percent. */
    foalsFor: percent,
  }
}
