/**
 * Who goes first where cores are few: the event loop, then the threads that answer, and last the engine's own, which collect
 * the garbage of large answers. The engine's come after the answering ones, since the event loop at times waits for a
 * lock that an answering thread holds, which must then not wait for four others. And what keeps the engine from stopping
 * any of them for long.
 * Guarantees: priorities change on Linux alone, since elsewhere a priority is that of the whole process; never throws.
 */
import { readdirSync, readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { setFlagsFromString } from 'node:v8'

const ANSWERING = 12
const OTHERS = 17
const THREADS = '/proc/self/task'
const THIS_THREAD = '/proc/thread-self'

/** To be called by each thread that answers. Concerns the threads that there are now: the engine's begin with the process. */
export function eventLoopFirst(): void {
  if (process.platform !== 'linux') return
  const self = Number(basename(readlinkSync(THIS_THREAD)))
  lower(self, ANSWERING)
  for (const thread of readdirSync(THREADS).map(Number)) if (thread !== process.pid) lower(thread, OTHERS)
}

/** A thread that has a priority of its own keeps it. */
function lower(thread: number, priority: number): void {
  try {
    if (getPriority(thread) === getPriority(process.pid)) setPriority(thread, priority)
  } catch {
    // It has just ended, or the process was started with a lower priority still, which only the operator may raise.
  }
}

/**
 * Each thread collects its garbage by itself. Otherwise the event loop waits for the engine's threads to finish their share
 * of its young objects, though they come last; and it waits less when they do not mark old ones either. No object is taken for
 * a lasting one when it is made, since what an answer needs goes with it. `map` and its like make the same kind of array
 * whether or not the function that calls them is optimized; otherwise all functions that read these arrays must be optimized
 * again (docs/decisions.md).
 * To be called before there are other threads.
 */
export function keepPausesShort(): void {
  setFlagsFromString('--no-parallel-scavenge')
  setFlagsFromString('--no-concurrent-marking')
  setFlagsFromString('--no-allocation-site-pretenuring')
  setFlagsFromString('--no-turbo-inline-array-builtins')
}
