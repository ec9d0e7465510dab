/**
 * Turns of the event loop for crosses: together they have about two milliseconds in each, so that what others ask
 * is read and answered in between, however many crosses arrive at once.
 * Guarantees: first come, first served; a cross that comes alone does not wait.
 */
import { performance } from 'node:perf_hooks'

const MOST_MS = 2

const line: (() => void)[] = []
/** When the first cross of this turn began; undefined before it. */
let began: number | undefined

/** Resolves when the work on a cross may begin. */
export async function ownTurn(): Promise<void> {
  if (began === undefined && line.length === 0) return begin()
  if (line.length === 0 && performance.now() - (began ?? 0) < MOST_MS) return
  await new Promise<void>((resolve) => line.push(resolve))
}

function begin(): void {
  began = performance.now()
  setImmediate(nextTurn)
}

function nextTurn(): void {
  began = undefined
  const resolve = line.shift()
  if (resolve === undefined) return
  begin()
  resolve()
}
