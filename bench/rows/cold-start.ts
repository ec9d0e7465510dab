/**
 * P14: from spawning to listening, and to a first correct answer, Robe as it is started against bare node:http, and
 * against the same packages loaded at once with YAML, rules and contract compiled before the port is opened.
 * Robe says that it listens when everything is there to answer with; the coat it is then asked for must be the one that
 * the naive process, which compiles the rules each time, tells.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { createKey } from '../../src/access/keys/issue.js'
import { systemClock } from '../../src/access/clock.js'
import { openStore } from '../../src/stores/open.js'
import { numberText, quantile, spreadOf } from '../figures.js'
import { ROOT, temporaryFolder } from '../http/children.js'
import { questionsOf } from '../http/questions.js'
import { askOnce } from '../http/same-answers.js'
import type { Effort, Figure, Row } from '../row.js'

const peer = (name: string): string => fileURLToPath(new URL(`../peers/${name}.js`, import.meta.url))

const WORDS = {
  robe: [join(ROOT, 'build/src/cli.js'), 'serve'],
  bare: [peer('bare-start')],
  naive: [peer('naive-start')],
}
type Name = keyof typeof WORDS
const NAMES: readonly Name[] = ['robe', 'bare', 'naive']

interface Start {
  /** Milliseconds since spawning. */
  readonly listening: number
  readonly answered: number
  readonly body: string
}

export const P14: Row = {
  id: 'P14',
  title: 'cold start to listening',
  measure: async (effort: Effort) => {
    const folder = temporaryFolder()
    const store = `sqlite:${join(folder, 'robe.db')}`
    const key = await keyIn(store)
    const took: Record<Name, Start[]> = { robe: [], bare: [], naive: [] }
    // Once unmeasured: files are in the system's cache then.
    for (let round = effort.smoke ? 0 : -1; round < effort.rounds; round++) {
      for (const name of round % 2 === 0 ? NAMES : [...NAMES].reverse()) {
        const start = await startAndAsk(WORDS[name], store, key)
        if (round >= 0) took[name].push(start)
      }
    }
    rmSync(folder, { recursive: true, force: true })
    const [ours, theirs] = [took.robe[0]?.body, took.naive[0]?.body]
    if (ours !== theirs) throw new Error(`another answer: ${ours} and ${theirs}`)
    return [
      {
        ...figure('listening', 'bare node:http', took.robe, took.bare),
        floor: { atMost: 2 },
        stretch: { atMost: 1.3 },
      },
      {
        ...figure('listening', 'the same packages loaded naively', took.robe, took.naive),
        floor: { atMost: 0.5 },
        stretch: { atMost: 0.25 },
      },
      figure('answered', 'bare node:http', took.robe, took.bare),
      figure('answered', 'the same packages loaded naively', took.robe, took.naive),
    ]
  },
}

function figure(
  until: 'listening' | 'answered',
  other: string,
  robe: readonly Start[],
  peers: readonly Start[],
): Figure {
  const text = (starts: readonly Start[]): string =>
    `${numberText(
      quantile(
        starts.map((start) => start[until]),
        0.5,
      ),
    )} ms`
  return {
    what: `time to ${until === 'listening' ? 'listening' : 'a first correct answer'} ÷ ${other}`,
    value: spreadOf(robe.map((start, i) => start[until] / (peers[i]?.[until] ?? NaN))),
    unit: ' ×',
    beside: `${text(robe)} against ${text(peers)}`,
  }
}

async function keyIn(store: string): Promise<string> {
  const opened = await openStore(store, { purpose: 'command' })
  const key = { name: 'benchmark', plan: 'premium', actor: 'benchmark' } as const
  const { secret } = await createKey(opened, key, systemClock())
  await opened.close()
  return secret
}

async function startAndAsk(words: readonly string[], store: string, key: string): Promise<Start> {
  const [ask] = questionsOf({ kind: 'coats', form: 'json', seed: 14, count: 1 })
  if (ask === undefined) throw new Error('nothing to ask')
  const started = performance.now()
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      OPS_PORT: '0',
      STORE: store,
      STOP_GRACE: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let seen = ''
  const port = await new Promise<number>((resolve, reject) => {
    // Read to its end: who stops reading a log makes its writer wait.
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen += text
      const said = /listens(?: on http\S+:|: )(\d+)/.exec(seen)?.[1]
      if (said !== undefined) resolve(Number(said))
    })
    void ended.then(() => reject(new Error(`${words.join(' ')} never listened: ${seen}`)))
  })
  const listening = performance.now() - started
  const { status, body } = await askOnce({ port, key }, ask)
  const answered = performance.now() - started
  child.kill('SIGTERM')
  await ended
  if (status !== 200) throw new Error(`${words.join(' ')} answered ${status}: ${body}`)
  return { listening, answered, body }
}
