/**
 * Thread priorities for machines with few cores: first the event loop, then answer threads, then V8's own threads, which collect
 * the garbage of large answers. V8's threads come last, because the event loop sometimes waits for a lock held by an answer thread,
 * which must not in turn wait for four others. Also sets V8 flags for short pauses.
 * Guarantees: changes priorities on Linux only, because elsewhere they apply to the whole process; never throws.
 */
import { readdirSync, readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { setFlagsFromString } from 'node:v8'

const ANSWERING = 12
const OTHERS = 17
const THREADS = '/proc/self/task'
const THIS_THREAD = '/proc/thread-self'

/** Call it in each answer thread. It also lowers the priority of all other existing threads, which are V8's. */
export function eventLoopFirst(): void {
  if (process.platform !== 'linux') return
  const self = Number(basename(readlinkSync(THIS_THREAD)))
  lower(self, ANSWERING)
  for (const thread of readdirSync(THREADS).map(Number)) if (thread !== process.pid) lower(thread, OTHERS)
}

/** A thread whose priority already differs from the process keeps it. */
function lower(thread: number, priority: number): void {
  try {
    if (getPriority(thread) === getPriority(process.pid)) setPriority(thread, priority)
  } catch {
    // The thread has ended, or the process has an even lower priority, which only root may raise.
  }
}

/**
 * Sets V8 flags; call it before starting other threads. Each thread collects its own young generation, otherwise the event loop
 * would wait for low-priority helper threads; without concurrent marking it waits less, too. No allocation-site pretenuring, since
 * all objects of an answer are short-lived. No inlined array builtins: otherwise `map` and similar functions create another kind of
 * array once their caller is optimized, and all functions that read these arrays are deoptimized (docs/decisions.md).
 */
export function keepPausesShort(): void {
  setFlagsFromString('--no-parallel-scavenge')
  setFlagsFromString('--no-concurrent-marking')
  setFlagsFromString('--no-allocation-site-pretenuring')
  setFlagsFromString('--no-turbo-inline-array-builtins')
}
