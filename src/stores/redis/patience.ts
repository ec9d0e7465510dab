/**
 * How long the answers of one connection are waited for.
 * Guarantees: a Redis that is at work is waited for, however long the burst; one that has answered nothing at all for the
 * given time is not; a time in which this process itself got no CPU does not count against Redis.
 */
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { RedisFault } from './replies.js'

/** A timer this late says that the machine has no time for this process, hence perhaps none for Redis either. */
const STARVED_MS = 5

/** What each command of a burst adds to the patience: it waits for those before it, of other processes too. */
const EACH_MS = 0.5

/** However busy everything is: after so many times the patience a command is given up. */
const MOST_PATIENCES = 60

export class Patience {
  /** The moment of the latest answer. */
  answeredAt = 0
  /** Commands whose time is not up; and the most there were since there was none. */
  #waiting = 0
  #burst = 0

  /** The answer; or, when its time is up first, a RedisFault, and the answer goes to `late`. */
  within<T>(answer: Promise<T>, patience: number, late?: (reply: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const sentAt = performance.now()
      let state: 'waiting' | 'late' | 'answered' = 'waiting'
      let timer: NodeJS.Timeout

      const wait = (milliseconds: number): void => {
        const due = performance.now() + milliseconds
        timer = setTimeout(() => void judge(due), milliseconds)
      }
      const judge = async (due: number): Promise<void> => {
        const starved = performance.now() - due > STARVED_MS
        // After a long turn of this process the answer may lie in the socket, unread: it is read before this goes on.
        await setImmediate()
        if (state !== 'waiting') return
        const now = performance.now()
        const silent = now - Math.max(sentAt, this.answeredAt)
        const left = starved ? patience : patience + EACH_MS * this.#burst - silent
        if (left > 0 && now - sentAt < MOST_PATIENCES * patience) return wait(Math.max(1, left))
        state = 'late'
        this.#waiting -= 1
        reject(new RedisFault('slow', `no answer within ${Math.round(now - sentAt)} ms`))
      }
      /** Returns whether somebody still waits. */
      const answered = (): boolean => {
        this.answeredAt = performance.now()
        clearTimeout(timer)
        const isWaiting = state === 'waiting'
        if (isWaiting) this.#waiting -= 1
        state = 'answered'
        return isWaiting
      }

      this.#burst = this.#waiting === 0 ? 1 : Math.max(this.#burst, this.#waiting + 1)
      this.#waiting += 1
      wait(patience)
      answer.then(
        (reply) => {
          if (answered()) resolve(reply)
          else late?.(reply)
        },
        () => {
          answered()
          resolve(answer)
        },
      )
    })
  }
}
