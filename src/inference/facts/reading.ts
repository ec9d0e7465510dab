/**
 * A question read against the rules: every fact as what it allows, each by itself, so that some can be left out.
 * Guarantees: facts stand in the question's order.
 * Leaves to others: that sexes fit and nobody is an ancestor of itself (operations/read/pedigree/parents.ts).
 */
import type { Model } from '../../model/model.js'
import { A_PAIR } from '../planning/cost.js'
import type { KnownHorse, Question } from '../question.js'
import type { Rules } from '../rules.js'
import { createCoatReader } from './coats-seen.js'
import { createReadCopies } from './copies.js'
import { factsOf } from './facts.js'

/** Its parents, as places among the animals, and its sex as far as anything tells it. */
export type Animal = Pick<KnownHorse, 'mother' | 'father' | 'sex'>

export type Reading = Readonly<ReturnType<ReturnType<typeof createReader>>>

/** @param most operations after which reading may end */
export function createReader(rules: Rules, most: number) {
  const { model, genotypes } = rules
  const readCopies = createReadCopies(model, genotypes)
  const readCoats = createCoatReader(rules, most)
  return (question: Question) => {
    /** By locus. */
    const copies = readCopies(question)
    const coats = readCoats(copies)
    const animals = animalsOf(question)
    const facts = factsOf(model, question, copies, coats)
    const pairs = copies.reduce((sum, own) => sum + own.copies.length ** 2, 0) * animals.length
    /** What reading it has cost. */
    const operations = coats.operations() + pairs * A_PAIR
    return { model, question, animals, copies, coats, facts, operations }
  }
}

/** On which side an animal can have no copy of a locus on the sex chromosome: 0 its mother's, 1 its father's. */
export function sideWithout({ sexes }: Model): 0 | 1 {
  return sexes?.heterogametic === 'female' ? 0 : 1
}

function animalsOf({ horses }: Question): readonly Animal[] {
  const mothers = new Set(horses.map(({ mother }) => mother))
  const fathers = new Set(horses.map(({ father }) => father))
  return horses.map(({ mother, father, sex }, horse) => {
    const role = mothers.has(horse) ? 'female' : fathers.has(horse) ? 'male' : undefined
    return { mother, father, sex: sex ?? role }
  })
}
