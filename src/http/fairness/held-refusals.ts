/**
 * What a key is refused unread is answered late, about when its Retry-After says that it may ask again: a client that does not
 * wait is made to wait, and many connections of one key do not come back all at once.
 * Guarantees: each is held for half a second to one and a half, and only so many at a time; beyond that none waits.
 */
import { setTimeout as delay } from 'node:timers/promises'

const SHORTEST_MS = 500
const LONGEST_MS = 1_500
/** Some ten megabytes. */
const MOST_HELD = 1_000

let held = 0

/** Resolves when the refusal is to be given. */
export async function holdRefusal(): Promise<void> {
  if (held === MOST_HELD) return
  held++
  await delay(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS))
  held--
}
