/**
 * Child processes: servers under measurement and the clients that load them, each alone in its process.
 * Guarantees: environment variables of the surrounding shell do not reach them; they end with the process that started
 * them; when a child exits too early, the error shows what it printed.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createKey } from '../../src/access/keys/issue.js'
import { systemClock } from '../../src/access/clock.js'
import { openStore } from '../../src/stores/open.js'
import type { ProbeQuestion, Usage } from './probe.js'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const CLI = join(ROOT, 'build/src/cli.js')
/** Node flags that load the probe into a server. */
export const PROBE_FLAGS = ['--import', new URL('./probe.js', import.meta.url).href]
const PATIENCE_MS = 60_000
const folders: string[] = []

/** Limits that no test can reach. */
export const LIMITS = { hour: 1_000_000_000, day: 1_000_000_000, month: 1_000_000_000 }

export interface Child {
  readonly process: ChildProcess
  /** Everything that it has printed so far. */
  readonly printed: () => string
  readonly ask: (question: object) => Promise<unknown>
  readonly end: () => Promise<void>
}

export interface MeasuredServer extends Child {
  readonly port: number
  /** A key that it accepts; '' if it needs none. */
  readonly key: string
  readonly usage: () => Promise<Usage>
  /** Starts to watch for how long the event loop is blocked. */
  readonly startDelay: () => Promise<void>
  /** The longest time since then, in milliseconds. */
  readonly stopDelay: () => Promise<number>
}

/**
 * Starts a script of the build with an IPC channel; its output goes to a file, as in a deployment.
 * @param cores the processor cores that it may run on, in the notation of taskset; default: all
 */
export function startChild(
  script: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
  nodeFlags: readonly string[] = [],
  cores?: string,
): Child {
  const folder = temporaryFolder()
  const log = join(folder, 'output.log')
  const output = openSync(log, 'a')
  const node = [process.execPath, ...nodeFlags, script, ...args]
  const [command = '', ...words] = cores === undefined ? node : ['taskset', '-c', cores, ...node]
  const child = spawn(command, words, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...settings },
    stdio: ['ignore', output, output, 'ipc'],
  })
  const waiting = new Map<number, { resolve: (told: unknown) => void; reject: (error: Error) => void }>()
  let asked = 0
  child.on(
    'message',
    (message: { readonly id?: number; readonly told?: unknown; readonly fault?: string }) => {
      const asker = message.id === undefined ? undefined : waiting.get(message.id)
      if (asker === undefined || message.id === undefined) return
      waiting.delete(message.id)
      if (message.fault === undefined) asker.resolve(message.told)
      else asker.reject(new Error(message.fault))
    },
  )
  const printed = (): string => readFileSync(log, 'utf8')
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void ended.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`${script} ended: ${printed().slice(-2000)}`))
  })
  return {
    process: child,
    printed,
    ask: (question) =>
      new Promise((resolve, reject) => {
        const id = ++asked
        waiting.set(id, { resolve, reject })
        child.send({ id, ...question }, (error) => error !== null && reject(error))
      }),
    end: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 3000)
      await ended
      clearTimeout(timer)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits for a line in what the child prints. */
export async function printedLine(child: Child, pattern: RegExp): Promise<string> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 10) {
    const found = pattern.exec(child.printed())?.[1]
    if (found !== undefined) return found
    if (child.process.exitCode !== null) break
    await delay(10)
  }
  throw new Error(`never printed ${String(pattern)}: ${child.printed().slice(-2000)}`)
}

/**
 * Robe itself, `build/src/cli.js serve`, on a store with one key that has practically no limits.
 * @param url of the store; default: a file of its own
 * @param cores as in `startChild`
 */
export async function startRobe(
  settings: NodeJS.ProcessEnv = {},
  url?: string,
  cores?: string,
): Promise<MeasuredServer> {
  const folder = temporaryFolder()
  const store = url ?? `sqlite:${join(folder, 'robe.db')}`
  const opened = await openStore(store, { purpose: 'command' })
  const wanted = { name: 'test', plan: 'premium', limits: LIMITS, actor: 'test' } as const
  const { secret } = await createKey(opened, wanted, systemClock())
  await opened.close()
  const child = startChild(
    CLI,
    ['serve'],
    { PORT: '0', OPS_PORT: '0', STORE: store, STOP_GRACE: '0', LOG_LEVEL: 'info', ...settings },
    PROBE_FLAGS,
    cores,
  )
  const port = Number(await printedLine(child, /listens on http:\/\/[^:]+:(\d+)/))
  const server = measured(child, port, secret)
  const end = async (): Promise<void> => {
    await server.end()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...server, end }
}

/** Adds to a child what the probe reports; the child must have been started with PROBE_FLAGS. */
export function measured(child: Child, port: number, key: string): MeasuredServer {
  const probe = (question: ProbeQuestion): Promise<unknown> => child.ask({ probe: question })
  return {
    ...child,
    port,
    key,
    usage: async () => (await probe('usage')) as Usage,
    startDelay: async () => void (await probe('delay-start')),
    stopDelay: async () => (await probe('delay-stop')) as number,
  }
}

/** Deleted when this process exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'robe-'))
  if (folders.push(folder) === 1) {
    process.once('exit', () => {
      for (const each of folders) rmSync(each, { recursive: true, force: true })
    })
  }
  return folder
}

/** Above what an unprivileged process may have; a process that may not raise it measures at normal priority. */
const CLIENT_PRIORITY = -15

/** Lets a client run before everything else that keeps the cores busy, where the system allows it. */
export function raisePriority(pid: number): void {
  try {
    setPriority(pid, CLIENT_PRIORITY)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error
  }
}
