/**
 * Has snapshots prepared in a thread beside the server, so that reading, compiling and trying out a rule set
 * delays no request.
 * Guarantees: always an answer: a thread that crashes, runs out of memory or of time is a refusal with its reason;
 * the thread keeps no process alive, and ends when nobody has asked for a while.
 */
import { Worker } from 'node:worker_threads'
import type { PreparedSnapshot } from './snapshot.js'
import type { SnapshotOptions } from './prepare.js'

export interface BuildQuestion {
  /** The fingerprint of files that need no second look. */
  readonly known: string | undefined
}

export type BuildAnswer =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'refused'
      /** Undefined when the files were not judged. */
      readonly fingerprint: string | undefined
      readonly why: readonly string[]
    }
  | { readonly kind: 'snapshot'; readonly fingerprint: string; readonly snapshot: PreparedSnapshot }

export interface Builder {
  /** Never rejects. Not to be called again before it has answered. */
  readonly build: (question: BuildQuestion) => Promise<BuildAnswer>
  readonly close: () => void
}

export interface BuildLimits {
  readonly milliseconds: number
  readonly megabytes: number
  /** How long the thread is kept for another question: a warm one answers many times faster. */
  readonly idleMilliseconds: number
}

const LIMITS: BuildLimits = { milliseconds: 30_000, megabytes: 512, idleMilliseconds: 60_000 }
const THREAD = new URL('./build-thread.js', import.meta.url)

/** @param script of the thread: another one in tests of what threads can do wrong */
export function createBuilder(
  options: SnapshotOptions,
  limits: BuildLimits = LIMITS,
  script: URL = THREAD,
): Builder {
  let thread: Worker | undefined
  let answer: ((given: BuildAnswer) => void) | undefined
  let timer: NodeJS.Timeout | undefined
  const start = (): Worker => {
    const resourceLimits = { maxOldGenerationSizeMb: limits.megabytes }
    const worker = new Worker(script, { workerData: options, resourceLimits })
    const lost = (reason: string): void => {
      if (thread === worker) end(reason)
    }
    worker.unref()
    worker.on('message', (given: BuildAnswer) => {
      if (thread !== worker) return
      answer?.(given)
      wait(limits.idleMilliseconds, () => end('nobody asked'))
    })
    worker.on('messageerror', (error) => lost(error.message))
    worker.on('error', (error) => lost(error instanceof Error ? error.message : String(error)))
    worker.on('exit', (code) => lost(`the thread ended with code ${code}`))
    return worker
  }
  const wait = (milliseconds: number, then: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(then, milliseconds).unref()
  }
  const end = (reason: string): void => {
    clearTimeout(timer)
    void thread?.terminate()
    thread = undefined
    answer?.({ kind: 'refused', fingerprint: undefined, why: [`the rules could not be tried: ${reason}`] })
  }
  return {
    build: (question) =>
      new Promise((resolve) => {
        answer = (given) => {
          answer = undefined
          resolve(given)
        }
        wait(limits.milliseconds, () => end(`this took more than ${limits.milliseconds / 1000} s`))
        try {
          thread ??= start()
          thread.postMessage(question)
        } catch (error) {
          end(error instanceof Error ? error.message : String(error))
        }
      }),
    close: () => end('the service ends'),
  }
}
