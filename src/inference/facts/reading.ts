/**
 * A question interpreted with the rules: its animals, the copies of each locus, and the constraint of each fact. That
 * sexes fit and that no animal is its own ancestor is checked in operations/read/.
 * Guarantees: facts are in the question's order.
 */
import type { Model } from '../../model/model.js'
import { A_PAIR } from '../planning/weights.js'
import type { KnownHorse, Question } from '../question.js'
import type { Rules } from '../rules.js'
import { createReadCopies } from './copies.js'
import { createReadCoats } from './observed-coats.js'
import { factsOf } from './read-facts.js'

/** Parents as indices of animals, and the sex if it is known or implied. */
export type Animal = Pick<KnownHorse, 'mother' | 'father' | 'sex'>

export type Reading = Readonly<ReturnType<ReturnType<typeof createReader>>>

/** @param most budget in operations; reading may stop beyond it */
export function createReader(rules: Rules, most: number) {
  const { model, genotypes } = rules
  const readCopies = createReadCopies(model, genotypes)
  const readCoats = createReadCoats(rules, most)
  return (question: Question) => {
    /** By locus. */
    const copies = readCopies(question)
    const coats = readCoats(copies)
    const animals = animalsOf(question)
    const facts = factsOf(model, question, copies, coats)
    const pairs = copies.reduce((sum, place) => sum + place.copies.length ** 2, 0) * animals.length
    /** Cost of reading. */
    const operations = coats.operations() + pairs * A_PAIR
    return { model, question, animals, copies, coats, facts, operations }
  }
}

/**
 * The side from which an animal can have no copy of a locus on the sex chromosome: 0 its mother's, 1 its father's.
 */
export function sideWithout({ sexes }: Model): 0 | 1 {
  return sexes?.heterogametic === 'female' ? 0 : 1
}

function animalsOf({ horses }: Question): readonly Animal[] {
  const mothers = new Set(horses.map(({ mother }) => mother))
  const fathers = new Set(horses.map(({ father }) => father))
  return horses.map(({ mother, father, sex }, animal) => {
    const role = mothers.has(animal) ? 'female' : fathers.has(animal) ? 'male' : undefined
    return { mother, father, sex: sex ?? role }
  })
}
