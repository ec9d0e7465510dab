/**
 * Reads the animals of `coats.chooseMate`: one animal with its candidates, or the two sides of a herd.
 * Guarantees: ids are unique on each side; throws the first fault with its field. Animals of which the same is known share one
 * entry, so that each distinct cross is computed once.
 */
import { readAnimal, type Animal } from '../read/animal.js'
import { isObject, type Fields } from '../read/decode-fields.js'
import { factsOf, type AnimalFacts } from '../read/facts/animal-facts.js'
import type { TextContext } from '../read/observed/coat-name.js'
import { faultAt, invalidField, missingField } from '../read/refusals.js'
import { isNothing, readList, refuseStray } from '../read/values.js'
import type { Ruleset } from '../ruleset.js'
import type { Sex } from '../../rules/tables.js'

export interface MateAnimal {
  readonly animal: Animal
  readonly facts: AnimalFacts
  /** Its first place in the request, such as `candidates.0`. */
  readonly at: string
}

/** An animal by id, with its place among distinct animals. */
export interface Listed {
  readonly id: string
  readonly distinct: number
}

export interface Side {
  readonly listed: readonly Listed[]
  readonly distinct: readonly MateAnimal[]
}

export interface SideContext {
  readonly text: TextContext
  readonly isUntested: boolean
  readonly sex: Sex
}

const ID = 'a text of 1 to 64 characters'
const KEYS = ['id', 'base', 'others', 'seen', 'untested']

/** @param field `candidates`, `mares` or `stallions` @param most animals that it may hold. Throws ClientError */
export function readSide(
  ruleset: Ruleset,
  value: unknown,
  field: string,
  most: number,
  context: SideContext,
): Side {
  const shape = 'an array of animals, each an object with id, base and, if wanted, others, seen, untested'
  const list = readList(value, field, shape)
  if (list.length === 0) throw missingField(field, `${field} is required: ${shape}`, [shape])
  if (list.length > most)
    throw faultAt(field, list.length, `${field} holds at most ${most} animals; ${list.length} were sent`, [
      `at most ${most} animals`,
    ])
  const ids = new Set<string>()
  const places = new Map<string, number>()
  const distinct: MateAnimal[] = []
  const listed = list.map((each, i): Listed => {
    const at = `${field}.${i}`
    if (!isObject(each)) throw invalidField(at, each, ['an object with id'])
    refuseStray(each, at, KEYS, 'is not a field of an animal')
    const { id, ...known } = each
    if (isNothing(id)) throw missingField(`${at}.id`, `${at}.id is required: a unique name`, [ID])
    if (typeof id !== 'string' || id === '' || [...id].length > 64) throw invalidField(`${at}.id`, id, [ID])
    if (ids.has(id)) throw invalidField(`${at}.id`, id, ['an id that no other animal has'])
    ids.add(id)
    const key = JSON.stringify(known)
    const place = places.get(key) ?? distinct.push(readMate(ruleset, each, at, context)) - 1
    places.set(key, place)
    return { id, distinct: place }
  })
  return { listed, distinct }
}

/** Throws ClientError. @param at its path */
export function readMate(
  ruleset: Ruleset,
  value: unknown,
  at: string,
  { text, isUntested, sex }: SideContext,
  sent: Fields = {},
): MateAnimal {
  const animal = readAnimal(ruleset, value, at, { sent, text, isUntested, baseMayMiss: true, sex })
  return { animal, facts: factsOf(ruleset, animal), at }
}
