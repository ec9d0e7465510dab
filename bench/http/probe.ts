/**
 * Loaded into every server that is measured: tells over the IPC channel what the process has used, for how long its
 * event loop was held, and where its time went. Guarantees: costs nothing until it is asked; the process ends when who started it has ended.
 */
import { Session, type Profiler } from 'node:inspector'
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'

export type ProbeQuestion = 'usage' | 'delay-start' | 'delay-stop' | 'profile-start' | 'profile-stop'

export interface Usage {
  /** Microseconds of CPU since the process began, user and system. */
  readonly cpu: number
  /** Bytes: the most memory that was ever resident, and what is resident now. */
  readonly peak: number
  readonly resident: number
}

/** A function, or all functions of a file or package, and their share of the samples, themselves only. */
export interface HotFrame {
  readonly frame: string
  readonly share: number
}

const FRAMES_TOLD = 20
const FILES_TOLD = 15
/** How often the event loop is asked whether it goes on; that much of each figure is not delay. */
const RESOLUTION_MS = 1
let session: Session | undefined
let delays: IntervalHistogram | undefined

// A thread of the server loads this too, and has nobody to tell.
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
  if (question === 'delay-stop') {
    // So that the monitor is called once more after what is measured.
    await delay(3 * RESOLUTION_MS)
    delays?.disable()
    return Math.max(0, (delays?.max ?? 0) / 1e6 - RESOLUTION_MS)
  }
  session ??= new Session()
  if (question === 'profile-start') {
    session.connect()
    await post(session, 'Profiler.enable')
    return post(session, 'Profiler.start')
  }
  const { profile } = (await post(session, 'Profiler.stop')) as { readonly profile: Profiler.Profile }
  session.disconnect()
  return hottest(profile)
}

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return {
    cpu: user + system,
    peak: process.resourceUsage().maxRSS * 1024,
    resident: process.memoryUsage.rss(),
  }
}

function post(to: Session, method: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    to.post(method, (error, result) => (error === null ? resolve(result) : reject(new Error(error.message))))
  })
}

function hottest({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): readonly HotFrame[] {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const micros = new Map<string, number>()
  const files = new Map<string, number>()
  let all = 0
  samples.forEach((id, i) => {
    const { functionName = '', url = '', lineNumber = 0 } = byId.get(id) ?? {}
    if (functionName === '(idle)') return
    const file = url.replace(/^.*\/(?=(build|node_modules)\/)/, '')
    const frame = `${functionName || '(anonymous)'}${file === '' ? '' : ` ${file}:${lineNumber + 1}`}`
    const spent = timeDeltas[i] ?? 0
    all += spent
    micros.set(frame, (micros.get(frame) ?? 0) + spent)
    const whole = `all of ${partOf(file, functionName)}`
    files.set(whole, (files.get(whole) ?? 0) + spent)
  })
  const told = (spent: ReadonlyMap<string, number>, most: number): readonly HotFrame[] =>
    [...spent]
      .sort((a, b) => b[1] - a[1])
      .slice(0, most)
      .map(([frame, own]) => ({ frame, share: own / all }))
  return [...told(micros, FRAMES_TOLD), ...told(files, FILES_TOLD)]
}

/** Our own files each by itself, packages and Node as wholes. */
function partOf(file: string, functionName: string): string {
  if (file === '') return functionName === '(garbage collector)' ? 'garbage collection' : 'native code'
  if (file.startsWith('node:')) return 'Node'
  return /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file
}
