/**
 * Limits the time that crosses take in one turn of the event loop, so that other requests are served in between. Without it, the
 * p99 latency of another key is 115 to 200 ms while one key sends a hundred moderate crosses at once.
 * Guarantees: first in, first out; a single cross does not wait.
 */
import { performance } from 'node:perf_hooks'

/** After this time since the first cross of a turn, further crosses wait for the next turn. */
const MAX_MS = 0.4

let waiting = 0
/** Start time of the first cross in this turn; undefined before it. */
let began: number | undefined

/** Resolves when a cross may run. */
export async function turnOfLoop(): Promise<void> {
  if (waiting === 0 && hasTime()) return
  waiting++
  await new Promise<void>((resolve) => setImmediate(beginOrWait, resolve))
  waiting--
}

/** A cross finishes before the next one is checked, because promises settle between two immediates. */
function beginOrWait(begin: () => void): void {
  if (hasTime()) begin()
  else setImmediate(beginOrWait, begin)
}

function hasTime(): boolean {
  if (began !== undefined) return performance.now() - began < MAX_MS
  began = performance.now()
  setImmediate(endTurn)
  return true
}

function endTurn(): void {
  began = undefined
}
