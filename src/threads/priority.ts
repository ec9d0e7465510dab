/**
 * Who goes first where cores are few: the event loop, and after it every other thread of the process, also the engine's
 * own, which collect the garbage of large crosses and would go on as equals of the event loop.
 * Guarantees: priorities change on Linux alone, since elsewhere a priority is that of the whole process; never throws.
 */
import { existsSync, readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'

const NICE = 10
const THREADS = '/proc/self/task'

/** Concerns the threads that there are now: those of the engine begin with the process. */
export function eventLoopFirst(): void {
  if (!existsSync(THREADS)) return
  for (const thread of readdirSync(THREADS).map(Number)) {
    try {
      if (thread !== process.pid) setPriority(thread, NICE)
    } catch {
      // It has just ended, or the process was started with a lower priority still, which only the operator may raise.
    }
  }
}

/**
 * Each thread collects its young objects by itself. Otherwise the event loop shares that work with the engine's threads
 * and waits for them to finish, though they come last. To be called before there are other threads.
 */
export function collectAlone(): void {
  setFlagsFromString('--no-parallel-scavenge')
}
