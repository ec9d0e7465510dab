/**
 * Couplings: selectors that restrict several linkage groups and so make them dependent.
 */
import type { Reading } from '../facts/reading.js'
import { relativesOf } from './relevant-animals.js'
import type { Selector, Variables } from './variables.js'

/** @param among only these animals and their relatives; if empty, all animals */
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

/** Sets of groups that depend on each other, each ascending; every group of the model is in exactly one. */
export function dependentGroups(
  { model }: Reading,
  couplings: readonly Selector[],
): readonly (readonly number[])[] {
  return couplings.reduce<readonly (readonly number[])[]>(
    (sets, { groups }) => {
      const connected = sets.filter((set) => set.some((group) => groups.includes(group)))
      return [...sets.filter((set) => !connected.includes(set)), connected.flat().sort((a, b) => a - b)]
    },
    model.groups.map((_, g) => [g]),
  )
}

/** Number of combinations of the rectangles of all couplings. */
export function selectionsOf(couplings: readonly Selector[]): number {
  return couplings.reduce((product, { rectangles }) => product * rectangles.length, 1)
}
