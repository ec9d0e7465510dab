/**
 * Prepares snapshots in a worker thread, so that reloading rules delays no request.
 * Guarantees: always answers: a crash, lack of memory or timeout of the thread is a refusal with its reason; an idle thread does not
 * keep the process alive, and ends after a while.
 */
import { ThreadPool } from '../threads/pool.js'
import type { PreparedSnapshot } from './snapshot.js'
import type { SnapshotOptions } from './prepare.js'

export type BuildAnswer =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'refused'
      /** Undefined if the files could not be checked. */
      readonly fingerprint: string | undefined
      readonly why: readonly string[]
    }
  | { readonly kind: 'snapshot'; readonly fingerprint: string; readonly snapshot: PreparedSnapshot }

export type Builder = ReturnType<typeof createBuilder>

type PoolOptions = ConstructorParameters<typeof ThreadPool>[0]

const THREAD = new URL('./build-thread.js', import.meta.url)

/** @param script worker-thread script; replaced in tests of thread failures */
export function createBuilder(
  options: SnapshotOptions,
  script: URL = THREAD,
  milliseconds = 30_000,
  limits: PoolOptions = {},
) {
  const threads = new ThreadPool({ workerData: options, maxThreads: 1, ...limits })
  return {
    /** Never rejects. Do not call it again before it has resolved. @param known fingerprint of files that are already checked */
    build: async (known?: string): Promise<BuildAnswer> => {
      const signal = AbortSignal.timeout(milliseconds)
      try {
        const pool = await threads.pool()
        // With the file name given here instead of in the pool's options, a failure to load the script rejects this task.
        return (await pool.run(known, { filename: script.href, signal })) as BuildAnswer
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        const reason = signal.aborted ? `this took more than ${milliseconds / 1000} s` : message
        return { kind: 'refused', fingerprint: undefined, why: [`the rules could not be checked: ${reason}`] }
      }
    },
    close: (): void => void threads.close().catch(() => {}),
  }
}
