/**
 * Has snapshots prepared in a thread beside the server, so that a rule set that is read and tried out delays no request.
 * Guarantees: always an answer: a thread that crashes, runs out of memory or of time is a refusal with its reason; an
 * idle thread keeps no process alive, and ends when nobody has asked for a while.
 */
import { ThreadPool } from '../threads/pool.js'
import type { PreparedSnapshot } from './snapshot.js'
import type { SnapshotOptions } from './prepare.js'

export type BuildAnswer =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'refused'
      /** Undefined when the files were not judged. */
      readonly fingerprint: string | undefined
      readonly why: readonly string[]
    }
  | { readonly kind: 'snapshot'; readonly fingerprint: string; readonly snapshot: PreparedSnapshot }

export type Builder = ReturnType<typeof createBuilder>

type PoolOptions = ConstructorParameters<typeof ThreadPool>[0]

const THREAD = new URL('./build-thread.js', import.meta.url)

/** @param script of the thread: another one, with other limits, in tests of what threads can do wrong */
export function createBuilder(
  options: SnapshotOptions,
  script: URL = THREAD,
  milliseconds = 30_000,
  limits: PoolOptions = {},
) {
  const threads = new ThreadPool({ workerData: options, maxThreads: 1, ...limits })
  return {
    /** Never rejects. Not to be called again before it has answered. @param known fingerprint that needs no second reading */
    build: async (known?: string): Promise<BuildAnswer> => {
      const signal = AbortSignal.timeout(milliseconds)
      try {
        const pool = await threads.pool()
        // Named with the question and not for the pool, the script is loaded as a part of the work that may fail.
        return (await pool.run(known, { filename: script.href, signal })) as BuildAnswer
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        const reason = signal.aborted ? `this took more than ${milliseconds / 1000} s` : message
        return { kind: 'refused', fingerprint: undefined, why: [`the rules could not be tried: ${reason}`] }
      }
    },
    close: (): void => void threads.close().catch(() => {}),
  }
}
