/**
 * Delays refusals of unread calls by about their Retry-After, so that clients that ignore it are slowed down and their connections
 * do not all retry at once.
 * Guarantees: a delay of 0.5 to 1.5 s; at most 1 000 refusals are delayed at a time, further ones are sent immediately.
 */
import { setTimeout as delay } from 'node:timers/promises'

const SHORTEST_MS = 500
const LONGEST_MS = 1_500
/** Bounds the memory used by clients with many connections. */
const MAX_HELD = 1_000

let held = 0

/** Resolves when the refusal should be sent. */
export async function holdRefusal(): Promise<void> {
  if (held === MAX_HELD) return
  held++
  await delay(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS))
  held--
}
