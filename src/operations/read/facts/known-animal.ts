/**
 * An animal of a question: the facts that were read of it, and what its genes mean that are left out.
 * Guarantees: a gene that is left out is wild type, unless `untested` says that it was not tested, or it follows from relatives.
 */
import type { KnownHorse } from '../../../inference/question.js'
import type { Model, ModelLocus } from '../../../model/model.js'
import type { Population } from '../../../model/population.js'
import type { Ruleset } from '../../ruleset.js'
import { lociBehind } from '../observed/genes-seen.js'
import type { AnimalFacts } from './animal-facts.js'
import { leftOut, untested } from './tests.js'

/** Which genes a question is about; all others are wild type in all its animals. */
export type GeneScope = Readonly<ReturnType<typeof scopeOf>>

/**
 * Genes that every animal must have, that some animal names, or that the population has figures for; and, where an animal is
 * `untested`, all that the population has figures for. Under a convention also those that some observed coat speaks of; where
 * bounds are asked for, all.
 * @param reach `facts`: where an animal is `untested`, those that the population has figures for, that some animal names or that
 * some observed coat speaks of, with or without a population
 */
export function scopeOf(
  model: Model,
  animals: readonly AnimalFacts[],
  population: Population | undefined,
  reach: 'population' | 'facts' = 'population',
) {
  const isUntested = animals.some((animal) => animal.isUntested)
  const isByFacts = reach === 'facts'
  const isBySeen = isByFacts || population?.convention !== undefined
  const seen = new Set(isUntested && isBySeen ? lociBehind(model, tokensSeen(animals)) : [])
  /** Whether the gene is unknown where it is left out and `untested` says so. */
  const mayBeUntested = (locus: ModelLocus): boolean =>
    (population === undefined && !isByFacts) ||
    population?.loci.has(locus.index) === true ||
    seen.has(locus) ||
    (isByFacts && animals.some(({ namedLoci }) => namedLoci.has(locus.index)))
  return {
    mayBeUntested,
    holds: (locus: ModelLocus): boolean =>
      locus.required ||
      population?.loci.has(locus.index) === true ||
      (isUntested && mayBeUntested(locus)) ||
      animals.some(({ namedLoci }) => namedLoci.has(locus.index)),
  }
}

function tokensSeen(animals: readonly AnimalFacts[]): ReadonlySet<string> {
  const coats = animals.flatMap(({ seen }) => seen.flatMap((each) => each.coats))
  return new Set(coats.flatMap(({ exactly = [], has }) => [...exactly, ...has]))
}

const NO_PARENTS = { mother: undefined, father: undefined }

/** What is left out is wild type, but for genes that follow from its parents. */
export function knownAnimal(
  { model }: Ruleset,
  id: string,
  animal: AnimalFacts,
  scope: GeneScope,
  parents: Pick<KnownHorse, 'mother' | 'father'> = NO_PARENTS,
): KnownHorse {
  const tests = new Map(animal.tests)
  const hasParents = parents.mother !== undefined || parents.father !== undefined
  const ofSex = animal.sex === model.sexes?.heterogametic ? 1 : 2
  const copies = animal.sex === undefined ? undefined : ofSex
  for (const locus of model.loci) {
    const isNamed = animal.namedLoci.has(locus.index)
    if (tests.has(locus.index) || !scope.holds(locus) || (hasParents && !isNamed)) continue
    const isUnknown = isNamed || locus.required || (animal.isUntested && scope.mayBeUntested(locus))
    const field = animal.field(locus)
    const test = isUnknown ? untested(locus, field, copies) : leftOut(locus, field, copies)
    if (test !== undefined) tests.set(locus.index, test)
  }
  return { id, sex: animal.sex, ...parents, tests, seen: animal.seen }
}
