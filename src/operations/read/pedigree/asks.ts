/**
 * Reads `ask`, the list of questions about a pedigree: genotype, phase, coat or foal.
 * Guarantees: every ask refers to animals in the pedigree, and a foal to two different ones; throws the first fault.
 */
import type { Ruleset } from '../../ruleset.js'
import { readFoals, type SeveralFoals } from '../cross/several-foals.js'
import { isObject } from '../decode-fields.js'
import { quoted } from '../near-misses.js'
import type { TextContext } from '../observed/coat-name.js'
import { faultAt, missingField, strangeWord } from '../refusals.js'
import { isSent, readList, refuseStray } from '../values.js'

export type Ask =
  | { readonly kind: 'genotype' | 'phase' | 'coat'; readonly horse: number }
  | {
      readonly kind: 'foal'
      readonly mother: number
      readonly father: number
      readonly foals: SeveralFoals | undefined
    }

const KINDS = ['genotype', 'phase', 'coat', 'foal']
const KEYS = [...KINDS, 'foals', 'wanted', 'foals_for']
const SHAPE =
  'an array of what is asked: {"genotype": id}, {"phase": id}, {"coat": id} or {"foal": [mother, father]}'
const MAX_ASKS = 60

export function readAsks(
  ruleset: Ruleset,
  value: unknown,
  ids: readonly string[],
  text: TextContext,
): readonly Ask[] {
  const list = isObject(value) ? [value] : readList(value, 'ask', SHAPE)
  if (list.length === 0) throw missingField('ask', `ask is required: ${SHAPE}`, [SHAPE])
  if (list.length > MAX_ASKS)
    throw faultAt('ask', list, `ask holds at most ${MAX_ASKS}; ${list.length} were sent`, [
      `at most ${MAX_ASKS} of them`,
    ])
  return list.map((each, i) => readAsk(ruleset, each, `ask.${i}`, ids, text))
}

function readAsk(
  ruleset: Ruleset,
  value: unknown,
  at: string,
  ids: readonly string[],
  text: TextContext,
): Ask {
  if (!isObject(value)) {
    const what = `${at} must be an object such as {"genotype": id}; ${quoted(value)} was sent`
    throw faultAt(at, value, what, [SHAPE])
  }
  refuseStray(value, at, KEYS, 'is not a field of an ask')
  const kinds = KINDS.filter((kind) => value[kind] !== undefined)
  const [kind] = kinds
  if (kind === undefined || kinds.length > 1)
    throw faultAt(
      at,
      value,
      kind === undefined
        ? `${at} asks for nothing: send one of genotype, phase, coat and foal`
        : `${at} asks for ${kinds.join(' and ')} at once: send one object for each`,
      ['one of genotype, phase, coat and foal'],
    )
  const beside = ['foals', 'wanted', 'foals_for'].find((key) => kind !== 'foal' && isSent(value, key))
  if (beside !== undefined) {
    const what = `${at}.${beside} goes with foal, not with ${kind}`
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
  return { kind, mother, father, foals: readFoals(ruleset, value, `${at}.`, text) }
}

function horseOf(id: unknown, field: string, ids: readonly string[]): number {
  const index = ids.findIndex((each) => each === id)
  if (index >= 0) return index
  throw strangeWord(field, `${field} must be the id of an animal in horses; ${quoted(id)} was sent`, ids, id)
}
