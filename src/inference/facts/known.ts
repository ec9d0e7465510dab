/**
 * A question as far as it is known, before anything is asked.
 */
import type { Priors } from './copies.js'
import type { Fact } from './facts.js'
import { possiblePairs, withCopiesMet, type IsSettled, type Possible } from './possible.js'
import type { Reading } from './reading.js'

/** What all that is worked out of a question starts from. */
export interface Known {
  readonly reading: Reading
  readonly facts: readonly Fact[]
  /** Undefined where mere possibility is asked for. */
  readonly priors: Priors | undefined
  readonly isSettled: IsSettled
  readonly possible: Possible
}

export function know(known: Omit<Known, 'possible'>): Known {
  const { reading, facts, priors, isSettled } = known
  const byFacts = { ...known, possible: possiblePairs(reading, facts) }
  return priors === undefined ? byFacts : knowAlso(byFacts, priors, isSettled)
}

/** By the facts alone, however frequent copies are. */
export function knowFacts(reading: Reading): Known {
  return know({ reading, facts: reading.facts, priors: undefined, isSettled: () => false })
}

/** @param known by the facts alone */
export function knowAlso(known: Known, priors: Priors, isSettled: IsSettled): Known {
  const { reading, facts, possible } = known
  return { ...known, priors, isSettled, possible: withCopiesMet(reading, facts, possible, priors, isSettled) }
}
