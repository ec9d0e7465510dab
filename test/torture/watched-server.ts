/**
 * A real server whose memory, connections and metrics can be looked at.
 * Guarantees: what is told of memory is told right after everything that nobody needs was collected.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { freePort } from '../process/ports.js'
import { startRobe, until, type Robe, type Settings } from '../process/robe.js'
import type { Scope } from '../process/scope.js'

const PROBE = new URL('./heap-on-signal.js', import.meta.url).href

/** Bytes. */
export interface Memory {
  readonly heapUsed: number
  readonly external: number
  readonly rss: number
}

export interface WatchedServer extends Robe {
  readonly port: number
  /** Collects first. */
  readonly memory: () => Promise<Memory>
  /** The most that was ever resident, in bytes. */
  readonly mostResident: () => number
  /** Sockets it holds now, those that it listens on included. */
  readonly sockets: () => number
  readonly isAlive: () => boolean
  readonly ops: string
  /** Sum of a metric over its labels, or over those that match. */
  readonly metric: (name: string, labels?: RegExp) => Promise<number>
}

export async function startWatched(scope: Scope, settings: Settings): Promise<WatchedServer> {
  const opsPort = await freePort(scope)
  const robe = await startRobe(scope, {
    LOG_LEVEL: 'warn',
    OPS_PORT: String(opsPort),
    NODE_OPTIONS: `--import=${PROBE}`,
    ...settings,
  })
  const ops = `http://127.0.0.1:${opsPort}`
  const told = (): readonly string[] =>
    robe
      .err()
      .split('\n')
      .filter((line) => line.startsWith('torture-memory '))
  return Object.assign(robe, {
    port: Number(new URL(robe.url).port),
    ops,
    memory: async (): Promise<Memory> => {
      const before = told().length
      robe.signal('SIGWINCH')
      await until('the server tells of its memory', () => told().length > before, 10)
      return JSON.parse((told().at(-1) ?? '').replace(/^\S+ /, '')) as Memory
    },
    mostResident: () =>
      1024 * Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${robe.pid}/status`, 'utf8'))?.[1]),
    sockets: () => socketsOf(robe.pid),
    isAlive: () => isAlive(robe.pid),
    metric: (name: string, labels = /^/) => metricOf(ops, name, labels),
  })
}

function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((each) => {
    try {
      return readlinkSync(`${folder}/${each}`).startsWith('socket:')
    } catch {
      // Closed between the two looks.
      return false
    }
  }).length
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** NaN when there is no such metric, or nobody to tell of it. */
export async function metricOf(ops: string, name: string, labels: RegExp): Promise<number> {
  const text = await fetch(`${ops}/metrics`, { signal: AbortSignal.timeout(10_000) }).then(
    (response) => response.text(),
    () => '',
  )
  const found = text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || (line.startsWith(`${name}{`) && labels.test(line)))
  return found.length === 0
    ? NaN
    : found.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}
