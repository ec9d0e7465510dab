/**
 * The variables of a question, each with one number in all of its networks: for each animal and linkage group the haplotype
 * from its mother and the one from its father; for each constraint that leaves several rectangles, which of them holds.
 */
import type { Evidence } from '../facts/evidence.js'
import { groupsOf, type GenotypeSet } from '../facts/genotype-sets.js'
import type { Fact } from '../facts/read-facts.js'
import type { Variable } from '../planning/factor-shape.js'

/** Which rectangle of a constraint holds. */
export interface Selector {
  readonly variable: Variable
  /** The rectangles that are still possible: two or more. */
  readonly rectangles: GenotypeSet
  /** The likelihood of the observation in each of them. */
  readonly weights: readonly number[]
  /** The linkage groups that they restrict; several groups depend on each other. */
  readonly groups: readonly number[]
}

interface SelectedFact {
  readonly fact: Fact
  /** Of those constraints that leave several rectangles. */
  readonly selectors: readonly Selector[]
}

export type Variables = Readonly<ReturnType<typeof variablesOf>>

export function variablesOf({ reading: { animals, model }, facts, possible }: Evidence) {
  const places = animals.length + 1
  const haplotypes = model.groups.length * places * 2
  /** By selector, the animal whose constraint it is. */
  const owners: number[] = []
  const byAnimal = animals.map((): SelectedFact[] => [])
  for (const fact of facts) {
    const selectors = fact.constraints.flatMap((constraint): readonly Selector[] => {
      const rectangles = possible.leftOf(constraint)
      if (rectangles.length < 2) return []
      const variable = haplotypes + owners.push(fact.place.animal) - 1
      const weights = rectangles.map((each) => fact.weights?.get(each) ?? 1)
      return [{ variable, rectangles, weights, groups: groupsOf(model, rectangles) }]
    })
    byAnimal[fact.place.animal]?.push({ fact, selectors })
  }
  return {
    count: haplotypes + owners.length,
    /** @param animal of the question, or behind its last one the foal that is asked about */
    haplotype: (group: number, animal: number, side: 0 | 1): Variable => (group * places + animal) * 2 + side,
    animalOf: (variable: Variable) =>
      variable < haplotypes ? Math.floor(variable / 2) % places : owners[variable - haplotypes],
    factsOf: (animal: number): readonly SelectedFact[] => byAnimal[animal] ?? [],
  }
}
