/**
 * A question read against the rules: every fact as what it allows, each by itself, so that some can be left out.
 * Guarantees: facts stand in the question's order; what cannot be a pedigree is a fault.
 */
import type { Model } from '../../model/model.js'
import type { Sex } from '../../rules/tables.js'
import type { Fault } from '../answer.js'
import { A_PAIR } from '../network/cost.js'
import type { Question } from '../question.js'
import type { Rules } from '../rules.js'
import { createCoatReader, type ReadCoats } from './coats-seen.js'
import { createReadCopies, type LocusCopies } from './copies.js'
import { factsOf, type Fact } from './facts.js'

export interface Animal {
  /** Places among the animals. */
  readonly mother: number | undefined
  readonly father: number | undefined
  readonly sex: Sex | undefined
}

export interface Reading {
  readonly model: Model
  readonly question: Question
  readonly animals: readonly Animal[]
  /** By locus. */
  readonly copies: readonly LocusCopies[]
  readonly coats: ReadCoats
  readonly facts: readonly Fact[]
  readonly fault: Fault | undefined
  /** What reading it has cost. */
  readonly operations: number
}

/** More than this is no pedigree of one question. */
const MOST_HORSES = 60

/** @param most operations after which reading may end */
export function createReader(rules: Rules, most: number): (question: Question) => Reading {
  const { model, genotypes } = rules
  const readCopies = createReadCopies(model, genotypes)
  const readCoats = createCoatReader(rules, most)
  return (question) => {
    const copies = readCopies(question)
    const coats = readCoats(copies)
    const { animals, fault } = animalsOf(question)
    const facts = fault === undefined ? factsOf(model, question, copies, coats) : []
    const pairs = copies.reduce((sum, own) => sum + own.copies.length ** 2, 0) * animals.length
    const operations = coats.operations() + pairs * A_PAIR
    return { model, question, animals, copies, coats, facts, fault, operations }
  }
}

/** On which side an animal can have no copy of a locus on the sex chromosome: 0 its mother's, 1 its father's. */
export function sideWithout({ sexes }: Model): 0 | 1 {
  return sexes?.heterogametic === 'female' ? 0 : 1
}

function animalsOf({ horses }: Question): {
  readonly animals: readonly Animal[]
  readonly fault: Fault | undefined
} {
  const mothers = new Set(horses.map(({ mother }) => mother))
  const fathers = new Set(horses.map(({ father }) => father))
  const animals = horses.map(({ mother, father, sex }, horse): Animal => {
    const role = mothers.has(horse) ? 'female' : fathers.has(horse) ? 'male' : undefined
    return { mother, father, sex: sex ?? role }
  })
  if (horses.length > MOST_HORSES)
    return { animals, fault: { kind: 'too-many-horses', horses: horses.length, most: MOST_HORSES } }
  const wrong = animals.findIndex(
    ({ sex }, horse) =>
      (mothers.has(horse) && sex === 'male') ||
      (fathers.has(horse) && (sex === 'female' || mothers.has(horse))),
  )
  if (wrong >= 0) return { animals, fault: { kind: 'sex', horse: wrong } }
  const circle = circleIn(animals)
  return { animals, fault: circle === undefined ? undefined : { kind: 'circle', horses: circle } }
}

function circleIn(animals: readonly Animal[]): readonly number[] | undefined {
  const done = new Set<number>()
  const search = (horse: number, path: readonly number[]): readonly number[] | undefined => {
    if (path.includes(horse)) return path.slice(path.indexOf(horse))
    if (done.has(horse)) return undefined
    const { mother, father } = animals[horse] as Animal
    for (const parent of [mother, father]) {
      const found = parent === undefined ? undefined : search(parent, [...path, horse])
      if (found !== undefined) return found
    }
    done.add(horse)
    return undefined
  }
  for (const horse of animals.keys()) {
    const found = search(horse, [])
    if (found !== undefined) return found
  }
  return undefined
}
