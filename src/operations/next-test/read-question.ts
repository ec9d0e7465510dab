/**
 * Reads `question`: the cross or the animal whose coats the tests are to tell.
 * Guarantees: a gene that a test names and the animal leaves out counts as untested; throws the first fault.
 */
import type { Question } from '../../inference/question.js'
import type { Population } from '../../model/population.js'
import { readAnimal } from '../read/animal.js'
import { isObject, type Fields } from '../read/decode-fields.js'
import { factsOf, type AnimalFacts } from '../read/facts/animal-facts.js'
import { knownAnimal, scopeOf } from '../read/facts/known-animal.js'
import type { TextContext } from '../read/observed/coat-name.js'
import { faultAt, invalidField, missingField } from '../read/refusals.js'
import { readSexField } from '../read/sex.js'
import { isAbsent } from '../read/values.js'
import type { Ruleset } from '../ruleset.js'
import type { OrderedTest } from './read-tests.js'

/** The animals of the question as they were read. */
export interface Subject {
  /** Such as `mother`. */
  readonly animals: readonly string[]
  /** The fields that hold them. */
  readonly places: readonly string[]
  readonly facts: readonly AnimalFacts[]
}

const SHAPE = 'an object with cross or horse'
const CROSS = 'an object with mother and father'

export function readSubject(
  ruleset: Ruleset,
  fields: Fields,
  isUntested: boolean,
  text: TextContext,
): Subject {
  const { question } = fields
  if (isAbsent(question)) throw missingField('question', `question is required: ${SHAPE}`, [SHAPE])
  if (!isObject(question)) throw invalidField('question', question, [SHAPE])
  const { cross, horse } = question
  if (isAbsent(cross) === isAbsent(horse))
    throw faultAt('question', question, `question must hold either cross or horse`, [SHAPE])
  const read = (value: unknown, place: string, sex: unknown, sent: Fields): AnimalFacts =>
    factsOf(ruleset, readAnimal(ruleset, value, place, { sent, isUntested, text, sex, baseMayMiss: true }))
  if (!isAbsent(horse)) {
    const at = 'question.horse'
    const sex = isObject(horse) ? readSexField(horse['sex'], `${at}.sex`) : undefined
    return { animals: ['horse'], places: [at], facts: [read(horse, at, sex, question)] }
  }
  if (!isObject(cross)) throw invalidField('question.cross', cross, [CROSS])
  const animals = ['mother', 'father'] as const
  const places = animals.map((parent) => `question.cross.${parent}`)
  const sexes = { mother: 'female', father: 'male' } as const
  const facts = animals.map((parent, i) => read(cross[parent], places[i] ?? '', sexes[parent], cross))
  return { animals, places, facts }
}

/** The question, with the genes of the tests untested where they were left out. */
export function questionFor(
  ruleset: Ruleset,
  { animals, facts }: Subject,
  tests: readonly OrderedTest[],
  population: Population,
): { readonly question: Question; readonly read: readonly AnimalFacts[] } {
  const read = facts.map((own, animal) => {
    const loci = tests.flatMap((test) => (test.animal === animal ? test.loci : []))
    return {
      ...own,
      namedLoci: new Set([...own.namedLoci, ...loci.map(({ index }) => index)]),
      named: new Set([...own.named, ...loci.map(({ key }) => key)]),
    }
  })
  const scope = scopeOf(ruleset.model, read, population)
  const horses = read.map((own, animal) => knownAnimal(ruleset, animals[animal] ?? '', own, scope))
  return { question: { population, horses }, read }
}
