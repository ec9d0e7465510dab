/**
 * Reads the animals of a pedigree (field `horses`): ids, sexes, parents, tests and observed coats.
 * Guarantees: ids, parents and sexes are consistent; throws the first fault. A gene that no animal names is wild type in all
 * animals; a gene that one animal names is inherited from parents, where they are given, in the others.
 */
import type { KnownHorse } from '../../../inference/question.js'
import type { Population } from '../../../model/population.js'
import { ClientError } from '../../client-error.js'
import type { Ruleset } from '../../ruleset.js'
import { readAnimal } from '../animal.js'
import { isObject } from '../decode-fields.js'
import { factsOf, type AnimalFacts } from '../facts/animal-facts.js'
import { knownAnimal, scopeOf, type GeneScope } from '../facts/known-animal.js'
import type { TextContext } from '../observed/coat-name.js'
import { invalidField, missingField } from '../refusals.js'
import { readSexField } from '../sex.js'
import { isNothing, readList, refuseStray } from '../values.js'
import { checkCircles, checkRoles, readParent, roleOf, type Named, type Parents } from './parents.js'

const MAX_ANIMALS = 60
const SHAPE =
  'an array of animals, each an object with id, and if wanted sex, mother, father, base, others, seen, untested'
const ID = 'a text of 1 to 64 characters'
const KEYS = ['id', 'sex', 'mother', 'father', 'base', 'others', 'seen', 'untested']

/** @param mates parents of foals that are asked about @returns the question, and its animals as read, in the order of `horses` */
export function readPedigree(
  ruleset: Ruleset,
  named: readonly Named[],
  population: Population | undefined,
  text: TextContext,
  isUntested: boolean,
  mates: Parents,
) {
  const parents = named.map((horse) => ({
    mother: readParent(named, horse, 'mother', 'male'),
    father: readParent(named, horse, 'father', 'female'),
  }))
  checkRoles(named, parents)
  checkCircles(named, parents)
  const read = named.map(({ value, at, sex }, i) =>
    factsOf(
      ruleset,
      readAnimal(ruleset, value, at, {
        text,
        isUntested,
        baseMayMiss: true,
        // The role in the pedigree takes precedence over the role in a question about foals.
        sex: sex ?? roleOf(parents, i) ?? roleOf(mates, i),
      }),
    ),
  )
  const scope = scopeOf(ruleset.model, read, population)
  const absent: KnownHorse[] = []
  const horses = read.map((horse, i): KnownHorse => {
    const itsParents = { mother: parents[i]?.mother, father: parents[i]?.father }
    const hasOneParent = (itsParents.mother === undefined) !== (itsParents.father === undefined)
    if (hasOneParent) {
      // The engine needs both parents. The absent one has no tests: genes that its foal does not name are wild type in it.
      const role = itsParents.mother === undefined ? 'mother' : 'father'
      itsParents[role] = named.length + absent.length
      absent.push(absentParent(ruleset, horse, named[i]?.at ?? '', role, scope))
    }
    return knownAnimal(ruleset, named[i]?.id ?? '', horse, scope, itsParents)
  })
  const all = [...horses, ...absent]
  if (all.length > MAX_ANIMALS) {
    const here = `this one has ${all.length}, including unnamed parents`
    throw tooMany(`A question holds at most ${MAX_ANIMALS} animals; ${here}`, all.length)
  }
  return { question: { population, horses: all }, read }
}

/** The ids and sexes of the animals. Throws ClientError. */
export function readNames(written: unknown): readonly Named[] {
  const list = readList(written, 'horses', SHAPE)
  if (list.length === 0) throw missingField('horses', `horses is required: ${SHAPE}`, [SHAPE])
  if (list.length > MAX_ANIMALS)
    throw tooMany(`A question holds at most ${MAX_ANIMALS} animals; ${list.length} were sent`, list.length)
  const ids = new Set<string>()
  return list.map((value, i) => {
    const at = `horses.${i}`
    if (!isObject(value)) throw invalidField(at, value, ['an object with id'])
    refuseStray(value, at, KEYS, 'is not a field of an animal')
    const id = value['id']
    if (isNothing(id)) throw missingField(`${at}.id`, `${at}.id is required: a unique name`, [ID])
    if (typeof id !== 'string' || id === '' || [...id].length > 64) throw invalidField(`${at}.id`, id, [ID])
    if (ids.has(id)) throw invalidField(`${at}.id`, id, ['an id that no other animal has'])
    ids.add(id)
    return { id, at, value, sex: readSexField(value['sex'], `${at}.sex`) }
  })
}

function tooMany(what: string, value: number): ClientError {
  const expected = [`at most ${MAX_ANIMALS} animals`]
  return new ClientError('RESULT_TOO_LARGE', what, { field: 'horses', value, expected })
}

function absentParent(
  ruleset: Ruleset,
  foal: AnimalFacts,
  at: string,
  role: 'mother' | 'father',
  scope: GeneScope,
): KnownHorse {
  const parent: AnimalFacts = {
    ...foal,
    tests: new Map(),
    sex: role === 'mother' ? 'female' : 'male',
    seen: [],
    field: ({ group, key }) => `${at}.${role}.${group}.${key}`,
  }
  return { ...knownAnimal(ruleset, `${role} of ${at}`, parent, scope), isAbsent: true }
}
