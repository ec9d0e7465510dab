/**
 * Reads the animals of a pedigree: `horses`, each with id, sex, parents, and what is known of it.
 * Guarantees: ids, parents and sexes agree, and nobody is an ancestor of itself, or the first place where that fails is told.
 * A gene that nobody names is wild type in all; one that somebody names follows from parents where they are given.
 */
import type { KnownHorse, Question } from '../../../inference/question.js'
import type { ModelLocus } from '../../../model/model.js'
import type { Population } from '../../../model/population.js'
import { nearest } from '../../../rules/checks/nearest.js'
import type { Sex } from '../../../rules/tables.js'
import type { Fields } from '../../answers.js'
import { ContractError } from '../../contract-error.js'
import { isObject } from '../../request/decode-fields.js'
import { isNothing } from '../../request/horse.js'
import { invalidField, missingField } from '../../request/refusals.js'
import { readSaid } from '../../request/sex.js'
import type { RuleBook } from '../../rule-book.js'
import { fieldList } from './field-list.js'
import { checkCircles, checkRoles, readParent, roleOf, type Mates, type Named } from './parents.js'
import { knownHorse, readOpenHorse, spokenOf, type OpenHorse } from './open-horse.js'

export interface Pedigree {
  readonly question: Question
  /** As they were read, in the order of `horses`. */
  readonly read: readonly OpenHorse[]
}

export const MOST_HORSES = 60
const SHAPE =
  'an array of animals, each an object with id, and if wanted sex, mother, father, base, others, seen, untested'
const KEYS = ['id', 'sex', 'mother', 'father', 'base', 'others', 'seen', 'untested']

/** The animals' ids, in order. Throws ContractError. */
export function readIds(fields: Fields): readonly string[] {
  return readNames(fieldList(fields['horses'], 'horses', SHAPE)).map(({ id }) => id)
}

export function readPedigree(
  book: RuleBook,
  fields: Fields,
  population: Population | undefined,
  language: string,
  isUntested: boolean,
  asked: Mates = [],
): Pedigree {
  const named = readNames(fieldList(fields['horses'], 'horses', SHAPE))
  const parents = named.map((horse) => ({
    mother: readParent(named, horse, 'mother', 'male'),
    father: readParent(named, horse, 'father', 'female'),
  }))
  checkRoles(named, parents)
  checkCircles(named, parents)
  const read = named.map(({ value, at, sex }, i) =>
    readOpenHorse(book, value, at, {
      language,
      isUntested,
      baseMayMiss: true,
      sex: sex ?? roleOf([...parents, ...asked], i),
    }),
  )
  const isSpokenOf = spokenOf(read, population)
  const hasParents = (i: number): boolean =>
    parents[i]?.mother !== undefined || parents[i]?.father !== undefined
  const absent: KnownHorse[] = []
  const horses = read.map((horse, i): KnownHorse => {
    const own = { mother: parents[i]?.mother, father: parents[i]?.father }
    const isHalf = (own.mother === undefined) !== (own.father === undefined)
    if (isHalf) {
      // The other parent named no gene either: what its foal does not name is wild type in it.
      const role = own.mother === undefined ? 'mother' : 'father'
      own[role] = named.length + absent.length
      absent.push(absentParent(book, horse, named[i]?.at ?? '', role, isSpokenOf))
    }
    return knownHorse(book, named[i]?.id ?? '', horse, own, isSpokenOf, hasParents(i))
  })
  return { question: { population, horses: [...horses, ...absent] }, read }
}

function readNames(list: readonly unknown[]): readonly Named[] {
  if (list.length === 0) throw missingField('horses', `horses is required: ${SHAPE}`, [SHAPE])
  if (list.length > MOST_HORSES)
    throw new ContractError('RESULT_TOO_LARGE', `A question holds at most ${MOST_HORSES} animals`, {
      field: 'horses',
      value: list.length,
      expected: [`at most ${MOST_HORSES} animals`],
    })
  const ids = new Set<string>()
  return list.map((value, i) => {
    const at = `horses.${i}`
    if (!isObject(value)) throw invalidField(at, value, ['an object with id'])
    const stray = Object.keys(value).find((key) => !KEYS.includes(key))
    if (stray !== undefined) {
      const near = nearest(stray, KEYS)
      throw new ContractError(
        'VALIDATION_INVALID_FIELD',
        `${at}.${stray} is no field of an animal${near === undefined ? '' : `: did you mean ${near}?`}`,
        {
          field: `${at}.${stray}`,
          value: value[stray] ?? null,
          expected: KEYS,
        },
      )
    }
    const id = value['id']
    if (isNothing(id))
      throw missingField(`${at}.id`, `${at}.id is required: a name of its own`, [
        'a text of 1 to 64 characters',
      ])
    if (typeof id !== 'string' || id === '' || id.length > 64)
      throw invalidField(`${at}.id`, id, ['a text of 1 to 64 characters'])
    if (ids.has(id)) throw invalidField(`${at}.id`, id, ['an id that no other animal has'])
    ids.add(id)
    return { id, at, value, sex: readSaidAt(value['sex'], `${at}.sex`) }
  })
}

function readSaidAt(value: unknown, field: string): Sex | undefined {
  try {
    return readSaid(value)
  } catch {
    throw invalidField(field, value, ['f', 'm'])
  }
}

function absentParent(
  book: RuleBook,
  foal: OpenHorse,
  at: string,
  role: 'mother' | 'father',
  isSpokenOf: (locus: ModelLocus) => boolean,
): KnownHorse {
  const parent: OpenHorse = {
    ...foal,
    tests: new Map(),
    sex: role === 'mother' ? 'female' : 'male',
    seen: { seen: [], looks: [] },
    field: ({ group, key }) => `${at}.${role}.${group}.${key}`,
  }
  return knownHorse(book, `${role} of ${at}`, parent, { mother: undefined, father: undefined }, isSpokenOf)
}
