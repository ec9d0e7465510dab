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
  /** What was worked out of it (`remembering`). */
  readonly memory: Memory
}

type Memory = Map<(known: Known) => unknown, unknown>

/** Makes it once of each. It is kept with what it is made of, and goes with it. */
export function remembering<Made>(make: (known: Known) => Made): (known: Known) => Made {
  return (known) => {
    if (!known.memory.has(make)) known.memory.set(make, make(known))
    return known.memory.get(make) as Made
  }
}

export function know({
  reading,
  facts,
  priors,
  isSettled,
}: Pick<Known, 'reading' | 'facts' | 'priors' | 'isSettled'>): Known {
  const possible = possiblePairs(reading, facts)
  const byFacts = { reading, facts, priors, isSettled, possible, memory: new Map() }
  return priors === undefined ? byFacts : knowAlso(byFacts, priors, isSettled)
}

/** By the facts alone, however frequent copies are. */
export function knowFacts(reading: Reading): Known {
  return know({ reading, facts: reading.facts, priors: undefined, isSettled: () => false })
}

/** @param known by the facts alone */
export function knowAlso(known: Known, priors: Priors, isSettled: IsSettled): Known {
  const { reading, facts, possible } = known
  const left = withCopiesMet(reading, facts, possible, priors, isSettled)
  return { ...known, priors, isSettled, possible: left, memory: new Map() }
}
