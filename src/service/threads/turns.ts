/**
 * Who may compute when: keys take turns, so that one that asks for much waits for itself and for nobody else.
 * Guarantees: no more turns at a time than there are threads, and two for one key; each key's own order is kept; a
 * key whose line is full learns it at once, and one that goes on asking is turned away for the rest of that second.
 * Leaves to others: the computing (answer-pool.ts) and how long a key's line may be (access/plan.ts).
 */
export interface Turn {
  /** Lets the next one compute. Does nothing for who has released already. */
  readonly release: () => void
  /** Resolves when it may go on; never refused, and before those of the same key that have not begun. */
  readonly again: () => Promise<void>
}

export interface Turns {
  /** True where the key's line is full, which counts as one refusal. @param longest how many may wait */
  readonly refuseIfFull: (key: number, longest: number) => boolean
  /** Undefined at once when the key's line is full. */
  readonly take: (key: number, longest: number) => Promise<Turn> | undefined
  /** Whether so many of the key's questions met a full line in this second that the rest need not be read. */
  readonly turnsAway: (key: number) => boolean
  readonly running: () => number
  readonly waiting: () => number
}

export interface TurnLimits {
  /** In all. */
  readonly most: number
  readonly mostOfOneKey: number
  /** So many refusals of one key in a second, and its next calls in it are turned away unread. */
  readonly refusalsASecond: number
}

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/** @param now milliseconds, on any clock that never goes back */
export function createTurns(limits: TurnLimits, now: () => number): Turns {
  // In the order in which keys have their next turn. A key without work is not in it.
  const lines = new Map<number, Line>()
  const refusals = new Map<number, number>()
  let second = 0
  let running = 0
  let waiting = 0

  const lineOf = (key: number): Line => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    return line
  }
  const begin = (key: number, line: Line): void => {
    running++
    line.running++
    // Its next turn comes after everybody else's.
    lines.delete(key)
    lines.set(key, line)
  }
  const serveNext = (): void => {
    for (const [key, line] of lines) {
      if (running >= limits.most) return
      if (line.running >= limits.mostOfOneKey) continue
      const next = line.waiting.shift()
      if (next === undefined) continue
      waiting--
      begin(key, line)
      next()
    }
  }
  const isFree = (line: Line): boolean =>
    running < limits.most && line.running < limits.mostOfOneKey && line.waiting.length === 0
  /** @param first whether before those of the key that wait already */
  const wait = (key: number, first: boolean): Promise<void> =>
    new Promise((resolve) => {
      const line = lineOf(key)
      if (isFree(line)) {
        begin(key, line)
        resolve()
        return
      }
      waiting++
      if (first) line.waiting.unshift(resolve)
      else line.waiting.push(resolve)
    })
  const turnOf = (key: number): Turn => {
    let isRunning = true
    return {
      release: () => {
        if (!isRunning) return
        isRunning = false
        const line = lineOf(key)
        running--
        line.running--
        if (line.running === 0 && line.waiting.length === 0) lines.delete(key)
        serveNext()
      },
      again: async () => {
        await wait(key, true)
        isRunning = true
      },
    }
  }
  const refusalsOf = (key: number): number => {
    const current = Math.floor(now() / 1000)
    if (current !== second) refusals.clear()
    second = current
    return refusals.get(key) ?? 0
  }
  const refuseIfFull = (key: number, longest: number): boolean => {
    const line = lines.get(key)
    const isFull = line !== undefined && !isFree(line) && line.waiting.length >= longest
    if (isFull) refusals.set(key, refusalsOf(key) + 1)
    return isFull
  }
  return {
    refuseIfFull,
    take: (key, longest) =>
      refuseIfFull(key, longest) ? undefined : wait(key, false).then(() => turnOf(key)),
    turnsAway: (key) => refusalsOf(key) >= limits.refusalsASecond,
    running: () => running,
    waiting: () => waiting,
  }
}
