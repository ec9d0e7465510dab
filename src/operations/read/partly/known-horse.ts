/**
 * What was read of an animal as a horse of a question.
 * Guarantees: a gene that is left out is wild type, unless `untested` says that it was not tested, or it follows from relatives.
 */
import type { KnownHorse } from '../../../inference/question.js'
import type { ModelLocus } from '../../../model/model.js'
import type { Population } from '../../../model/population.js'
import type { RuleBook } from '../../rule-book.js'
import { leftOut, untested } from './open-gene.js'
import type { OpenHorse } from './open-horse.js'

/** Which genes a question is about; all others are wild type in all its animals. */
export type Spoken = Readonly<ReturnType<typeof spokenOf>>

/**
 * Genes that every animal must have, that some animal names, or that the population has figures for; and, where an animal is
 * `untested`, all that the population has figures for, or all genes where bounds are asked for.
 */
export function spokenOf(read: readonly OpenHorse[], population: Population | undefined) {
  /** Whether the gene is unknown where it is left out and `untested` says so. */
  const mayBeUntested = ({ index }: ModelLocus): boolean =>
    population === undefined || population.loci.has(index)
  const isUntested = read.some((horse) => horse.isUntested)
  return {
    mayBeUntested,
    isSpokenOf: (locus: ModelLocus): boolean =>
      locus.required ||
      population?.loci.has(locus.index) === true ||
      (isUntested && mayBeUntested(locus)) ||
      read.some(({ namedLoci }) => namedLoci.has(locus.index)),
  }
}

const NO_PARENTS = { mother: undefined, father: undefined }

/** The horse of a question: what is left out is wild type, but for genes that follow from its parents. */
export function knownHorse(
  { model }: RuleBook,
  id: string,
  horse: OpenHorse,
  { isSpokenOf, mayBeUntested }: Spoken,
  parents: Pick<KnownHorse, 'mother' | 'father'> = NO_PARENTS,
): KnownHorse {
  const tests = new Map(horse.tests)
  const hasParents = parents.mother !== undefined || parents.father !== undefined
  const ofSex = horse.sex === model.sexes?.heterogametic ? 1 : 2
  const copies = horse.sex === undefined ? undefined : ofSex
  for (const locus of model.loci) {
    const isNamed = horse.namedLoci.has(locus.index)
    if (tests.has(locus.index) || !isSpokenOf(locus) || (hasParents && !isNamed)) continue
    const isOpen = isNamed || locus.required || (horse.isUntested && mayBeUntested(locus))
    const field = horse.field(locus)
    const test = isOpen ? untested(locus, field, copies) : leftOut(locus, field, copies)
    if (test !== undefined) tests.set(locus.index, test)
  }
  return { id, sex: horse.sex, ...parents, tests, seen: horse.seen }
}
