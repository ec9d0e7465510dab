/**
 * Fair scheduling between API keys: a key with many large questions waits for its own, not for those of others.
 * Guarantees: at most `most` questions run at a time, and `mostOfOneKey` of one key; questions of one key keep their
 * order; a key whose queue is full is refused at once, and unread for the rest of the second if it goes on asking.
 * Leaves to others: the computing (answer-pool.ts) and the length of a key's queue (access/plan.ts).
 */
export interface Turn {
  /** Lets the next question run. A second call does nothing. */
  readonly release: () => void
  /** Resolves when the question may continue: never refused, and ahead of questions of the same key that have not begun. */
  readonly again: () => Promise<void>
}

export interface Turns {
  /** True where the key's queue is full, which counts as one refusal. @param maxWaiting length of the queue */
  readonly refuseIfFull: (key: number, maxWaiting: number) => boolean
  /** Undefined at once where the key's queue is full. */
  readonly take: (key: number, maxWaiting: number) => Promise<Turn> | undefined
  /** Whether the key was refused so often in this second that its further questions are refused unread. */
  readonly turnsAway: (key: number) => boolean
  readonly running: () => number
  readonly waiting: () => number
}

export interface TurnLimits {
  /** Questions of all keys that run at a time. */
  readonly most: number
  readonly mostOfOneKey: number
  /** After so many refusals in a second, further calls of the key are refused unread. */
  readonly refusalsASecond: number
}

interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

/** @param now milliseconds of a monotonic clock */
export function createTurns(limits: TurnLimits, now: () => number): Turns {
  // In the order in which keys have their next turn; keys without work are absent.
  const queues = new Map<number, Queue>()
  const refusals = new Map<number, number>()
  let second = 0
  let running = 0
  let waiting = 0

  const queueOf = (key: number): Queue => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    return queue
  }
  const begin = (key: number, queue: Queue): void => {
    running++
    queue.running++
    // Its next turn comes after those of all other keys.
    queues.delete(key)
    queues.set(key, queue)
  }
  const serveNext = (): void => {
    for (const [key, queue] of queues) {
      if (running >= limits.most) return
      if (queue.running >= limits.mostOfOneKey) continue
      const next = queue.waiting.shift()
      if (next === undefined) continue
      waiting--
      begin(key, queue)
      next()
    }
  }
  const isFree = (queue: Queue): boolean =>
    running < limits.most && queue.running < limits.mostOfOneKey && queue.waiting.length === 0
  /** @param first whether it goes ahead of those of the key that are waiting */
  const wait = (key: number, first: boolean): Promise<void> =>
    new Promise((resolve) => {
      const queue = queueOf(key)
      if (isFree(queue)) {
        begin(key, queue)
        resolve()
        return
      }
      waiting++
      if (first) queue.waiting.unshift(resolve)
      else queue.waiting.push(resolve)
    })
  const turnOf = (key: number): Turn => {
    let isRunning = true
    return {
      release: () => {
        if (!isRunning) return
        isRunning = false
        const queue = queueOf(key)
        running--
        queue.running--
        if (queue.running === 0 && queue.waiting.length === 0) queues.delete(key)
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
  const refuseIfFull = (key: number, maxWaiting: number): boolean => {
    const queue = queues.get(key)
    const isFull = queue !== undefined && !isFree(queue) && queue.waiting.length >= maxWaiting
    if (isFull) refusals.set(key, refusalsOf(key) + 1)
    return isFull
  }
  return {
    refuseIfFull,
    take: (key, maxWaiting) =>
      refuseIfFull(key, maxWaiting) ? undefined : wait(key, false).then(() => turnOf(key)),
    turnsAway: (key) => refusalsOf(key) >= limits.refusalsASecond,
    running: () => running,
    waiting: () => waiting,
  }
}
