/**
 * P14: from spawning a process to its first correct answer, Robe as it is started against the same packages loaded at once
 * with YAML, rules and contract compiled before the port is opened. Both must give the same answer.
 */
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { storeWithKey } from '../../test/process/robe.js'
import type { Ask } from '../../test/support/ask.js'
import { printedLine, ROOT, startChild, temporaryFolder } from '../../test/support/children.js'
import { questionsOf } from '../../test/support/questions.js'
import { medianText, ratioOf, spreadOf } from '../figures.js'
import { askOnce } from '../http/same-answers.js'
import { peerScript } from '../http/servers.js'
import type { Effort, Row } from '../row.js'

const WORDS = {
  robe: [join(ROOT, 'build/src/cli.js'), 'serve'],
  naive: [peerScript('naive-start')],
}
type Name = keyof typeof WORDS
const NAMES: readonly Name[] = ['robe', 'naive']
const ASK: Ask = questionsOf({ kind: 'coats', form: 'json', seed: 14, count: 1 })[0] as Ask

interface Start {
  /** Milliseconds from spawning to the answer. */
  readonly answered: number
  readonly body: string
}

export const P14: Row = {
  id: 'P14',
  title: 'Cold start',
  noticedBy: 'operators and developers',
  measure: async (effort: Effort) => {
    const store = `sqlite:${join(temporaryFolder(), 'robe.db')}`
    const key = await storeWithKey(store, 'premium')
    const took: Record<Name, number[]> = { robe: [], naive: [] }
    const bodies = new Set<string>()
    // The first round is not measured: it brings the files into the system's cache.
    for (let round = effort.smoke ? 0 : -1; round < effort.rounds; round++) {
      for (const name of round % 2 === 0 ? NAMES : [...NAMES].reverse()) {
        const { answered, body } = await startAndAsk(name, store, key)
        bodies.add(body)
        if (round >= 0) took[name].push(answered)
      }
    }
    if (bodies.size > 1) throw new Error(`different answers: ${[...bodies].join(' and ')}`)
    const beside = `${medianText(took.robe)} ms against ${medianText(took.naive)} ms`
    return [
      {
        what: 'time to a first correct answer',
        value: spreadOf(took.robe),
        unit: ' ms',
        target: { atMost: 500 },
        beside: 'one process at a time',
      },
      {
        what: 'the same ÷ the same packages loaded naively',
        value: ratioOf(took.robe, took.naive),
        unit: ' ×',
        target: { atMost: 0.25 },
        beside,
      },
    ]
  },
}

async function startAndAsk(name: Name, store: string, key: string): Promise<Start> {
  const [script = '', ...words] = WORDS[name]
  const settings = { PORT: '0', OPS_PORT: '0', STORE: store, STOP_GRACE: '0', LOG_LEVEL: 'info' }
  const started = performance.now()
  const child = startChild(script, words, settings)
  try {
    const port = Number(await printedLine(child, /listens(?: on http\S+:|: )(\d+)/))
    const { status, body } = await askOnce({ port, key }, ASK)
    const answered = performance.now() - started
    if (status !== 200) throw new Error(`${name} answered ${status}: ${body}`)
    return { answered, body }
  } finally {
    await child.end()
  }
}
