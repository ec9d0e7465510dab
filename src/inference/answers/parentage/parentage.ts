/**
 * Judges a parentage: whether an animal can be the offspring of two parents, and which facts rule it out.
 * Guarantees: `excluded` lists sets of facts that cannot hold even if observed coats were mistaken for others and variants
 * arose anew; `unlikely` those that cannot hold otherwise. Every step has a cost that is counted before it is done.
 */
import type {
  Contradiction,
  Exclusion,
  FactPlace,
  Improbability,
  NewVariant,
  Parentage,
} from '../../answer.js'
import { evidenceByFacts } from '../../facts/evidence.js'
import type { Fact } from '../../facts/read-facts.js'
import type { Reading } from '../../facts/reading.js'
import { TooMuchWork } from '../../planning/planning.js'
import { contradictionIn } from '../contradiction.js'
import { exclusionsIn, type Budget, type ExclusionSet } from './exclusions.js'
import { createFactSets, FATHER, MOTHER, OFFSPRING } from './fact-sets.js'
import { likelihoodRatio } from './likelihood-ratio.js'
import { newVariantsIn, withNewVariants } from './new-mutations.js'

/** Limit of the search for minimal sets, as a multiple of the limit of a question. */
const SEARCH = 1.5

/** @param literal observed coats as they were named @param widened with the coats that may be mistaken for them */
export function parentageOf(literal: Reading, widened: Reading, most: number) {
  const budget: Budget = { deciding: most, searching: SEARCH * most }
  const sets = createFactSets(widened)
  const named = createFactSets(literal)
  const decide = (facts: readonly Fact[], { canHold }: typeof sets): boolean => {
    const holds = canHold(facts, (operations) => (budget.deciding -= operations))
    if (holds === undefined) throw new TooMuchWork(-budget.deciding)
    return holds
  }
  const isOf =
    (animal: number) =>
    ({ place }: Fact): boolean =>
      place.animal === animal
  return {
    /** Facts about one animal that contradict each other. Throws TooMuchWork. */
    contradictionOf: (animal: number): Contradiction | undefined => {
      const own = widened.facts.filter(isOf(animal))
      if (decide(own, sets)) return undefined
      return contradictionIn(evidenceByFacts(widened, own), SEARCH * most)
    },
    /** If no animal's facts contradict each other. Throws TooMuchWork. */
    judge: (): Parentage => {
      // An animal whose coat cannot be what it was named is taken as mistaken from the start.
      const isLiteral = [OFFSPRING, MOTHER, FATHER].map(
        (animal) => literal !== widened && decide(literal.facts.filter(isOf(animal)), named),
      )
      const asNamed = (facts: readonly Fact[]): readonly Fact[] =>
        facts.map((fact, i) => (isLiteral[fact.place.animal] === true ? (literal.facts[i] ?? fact) : fact))
      const variants = newVariantsIn(widened)
      const under = (some: readonly NewVariant[], isNamed: boolean): readonly Fact[] =>
        withNewVariants(widened, isNamed ? asNamed(widened.facts) : widened.facts, some)
      const [strict, loose] = [under([], true), under(variants, false)]
      const strictly = exclusionsIn(sets, strict, budget)
      const isSame = strictly.sets.length === 0 || strict.every((fact, i) => fact === loose[i])
      const loosely = isSame ? strictly : exclusionsIn(sets, loose, budget)
      const holdsUnder = (places: readonly FactPlace[], facts: readonly Fact[]): boolean =>
        decide(
          facts.filter((_, i) => places.includes(strict[i]?.place as FactPlace)),
          sets,
        )
      const unlikely = (isSame ? [] : strictly.sets).flatMap((set): readonly Improbability[] => {
        const exclusion = exclusionOf(set)
        if (!holdsUnder(exclusion.facts, loose)) return []
        return [
          {
            ...exclusion,
            variants: variants.filter((each) => holdsUnder(exclusion.facts, under([each], true))),
            isMistakable: holdsUnder(exclusion.facts, under([], false)),
          },
        ]
      })
      const { isMotherPossible, isFatherPossible } = loosely
      return {
        excluded: loosely.sets.map(exclusionOf),
        unlikely,
        isMotherPossible,
        isFatherPossible,
        ratio: strictly.sets.length > 0 ? undefined : likelihoodRatio(widened, spendOn(budget)),
        operations: Math.ceil(most - budget.deciding),
      }
    },
  }
}

function spendOn(budget: Budget): (operations: number) => number {
  return (operations) => {
    budget.deciding -= operations
    if (budget.deciding < 0) throw new TooMuchWork(-budget.deciding)
    return budget.deciding
  }
}

function exclusionOf({ facts, loci, isMinimal }: ExclusionSet): Exclusion {
  const animals = new Set(facts.map(({ place }) => place.animal))
  const parent = !animals.has(FATHER) ? 'mother' : !animals.has(MOTHER) ? 'father' : 'pair'
  return { facts: facts.map(({ place }) => place), parent, loci, isMinimal }
}
