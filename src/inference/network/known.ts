/**
 * A question as far as it is known, before anything is asked.
 */
import type { IsSettled, Possible } from '../facts/possible.js'
import type { Priors } from '../facts/priors.js'
import type { Fact } from '../facts/fact.js'
import type { Reading } from '../facts/reading.js'

/** What all networks of a question have in common. */
export interface Known {
  readonly reading: Reading
  readonly facts: readonly Fact[]
  readonly possible: Possible
  /** Undefined where mere possibility is asked for. */
  readonly priors: Priors | undefined
  readonly isSettled: IsSettled
}
