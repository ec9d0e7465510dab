/**
 * Loaded into every server under measurement: reports over the IPC channel what the process has used and for how long
 * its event loop was blocked.
 * Guarantees: costs nothing until it is asked; the process exits when its parent has exited.
 */
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'

export type ProbeQuestion = 'usage' | 'delay-start' | 'delay-stop'

export interface Usage {
  /** Microseconds of CPU since the process began, user and system. */
  readonly cpu: number
  /** Bytes: the most memory that was ever resident. */
  readonly peak: number
}

/** How often the event loop is asked whether it goes on; that much of each figure is not delay. */
const RESOLUTION_MS = 1
let delays: IntervalHistogram | undefined

// The server's worker threads load this too, and have no channel to report on.
if (isMainThread) {
  process.on('message', (message: { readonly id: number; readonly probe?: ProbeQuestion }) => {
    const { id, probe } = message
    if (probe === undefined) return
    void answer(probe).then((told) => process.send?.({ id, told }))
  })
  process.on('disconnect', () => process.exit(0))
}

async function answer(question: ProbeQuestion): Promise<unknown> {
  if (question === 'usage') return usage()
  if (question === 'delay-start') {
    delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    delays.enable()
    // What holds the event loop right after its start is seen only if the monitor has been called before.
    return delay(3 * RESOLUTION_MS)
  }
  // So that the monitor is called once more after what is measured.
  await delay(3 * RESOLUTION_MS)
  delays?.disable()
  return Math.max(0, (delays?.max ?? 0) / 1e6 - RESOLUTION_MS)
}

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpu: user + system, peak: process.resourceUsage().maxRSS * 1024 }
}
