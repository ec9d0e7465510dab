/**
 * Work of a millisecond or so, one piece in each turn of the event loop, whoever's it is.
 * Guarantees: first come, first served; what others asked meanwhile is read and answered between two pieces.
 */

const line: (() => void)[] = []

/** Resolves when a piece of work may begin. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (line.push(resolve) === 1) setImmediate(begin)
  })
}

function begin(): void {
  const resolve = line.shift()
  if (line.length > 0) setImmediate(begin)
  resolve?.()
}
