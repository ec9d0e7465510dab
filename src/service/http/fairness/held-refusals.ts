/**
 * Refusals of calls that were not read are sent late, about when their Retry-After says that the client may ask again: a client
 * that does not wait is made to wait, and its many connections do not all come back at once.
 * Guarantees: each is held for half a second to one and a half; at most 1 000 are held at a time, further ones are not.
 */
import { setTimeout as delay } from 'node:timers/promises'

const SHORTEST_MS = 500
const LONGEST_MS = 1_500
/** So that a client with many connections cannot fill the memory with them. */
const MAX_HELD = 1_000

let held = 0

/** Resolves when the refusal is to be given. */
export async function holdRefusal(): Promise<void> {
  if (held === MAX_HELD) return
  held++
  await delay(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS))
  held--
}
