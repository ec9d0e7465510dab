/**
 * A server under a light load while something is done to it, and what its operator and its clients see of that.
 * Guarantees: what is told is what log, readiness, metrics and commands say, in their own words, shortened.
 */
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { temporaryFolder } from '../support/children.js'
import { startLoad, type Call } from '../chaos/load.js'
import { runRobe, type Ended, type Settings } from '../process/robe.js'
import type { Scope } from '../process/scope.js'
import { storeWithEndlessKey } from './endless-key.js'
import type { Sight } from './part.js'
import { startWatched, type WatchedServer } from './watched-server.js'

export const NOTICED_WITHIN_MS = 2_000
const PER_SECOND = 20
const LOOK_EVERY_MS = 50

export interface Readiness {
  readonly status: number
  readonly body: string
}

export interface Stage {
  /** The file of an embedded store. */
  readonly path: string
  readonly store: string
  readonly key: string
  readonly server: WatchedServer
  readonly readiness: () => Promise<Readiness>
  /** Lines of the log that are no access lines, since it was last asked. */
  readonly news: () => readonly string[]
  /** Metrics of Robe's own that have changed since it was last asked, but for what calls change. */
  readonly changes: () => Promise<readonly string[]>
  readonly command: (...words: readonly string[]) => Promise<Ended>
  readonly endLoad: () => Promise<readonly Call[]>
}

/** @param folder where the store is to be made; default: a new one */
export async function openStage(
  scope: Scope,
  settings: Settings = {},
  folder = temporaryFolder(),
): Promise<Stage> {
  const path = join(folder, 'robe.db')
  const { STORE: store = `sqlite:${path}` } = settings
  const key = await storeWithEndlessKey(store)
  const server = await startWatched(scope, { LOG_LEVEL: 'info', ...settings, STORE: store })
  const endLoad = startLoad(server.url, key, PER_SECOND)
  scope.teardown(endLoad)
  let heard = 0
  let metrics = await ownMetrics(server.ops)
  // Something is counted and written before anything happens.
  await delay(500)
  return {
    path,
    store,
    key,
    server,
    readiness: () => readinessOf(server.ops),
    news: () => {
      const lines = server.out().split('\n').slice(0, -1)
      const news = lines
        .slice(heard)
        .filter(
          (line) =>
            line.startsWith('{') && !/"msg":"(?:request"|Robe \S+ listens|This first start)/.test(line),
        )
      heard = lines.length
      return news
    },
    changes: async () => {
      const now = await ownMetrics(server.ops)
      const changed = [...now].filter(([name, value]) => metrics.get(name) !== value)
      metrics = now
      return changed.map(([name, value]) => `${name} ${value}`)
    },
    command: (...words) => runRobe(scope, words, { STORE: store }),
    endLoad,
  }
}

/** Waits until readiness says something else than before. @returns after how many milliseconds; undefined: not in twice the promised time */
export async function noticed(
  { readiness }: Stage,
  before: Readiness,
  withinMs = NOTICED_WITHIN_MS,
): Promise<number | undefined> {
  const began = performance.now()
  for (let passed = 0; passed < 2 * withinMs; passed = performance.now() - began) {
    const { status, body } = await readiness()
    if (status !== before.status || body !== before.body) return passed
    await delay(LOOK_EVERY_MS)
  }
  return undefined
}

/** The news there are, or come soon: the log is written a moment after what it tells of. */
export async function newsSoon({ news }: Stage): Promise<readonly string[]> {
  const began = performance.now()
  for (;;) {
    const lines = news()
    if (lines.length > 0 || performance.now() - began > NOTICED_WITHIN_MS) return lines
    await delay(LOOK_EVERY_MS)
  }
}

/** What the operator saw, in a row of the report. */
export function sightOf(
  fault: string,
  news: readonly string[],
  { status, body }: Readiness,
  changes: readonly string[],
): Sight {
  const messages = news.map((line) => (JSON.parse(line) as { readonly msg: string }).msg)
  return {
    fault,
    log:
      messages.length === 0
        ? 'nothing'
        : messages
            .slice(0, 3)
            .map((each) => `"${shortened(each, 220)}"`)
            .join('; '),
    readiness: `${status} \`${shortened(body, 300)}\``,
    metric: changes.length === 0 ? 'nothing' : changes.slice(0, 4).join(', '),
  }
}

export function shortened(text: string, most: number): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length <= most ? line : `${line.slice(0, most)}…`
}

/** Whether a command failed in one line, and without showing where in the code. */
export function failsInOneLine({ code, err }: Ended): boolean {
  return code !== 0 && /^[^\n]+\n$/.test(err) && !/\s+at |node_modules|node:internal|\.js:\d/.test(err)
}

async function readinessOf(ops: string): Promise<Readiness> {
  const response = await fetch(`${ops}/readyz`)
  return { status: response.status, body: await response.text() }
}

async function ownMetrics(ops: string): Promise<ReadonlyMap<string, string>> {
  const text = await (await fetch(`${ops}/metrics`)).text()
  const own = text.split('\n').filter((line) => /^robe_(?!request|memo_)/.test(line))
  return new Map(
    own.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
  )
}
