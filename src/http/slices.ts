/**
 * Slices of the work on large answers, one in each turn of the event loop, whoever's it is.
 * Guarantees: first come, first served; short answers that were made by then leave before a slice begins, so that
 * nobody waits for more than one slice.
 * Leaves to others: keeping a slice short (row-stream.ts).
 */
import { sendMade } from './respond.js'

const line: (() => void)[] = []

/** Resolves when a slice of work may begin. */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    if (line.push(resolve) === 1) setImmediate(begin)
  })
}

function begin(): void {
  sendMade()
  const resolve = line.shift()
  if (line.length > 0) setImmediate(begin)
  resolve?.()
}
