/**
 * The worker threads of one snapshot, which answer large questions; they are started on demand (pool.ts), and their answers
 * are streams of bytes (thread-stream.ts).
 * Guarantees: a thread that was ended or died is replaced by the next question; a question that timed out is answered with
 * 503 for an hour without being tried again, unless it is a cross without group_by, limit and recombination_band.
 * Leaves to others: scheduling (turns.ts), the answers (answer-thread.ts).
 */
import { PLANS } from '../../access/plan.js'
import type { Fields } from '../../operations/read/decode-fields.js'
import { ClientError } from '../../operations/client-error.js'
import { cutBelow } from '../http/errors.js'
import type { AnswerThreads } from '../http/fairness/answer-threads.js'
import type { Log } from '../http/log/access-log.js'
import { createBoundedMap } from '../../common/memo.js'
import type { ThreadRequest, ThreadRules } from './answer-thread.js'
import { openStream, type LossReason } from './thread-stream.js'
import { ThreadPool } from './pool.js'
import type { Turns } from './turns.js'

export interface PoolOptions {
  readonly rules: ThreadRules
  /** Shared by all snapshots of the process. */
  readonly turns: Turns
  /** Maximum number of threads. */
  readonly threads: number
  readonly log: Log
  /** Called for each thread that was ended or died. */
  readonly onLost: (reason: LossReason) => void
  /** How long a thread may compute without sending anything. */
  readonly milliseconds?: number
  /** Another script, for tests of failing threads. */
  readonly script?: URL
}

export interface AnswerPool extends AnswerThreads {
  /** Ends the threads once nothing is under way or waits. */
  readonly close: () => Promise<void>
}

/**
 * A hundred times what the most expensive question takes: costlier ones are refused by their estimated cost. Reaching this
 * is a defect of the service.
 */
const MILLISECONDS = 30_000
const SCRIPT = new URL('./answer-thread.js', import.meta.url)

/** How long a question that timed out is not tried again. */
const TIMED_OUT_MILLISECONDS = 3_600_000
const MAX_TIMED_OUT = 1_000

export function createAnswerPool(options: PoolOptions): AnswerPool {
  const { rules, turns, threads, log, onLost, milliseconds = MILLISECONDS } = options
  const pool = new ThreadPool(
    {
      filename: (options.script ?? SCRIPT).href,
      workerData: rules,
      maxThreads: threads,
      // An answer that waits for its reader does not occupy its thread: turns limit what runs, not the pool.
      concurrentTasksPerWorker: Number.MAX_SAFE_INTEGER,
      maxQueue: Infinity,
      loadBalancer: (_task, workers) => leastBusy(workers, threads),
    },
    (error) => log.error({ err: error }, 'an idle thread was lost'),
  )
  const timedOut = createBoundedMap<string, number>(MAX_TIMED_OUT)
  let underWay = 0
  let idle = (): void => {}
  const onEnd = (): void => {
    if (--underWay === 0) idle()
  }
  return {
    turnsAway: ({ id }) => turns.turnsAway(id),
    refuseIfFull: ({ id, plan }) => {
      if (turns.refuseIfFull(id, PLANS[plan].waiting)) throw queueIsFull()
    },
    ask: async (question) => {
      const { endpoint, language, fields } = question
      // Deeper nesting is in no field that is read, and JSON.stringify could overflow on it.
      const asked = JSON.stringify([endpoint, language, cutBelow(fields) as Fields] satisfies ThreadRequest)
      if ((timedOut.known(asked) ?? 0) > Date.now()) throw hasTimedOut()
      const waiting = turns.take(question.key.id, PLANS[question.key.plan].waiting)
      if (waiting === undefined) throw queueIsFull()
      underWay++
      const turn = await waiting
      if (question.isGone()) {
        turn.release()
        onEnd()
        throw new ClientError('SERVICE_UNAVAILABLE', 'The client has gone')
      }
      const onLoss = (reason: LossReason, error: Error): void => {
        onLost(reason)
        log.error({ err: error, keyId: question.key.id }, `a thread was lost with a question (${reason})`)
        if (reason === 'time' && !question.isPlain) timedOut.keep(asked, Date.now() + TIMED_OUT_MILLISECONDS)
      }
      const made = await pool.pool().catch((error: unknown) => {
        turn.release()
        onEnd()
        throw error
      })
      return openStream({ pool: made, turn, milliseconds, onLoss, onEnd }, asked)
    },
    close: async () => {
      if (underWay > 0) await new Promise<void>((resolve) => (idle = resolve))
      // A late request of a replaced snapshot gets new threads, which end when they are idle.
      await pool.close()
    },
  }
}

function queueIsFull(): ClientError {
  return new ClientError(
    'SERVICE_UNAVAILABLE',
    'Too many large questions of this key are under way: ask again',
  )
}

/** A time-out is a defect of the service, so the call is not charged. */
function hasTimedOut(): ClientError {
  return new ClientError(
    'SERVICE_UNAVAILABLE',
    'The service could not answer this question in time and does not try it again within an hour: ask a smaller one',
  )
}

/** Null, so that another thread is started, while all are busy and there are fewer than `most`. */
function leastBusy<Worker extends { readonly currentUsage: number }>(
  workers: readonly Worker[],
  most: number,
): Worker | null {
  const [first] = [...workers].sort((a, b) => a.currentUsage - b.currentUsage)
  if (first === undefined) return null
  return first.currentUsage === 0 || workers.length >= most ? first : null
}
