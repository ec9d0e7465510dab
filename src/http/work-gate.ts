/**
 * How many large answers are worked on at a time: a few, a bounded line of others waits, and the rest is told to
 * come back.
 * Guarantees: first come, first served; whoever waits for its reader has given its place back.
 */

export interface WorkGate {
  /** Resolves when there is a place; false at once when the line is full. */
  readonly enter: () => Promise<boolean>
  /** As `enter`, for who has been in before: never refused. */
  readonly comeBack: () => Promise<void>
  readonly leave: () => void
  readonly working: () => number
  readonly waiting: () => number
}

export function createWorkGate(places: number, longestLine: number): WorkGate {
  const line: (() => void)[] = []
  let working = 0
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      if (working < places) {
        working++
        resolve()
      } else line.push(resolve)
    })
  return {
    enter: async () => {
      if (working >= places && line.length >= longestLine) return false
      await wait()
      return true
    },
    comeBack: wait,
    leave: () => {
      const next = line.shift()
      if (next === undefined) working--
      else next()
    },
    working: () => working,
    waiting: () => line.length,
  }
}
