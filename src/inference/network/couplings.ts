/**
 * Couplings: selectors whose rectangles restrict several linkage groups, which therefore depend on each other.
 */
import type { Reading } from '../facts/reading.js'
import { relativesOf } from './relevant-animals.js'
import type { Selector, Variables } from './variables.js'

/** @param among these animals and their relatives; all animals, where there are none */
export function couplingsOf(
  { animals }: Reading,
  { factsOf }: Pick<Variables, 'factsOf'>,
  among: readonly number[] = [],
): readonly Selector[] {
  const related = relativesOf(animals, among)
  const selectors = [...animals.keys()]
    .filter((animal) => related.has(animal))
    .flatMap((animal) => factsOf(animal).flatMap((fact) => fact.selectors))
  return selectors.filter(({ groups }) => groups.length > 1)
}

/** Sets of groups that depend on each other, each in ascending order; every group of the model is in one. */
export function dependentGroups(
  { model }: Reading,
  couplings: readonly Selector[],
): readonly (readonly number[])[] {
  return couplings.reduce<readonly (readonly number[])[]>(
    (sets, { groups }) => {
      const joined = sets.filter((set) => set.some((group) => groups.includes(group)))
      return [...sets.filter((set) => !joined.includes(set)), joined.flat().sort((a, b) => a - b)]
    },
    model.groups.map((_, g) => [g]),
  )
}

/** In how many ways the rectangles of all couplings can be selected. */
export function selectionsOf(couplings: readonly Selector[]): number {
  return couplings.reduce((product, { rectangles }) => product * rectangles.length, 1)
}
