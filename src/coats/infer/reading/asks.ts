/**
 * Reads what is asked of a pedigree: `ask`, each of genotype, phase, coat or foal; and how many foals are wanted of what.
 * Guarantees: an ask names animals that are there, once; the first fault is told.
 */
import type { CoatPattern } from '../../../inference/question.js'
import { nearest } from '../../../rules/checks/nearest.js'
import type { Fields } from '../../answers.js'
import { isObject } from '../../request/decode-fields.js'
import { isNothing } from '../../request/horse.js'
import { quoted } from '../../request/near-misses.js'
import { invalidField, missingField } from '../../request/refusals.js'
import { ContractError } from '../../contract-error.js'
import type { RuleBook } from '../../rule-book.js'
import { fieldList } from './field-list.js'
import { readCoat } from './seen.js'

export type Ask =
  | { readonly kind: 'genotype' | 'phase' | 'coat'; readonly horse: number }
  | {
      readonly kind: 'foal'
      readonly mother: number
      readonly father: number
      readonly foals: FoalsAsked | undefined
    }

/** How likely one of several foals is what is wanted, or how many it takes. */
export interface FoalsAsked {
  readonly wanted: readonly CoatPattern[]
  readonly text: string
  readonly foals: number | undefined
  /** In percent. */
  readonly foalsFor: number | undefined
}

const KINDS = ['genotype', 'phase', 'coat', 'foal']
const KEYS = [...KINDS, 'foals', 'wanted', 'foals_for']
const SHAPE =
  'an array of what is asked: {"genotype": id}, {"phase": id}, {"coat": id} or {"foal": [mother, father]}'
const MOST_ASKED = 60
const MOST_FOALS = 1000

export function readAsks(
  book: RuleBook,
  value: unknown,
  ids: readonly string[],
  language: string,
): readonly Ask[] {
  const list = isObject(value) ? [value] : fieldList(value, 'ask', SHAPE)
  if (list.length === 0) throw missingField('ask', `ask is required: ${SHAPE}`, [SHAPE])
  if (list.length > MOST_ASKED) throw invalidField('ask', list, [`at most ${MOST_ASKED} of them`])
  return list.map((each, i) => readAsk(book, each, `ask.${i}`, ids, language))
}

function readAsk(book: RuleBook, value: unknown, at: string, ids: readonly string[], language: string): Ask {
  if (!isObject(value)) throw invalidField(at, value, [SHAPE])
  const stray = Object.keys(value).find((key) => !KEYS.includes(key))
  if (stray !== undefined) {
    const near = nearest(stray, KEYS)
    throw new ContractError(
      'VALIDATION_INVALID_FIELD',
      `${at}.${stray} cannot be asked${near === undefined ? '' : `: did you mean ${near}?`}`,
      { field: `${at}.${stray}`, value: value[stray] ?? null, expected: KEYS },
    )
  }
  const kinds = KINDS.filter((kind) => value[kind] !== undefined)
  const [kind] = kinds
  if (kind === undefined || kinds.length > 1)
    throw invalidField(at, value, ['one of genotype, phase, coat and foal'])
  if (kind !== 'foal') return { kind: kind as 'genotype', horse: horseOf(value[kind], `${at}.${kind}`, ids) }
  const pair: unknown = value['foal']
  if (!Array.isArray(pair) || pair.length !== 2)
    throw invalidField(`${at}.foal`, pair, ['[<id of the mother>, <id of the father>]'])
  const [mother, father] = pair.map((id, i) => horseOf(id, `${at}.foal.${i}`, ids)) as [number, number]
  if (mother === father) throw invalidField(`${at}.foal`, pair, ['two animals'])
  return { kind, mother, father, foals: readFoals(book, value, `${at}.`, language) }
}

function horseOf(id: unknown, field: string, ids: readonly string[]): number {
  const index = ids.findIndex((each) => each === id)
  if (index >= 0) return index
  const near = typeof id === 'string' ? nearest(id, ids) : undefined
  throw new ContractError(
    'VALIDATION_INVALID_FIELD',
    `${field} must be the id of an animal of horses; ${quoted(id)} was sent${near === undefined ? '' : `: did you mean ${near}?`}`,
    { field, value: id ?? null, expected: ids },
  )
}

/** `foals=3&wanted=cremello`, or `foals_for=90&wanted=cremello`. @param prefix of the fields */
export function readFoals(
  book: RuleBook,
  fields: Fields,
  prefix: string,
  language: string,
): FoalsAsked | undefined {
  const { foals, foals_for: foalsFor, wanted } = fields
  const isAsked = [foals, foalsFor, wanted].some((each) => !isNothing(each) && each !== '')
  if (!isAsked) return undefined
  if (isNothing(wanted) || wanted === '')
    throw missingField(
      `${prefix}wanted`,
      `${prefix}wanted is required beside foals and foals_for: a coat name`,
      ['a coat name'],
    )
  const many = numberOf(foals, `${prefix}foals`, { from: 1, to: MOST_FOALS, isWhole: true })
  const percent = numberOf(foalsFor, `${prefix}foals_for`, { from: 0, to: 100, isWhole: false })
  if (many === undefined && percent === undefined)
    throw missingField(`${prefix}foals`, `${prefix}foals or ${prefix}foals_for is required beside wanted`, [
      `an integer from 1 to ${MOST_FOALS}`,
    ])
  const names: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted]
  const at = (i: number): string => (Array.isArray(wanted) ? `${prefix}wanted.${i}` : `${prefix}wanted`)
  return {
    wanted: names.flatMap((name, i) => readCoat(book, name, at(i), language)),
    text: names.join(', '),
    foals: many,
    foalsFor: percent,
  }
}

interface Range {
  readonly from: number
  readonly to: number
  readonly isWhole: boolean
}

function numberOf(value: unknown, field: string, { from, to, isWhole }: Range): number | undefined {
  if (isNothing(value) || value === '') return undefined
  const number =
    typeof value === 'string' && /^[0-9]{1,9}(\.[0-9]{1,9})?$/.test(value) ? Number(value) : value
  const fits =
    typeof number === 'number' && (isWhole ? Number.isInteger(number) && number >= from : number > from)
  if (fits && (isWhole ? number <= to : number < to)) return number
  throw invalidField(field, value, [
    isWhole ? `an integer from ${from} to ${to}` : `a number above ${from} and below ${to}`,
  ])
}
