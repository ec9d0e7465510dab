/**
 * Turns of the event loop for crosses: all of them share a small budget in each turn, one large question or a few small
 * ones, so that what others ask is read and answered in between, however many crosses arrive at once.
 * Guarantees: first come, first served; a cross that comes alone does not wait.
 */
import { performance } from 'node:perf_hooks'

/** No cross begins later than this in a turn. */
const MOST_MS = 0.4

let waiting = 0
/** When the first cross of this turn began; undefined before it. */
let began: number | undefined

/** Resolves when the work on a cross may begin. */
export async function turnOfLoop(): Promise<void> {
  if (waiting === 0 && hasTime()) return
  waiting++
  await new Promise<void>((resolve) => setImmediate(beginOrWait, resolve))
  waiting--
}

/** The work of one cross is done before that of the next is looked at: promises are settled between two immediates. */
function beginOrWait(begin: () => void): void {
  if (hasTime()) begin()
  else setImmediate(beginOrWait, begin)
}

function hasTime(): boolean {
  if (began !== undefined) return performance.now() - began < MOST_MS
  began = performance.now()
  setImmediate(endTurn)
  return true
}

function endTurn(): void {
  began = undefined
}
