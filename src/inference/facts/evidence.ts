/**
 * Evidence: the facts of a question with the priors of founders, and the pairs that both leave possible.
 * Guarantees: immutable. Without priors every copy counts as possible, however rare.
 */
import { possibleByFacts, possibleUnderPriors, type IsDetermined, type Possible } from './possible.js'
import { hasOrders, type Priors } from './priors.js'
import type { Fact } from './read-facts.js'
import type { Reading } from './reading.js'

export interface Evidence {
  readonly reading: Reading
  readonly facts: readonly Fact[]
  /** Undefined: what the facts alone leave possible. */
  readonly priors: Priors | undefined
  readonly isDetermined: IsDetermined
  readonly possible: Possible
  /** Whether genotypes that take more assumed variants than others are among the possible ones: only the fewest count. */
  readonly isOrdered?: boolean | undefined
  /** The least order of the facts, where `isOrdered` does not leave it to be found. */
  readonly order?: number
}

/** By the facts alone. @param facts some of the reading's facts */
export function evidenceByFacts(reading: Reading, facts: readonly Fact[] = reading.facts): Evidence {
  const possible = possibleByFacts(reading, facts)
  return { reading, facts, priors: undefined, isDetermined: () => false, possible }
}

/** @param byFacts evidence without priors @param isDetermined founders' copies that need no prior */
export function underPriors(byFacts: Evidence, priors: Priors, isDetermined: IsDetermined): Evidence {
  const { reading, facts, possible } = byFacts
  const left = possibleUnderPriors(reading, facts, possible, priors, isDetermined)
  return { reading, facts, priors, isDetermined, possible: left, isOrdered: priors.some(hasOrders) }
}

/** The same evidence of other facts. */
export function withFacts({ reading, priors, isDetermined }: Evidence, facts: readonly Fact[]): Evidence {
  const byFacts = evidenceByFacts(reading, facts)
  return priors === undefined ? byFacts : underPriors(byFacts, priors, isDetermined)
}
