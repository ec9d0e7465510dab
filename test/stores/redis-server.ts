/**
 * A real redis-server for a test: its own process, port and folder.
 * Guarantees: none is left behind; where Redis is not installed the test is skipped, visibly, unless NEED_REDIS is
 * set: then that is a failure.
 * Leaves to others: what is asked of it.
 */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Scope } from '../process/scope.js'
import { freePort } from '../process/ports.js'

export interface RedisServer {
  readonly port: number
  readonly url: string
  /** Freezes it as it stands, and lets it go on. */
  freeze(): void
  thaw(): void
  kill(): Promise<void>
  /** Starts it again on the same port; with what it had written to disk, or with nothing. */
  restart(how?: { readonly empty?: boolean; readonly words?: readonly string[] }): Promise<void>
  /** Sends a command as a person at `redis-cli` would and returns what it prints. */
  cli(...words: readonly string[]): string
  /** The same without holding up this process, which may be measuring. */
  tell(...words: readonly string[]): Promise<void>
}

const PATIENCE_MS = 20_000

/** The programs' own names, as the package `redis-server` of Debian and Ubuntu installs them. */
const SERVER = 'redis-server'
const CLI = 'redis-cli'

let installed: boolean | undefined

function isInstalled(): boolean {
  if (installed !== undefined) return installed
  try {
    execFileSync(SERVER, ['--version'], { stdio: 'ignore' })
    installed = true
  } catch {
    installed = false
  }
  return installed
}

/** What `t.test` takes to skip without Redis; fails instead of skipping where it is needed. */
export function needsRedis(): { readonly skip: string | false } {
  if (isInstalled()) return { skip: false }
  const why = `needs ${SERVER}: install the package redis-server`
  if (process.env['NEED_REDIS'] === '1') throw new Error(why)
  return { skip: why }
}

/** Starts a server without disk unless `words` say otherwise; it ends with the test. */
export async function startRedis(t: Scope, words: readonly string[] = []): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'robe-redis-'))
  const port = await freePort(t)
  const usual = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--loglevel',
    'warning',
  ]
  let extra = words
  let child = await start()
  t.teardown(async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(): Promise<ChildProcess> {
    const started = spawn(SERVER, [...usual, ...extra], { stdio: 'ignore' })
    for (let waited = 0; waited < PATIENCE_MS; waited += 10) {
      if (started.exitCode !== null) throw new Error(`${SERVER} ended with ${started.exitCode}`)
      if (await accepts(port)) return started
      await delay(10)
    }
    throw new Error(`${SERVER} does not answer on ${port}`)
  }

  async function end(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill: end,
    async restart({ empty = false, words: others } = {}) {
      await end()
      if (empty) {
        rmSync(join(folder, 'appendonlydir'), { recursive: true, force: true })
        rmSync(join(folder, 'dump.rdb'), { force: true })
      }
      extra = others ?? extra
      child = await start()
    },
    async tell(...command) {
      await promisify(execFile)(CLI, ['-p', String(port), ...command], { timeout: PATIENCE_MS })
    },
    cli: (...command) =>
      execFileSync(CLI, ['-p', String(port), ...command], { encoding: 'utf8', timeout: PATIENCE_MS }).trim(),
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
