/**
 * Robe as an operator meets it: a process of its own, with an environment, output and an exit code.
 * Guarantees: settings of the surrounding shell do not reach it; no process outlives its test; one that shows a secret
 * in anything it prints fails its test.
 * Leaves to others: services inside the test's own process (test/http/service.ts).
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Scope } from './scope.js'
import { createKey } from '../../src/access/keys/issue.js'
import { systemClock } from '../../src/access/clock.js'
import type { Limits, PlanName } from '../../src/access/ports.js'
import { terminalLanguage } from '../../src/cli/terminal.js'
import { readConfig } from '../../src/service/config.js'
import { openStore } from '../../src/stores/open.js'
import { leaksOf, remember, secretsIn } from './secrets.js'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const CLI = join(ROOT, 'build/src/cli.js')

/** A busy machine may take its time; nothing here measures it. */
const PATIENCE_MS = 90_000

/** How long a command or an end may take, those of a large store among them. */
const MOST_MS = 240_000

export type Settings = Readonly<Record<string, string>>

/** What a server is started with unless a test says otherwise. */
const QUIET: Settings = { LOG_LEVEL: 'silent', PORT: '0', OPS_PORT: '0', STORE: 'memory:', STOP_GRACE: '0' }

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Robe {
  /** Without a slash at its end. */
  readonly url: string
  readonly pid: number
  readonly out: () => string
  readonly err: () => string
  /** The key that a first start showed; '' when it showed none. */
  readonly firstKey: string
  /** The command line that a first start showed; '' when it showed none. */
  readonly curl: string
  readonly signal: (name: NodeJS.Signals) => void
  /** Closes the end of the pipe that its output is read from. */
  readonly loseReader: () => void
  /** Sends SIGTERM and waits for the end. */
  readonly stop: () => Promise<Ended>
}

/** Runs a command line to its end. */
export async function runRobe(t: Scope, words: readonly string[], settings: Settings = {}): Promise<Ended> {
  return await inTime(watch(t, words, settings), words.join(' '))
}

/** Starts a server; rejects when it ends before it listens. @param openFiles how many it may have open */
export async function startRobe(t: Scope, settings: Settings, openFiles?: number): Promise<Robe> {
  const watched = watch(t, ['serve'], settings, openFiles)
  const { child, seen } = watched
  // The key's line is written a moment after the address, and only by a first start that has a store file.
  const isUp = (): boolean => /listens on http\S+ .*\n/.test(seen.out)
  for (let waited = 0; !isUp() && child.exitCode === null && waited < PATIENCE_MS; waited++) await delay(1)
  const url = /listens on (http\S+)/.exec(seen.out)?.[1]
  if (url === undefined) {
    child.kill('SIGKILL')
    throw new Error(`no server: ${(await watched.ended).err}${seen.out}`)
  }
  return {
    url,
    pid: child.pid ?? 0,
    out: () => seen.out,
    err: () => seen.err,
    get firstKey() {
      return /X-API-Key: (\S+)'/.exec(seen.out)?.[1] ?? ''
    },
    get curl() {
      const line = /^\{.*"curl":.*$/m.exec(seen.out)?.[0]
      return line === undefined ? '' : (JSON.parse(line) as { readonly curl: string }).curl
    },
    signal: (name) => void child.kill(name),
    loseReader: () => void child.stdout.destroy(),
    stop: async () => {
      await lookAtMetrics(settings['OPS_PORT'])
      child.kill('SIGTERM')
      return await inTime(watched, 'serve, told to stop')
    },
  }
}

/** An operator's pages show no secret either, as far as a server still has them. */
async function lookAtMetrics(opsPort = '0'): Promise<void> {
  if (opsPort === '0') return
  for (const page of ['metrics', 'readyz']) {
    const url = `http://127.0.0.1:${opsPort}/${page}`
    const text = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.text(),
      () => '',
    )
    const shown = secretsIn(text)
    if (shown.length > 0) throw new Error(`/${page} shows a secret: ${shown.join(', ')}`)
  }
}

/** Makes a store of the embedded kind with one key in it, and returns the key's secret. */
export async function storeWithKey(
  store: string,
  plan: PlanName,
  limits: Partial<Limits> = {},
): Promise<string> {
  const opened = await openStore(store, { purpose: 'command' })
  try {
    const { secret } = await createKey(opened, { name: 'test', plan, limits, actor: 'test' }, systemClock())
    remember(secret)
    return secret
  } finally {
    await opened.close()
  }
}

/** Waits until the condition holds; fails loudly when it never does. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  everyMs = 50,
): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += everyMs) {
    if (await holds()) return
    await delay(everyMs)
  }
  throw new Error(`never: ${what}`)
}

interface Watched {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  readonly ended: Promise<Ended>
  readonly seen: { out: string; err: string }
}

/** What it ended with; one that does not end is killed, and fails its test. */
async function inTime({ child, ended, seen }: Watched, what: string): Promise<Ended> {
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, MOST_MS)
  const end = await ended
  clearTimeout(late)
  if (isLate) throw new Error(`never ended: ${what}: ${seen.err}${seen.out}`)
  return end
}

function watch(t: Scope, words: readonly string[], settings: Settings, openFiles?: number): Watched {
  const command = [process.execPath, CLI, ...words] as const
  const limited = ['sh', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, ...command] as const
  const [program, ...rest] = openFiles === undefined ? command : limited
  const child = spawn(program, rest, {
    cwd: ROOT,
    env: { ...withoutSettings(process.env), ...QUIET, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const seen = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (seen.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (seen.err += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...seen }))
  t.teardown(async () => {
    child.kill('SIGKILL')
    const { out, err } = await ended
    const leaks = leaksOf(words, out, err)
    if (leaks.length > 0) throw new Error(`shows a secret: ${leaks.join(', ')}`)
  })
  return { child, ended, seen }
}

/** Every variable that the configuration and the terminal's language are read from. */
function settingsRead(): ReadonlySet<string> {
  const read = new Set<string>()
  const environment = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void read.add(String(name)) })
  readConfig(environment)
  terminalLanguage(environment, [])
  return read
}

const SETTINGS = settingsRead()

function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !SETTINGS.has(name)))
}
