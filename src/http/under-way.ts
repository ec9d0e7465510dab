/**
 * The answers that a server still owes.
 * Guarantees: taking one in and letting it go costs the same however many there are, and nothing of an answer that was
 * let go is kept.
 * Leaves to others: when an answer begins and ends (server.ts).
 */
import type { ServerResponse } from 'node:http'

export interface UnderWay {
  readonly add: (response: ServerResponse) => void
  /** Nothing happens when it is not there, or no more. */
  readonly remove: (response: ServerResponse) => void
  readonly forEach: (visit: (response: ServerResponse) => void) => void
}

/** Where an answer stands in the list. */
const PLACE = Symbol('place')

interface Placed extends ServerResponse {
  [PLACE]?: number | undefined
}

/**
 * A list and not a Set: a Set that is changed all the time makes itself a new table every few dozen changes, and each
 * old one refers to the next. Once a single one of them has been moved to the old generation, all that come after it
 * are kept until everything is collected, each with the answers that stood in it: up to half of a request's time went there.
 */
export function createUnderWay(): UnderWay {
  const owed: Placed[] = []
  return {
    add: (response: Placed) => {
      response[PLACE] = owed.push(response) - 1
    },
    remove: (response: Placed) => {
      const place = response[PLACE]
      if (place === undefined) return
      response[PLACE] = undefined
      const last = owed.pop()
      if (last === undefined || last === response) return
      // The last one takes the place that is free now.
      owed[place] = last
      last[PLACE] = place
    },
    forEach: (visit) => owed.forEach(visit),
  }
}
