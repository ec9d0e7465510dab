/**
 * The variables of a question, each with one number in all networks of it: for each animal and linkage group the haplotype
 * from its mother and the one from its father; for each constraint that leaves several rectangles, which of them holds.
 * Guarantees: what one network says of an animal can stand in another one of the same question.
 */
import type { Fact } from '../facts/facts.js'
import { remembering } from '../facts/known.js'
import type { Options } from '../facts/rectangles.js'
import type { Variable } from './factor.js'

/** A fact with those of its constraints that leave several rectangles. */
interface NamedFact {
  readonly fact: Fact
  readonly choices: readonly Choice[]
}

/** Several rectangles of which one holds. */
export interface Choice {
  readonly all: Options
  readonly left: Options
  readonly variable: Variable
}

export const namesOf = remembering(({ reading: { animals, model }, facts, possible }) => {
  const places = animals.length + 1
  const haplotypes = model.groups.length * places * 2
  const owners: number[] = []
  const byAnimal = animals.map((): NamedFact[] => [])
  for (const fact of facts) {
    const choices = fact.constraints.flatMap((all): readonly Choice[] => {
      const left = possible.leftOf(all)
      if (left.length < 2) return []
      return [{ all, left, variable: haplotypes + owners.push(fact.place.horse) - 1 }]
    })
    byAnimal[fact.place.horse]?.push({ fact, choices })
  }
  return {
    /** How many numbers there are. */
    count: haplotypes + owners.length,
    /** A foal that is asked about stands behind the animals of the question. */
    haplotype: (group: number, animal: number, side: 0 | 1): Variable => (group * places + animal) * 2 + side,
    animalOf: (variable: Variable) =>
      variable < haplotypes ? Math.floor(variable / 2) % places : owners[variable - haplotypes],
    factsOf: (animal: number): readonly NamedFact[] => byAnimal[animal] ?? [],
  }
})
