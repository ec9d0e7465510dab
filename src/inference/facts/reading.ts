/**
 * A question read against the rules: every fact as what it allows, each by itself, so that some can be left out.
 * Guarantees: facts stand in the question's order; what cannot be a pedigree is a fault.
 */
import type { Model, Sexes } from '../../model/model.js'
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import type { Phenotypes } from '../../model/phenotype/phenotype.js'
import type { Sex } from '../../rules/tables.js'
import type { Fault } from '../answer.js'
import type { Question } from '../question.js'
import { createCoatReader, type ReadCoats } from './coats-seen.js'
import { crossingsAmong } from './crossings.js'
import { createReadCopies, type LocusCopies } from './copies.js'
import { levelsOf, type Level } from './levels.js'
import type { Fact } from './fact.js'
import { allowedPairs } from './patterns.js'

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
  readonly levels: readonly Level[]
  /** Locus → index of its level. */
  readonly levelOf: readonly number[]
  readonly coats: ReadCoats
  readonly facts: readonly Fact[]
  readonly fault: Fault | undefined
}

/** More than this is no pedigree of one question. */
const MOST_HORSES = 60

export function createReader(
  model: Model,
  genotypes: Genotypes,
  phenotypes: Phenotypes,
): (question: Question) => Reading {
  const readCopies = createReadCopies(model, genotypes)
  const readCoats = createCoatReader(model, phenotypes)
  return (question) => {
    const copies = readCopies(question)
    const levels = levelsOf(model, genotypes, copies)
    const coats = readCoats(levels)
    const { animals, fault } = animalsOf(question)
    const levelOf = model.loci.map(({ index }) => levels.findIndex(({ loci }) => loci.includes(index)))
    const crossings = crossingsAmong(model, copies, levels, [...question.horses.keys()])
    const facts = fault === undefined ? [...factsOf(question, copies, coats), ...crossings] : []
    return { model, question, animals, copies, levels, levelOf, coats, facts, fault }
  }
}

/** On which side an animal can have no copy of a locus on the sex chromosome: 0 its mother's, 1 its father's. */
export function sideWithout({ heterogametic }: Sexes): 0 | 1 {
  return heterogametic === 'female' ? 0 : 1
}

function factsOf({ horses }: Question, copies: readonly LocusCopies[], coats: ReadCoats): readonly Fact[] {
  const alive = coats.alive()
  const isCertain = alive.length === 1 && alive[0]?.size === 0
  return horses.flatMap(({ tests, seen, together }, horse): readonly Fact[] => [
    ...[...tests].map(([locus, test]): Fact => {
      const { field, text } = test
      const own = copies[locus] as LocusCopies
      const allowed = allowedPairs(own.locus, own.copies, test)
      return { place: { kind: 'test', horse, locus, field, text }, test: { locus, allowed }, constraints: [] }
    }),
    ...seen.map(({ field, text, coats: patterns }): Fact => ({
      place: { kind: 'seen', horse, field, text },
      constraints: coats.seen(patterns),
    })),
    ...(isCertain ? [] : [{ place: { kind: 'alive', horse }, constraints: [[...alive]] } as const]),
    ...(together === undefined || together.size === 0
      ? []
      : [{ place: { kind: 'together', horse }, constraints: [], together } as const]),
  ])
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
