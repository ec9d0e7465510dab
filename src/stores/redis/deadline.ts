/**
 * Deadlines of commands, measured in turns of the event loop.
 * Guarantees: a busy event loop of this process never counts as a fault of Redis. A command fails only after several timers in a
 * row without any answer, and between two timers the loop reads its sockets, however long its turns are. A Redis that keeps
 * answering is waited for, so a long queue is no fault either, up to MAX_TICKS.
 */
import { performance } from 'node:perf_hooks'
import { RedisFault } from './replies.js'

/** Timers without an answer. The first may fire before the command is written, the next before its answer is read. */
const SILENT_TICKS = 5
const MAX_TICKS = 100

/** The deadlines of one connection. */
export class Deadlines {
  #answers = 0

  /**
   * Waits for an answer. Rejects with RedisFault when the connection has been silent for `milliseconds`; `late` is called with the
   * answer if it still arrives and is not an error.
   */
  within<T>(answer: Promise<T>, milliseconds: number, late?: (reply: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const sentAt = performance.now()
      let isLate = false
      let seen = this.#answers
      let ticks = 0
      let silentTicks = 0
      const timer = setInterval(() => {
        ticks += 1
        silentTicks = seen === this.#answers ? silentTicks + 1 : 0
        seen = this.#answers
        if (silentTicks < SILENT_TICKS && ticks < MAX_TICKS) return
        clearInterval(timer)
        isLate = true
        reject(new RedisFault('slow', `no answer within ${Math.round(performance.now() - sentAt)} ms`))
      }, milliseconds / SILENT_TICKS)
      const settle = (): void => {
        this.#answers += 1
        clearInterval(timer)
      }
      answer.then(
        (reply) => {
          settle()
          if (isLate) late?.(reply)
          else resolve(reply)
        },
        () => {
          settle()
          resolve(answer)
        },
      )
    })
  }
}
