/**
 * Crosses of two genotyped animals, with exact fractions.
 * Guarantees: the probabilities are those of `coats.generateChild`; the cost is known before a cross is computed.
 */
import type { CoatWeight } from '../../model/by-coat/chosen-parts.js'
import { createHealthTally } from '../../model/cross/remarks.js'
import type { HorseGenotype } from '../../model/model.js'
import { A_COAT, A_CROSS, A_MEETING, A_TALLIED } from '../../inference/planning/weights.js'
import type { GenotypedAnimal } from '../read/animal.js'
import { withSexes } from '../generate-child/offspring.js'
import type { Ruleset } from '../ruleset.js'
import { outcomeOf, type Judges, type Outcome } from './outcome.js'

export interface ExactCross {
  readonly operations: number
  readonly run: () => Outcome
}

const NO_PHASE = new Map<number, never>()

/** @returns a function that estimates a cross */
export function exactCrosses(ruleset: Ruleset, judges: Judges) {
  const healthOf = createHealthTally(ruleset.model)
  return (parents: readonly [GenotypedAnimal, GenotypedAnimal]): ExactCross => {
    const [mother, father] = withSexes(ruleset, parents)
    return crossOf(mother.genotype, father.genotype)
  }
  function crossOf(mother: HorseGenotype, father: HorseGenotype): ExactCross {
    const { meetings, genotypes, sums } = ruleset.estimateWork(mother, father)
    const { states, coats } = sums()
    const tallied = Math.min(states, genotypes) * A_TALLIED + Math.min(coats, genotypes) * A_COAT
    const run = (): Outcome => {
      const crossed = ruleset.offspring.cross(
        { genotype: mother, together: NO_PHASE },
        { genotype: father, together: NO_PHASE },
      )
      const share = (weight: bigint): number => Number((weight * SCALE) / crossed.total) / Number(SCALE)
      const { list } = ruleset.offspring.coats([crossed])
      const health = new Map([...healthOf(crossed)].map(([id, weight]) => [id, share(weight)]))
      return outcomeOf(sharesOf(list(), share), judges, health)
    }
    return { operations: Math.ceil(A_CROSS + meetings * A_MEETING + tallied), run }
  }
}

/** Precision of a share: more than a double has. */
const SCALE = 10n ** 18n

function* sharesOf(rows: Iterable<CoatWeight>, share: (weight: bigint) => number) {
  for (const { coat, weights } of rows) yield { coat, probability: share(weights[0] ?? 0n) }
}
