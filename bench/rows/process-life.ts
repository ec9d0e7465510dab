/**
 * P14, P15: the process as operators know it.
 * P14: from spawning to listening, Robe as it is started against bare node:http, and against the same packages loaded at
 * once with YAML, rules and contract compiled before the port is opened.
 * P15: from SIGHUP to the first answer by the new rules after one YAML file was edited, against a parse and compile of the
 * same files in a warm process, while coats are asked all the time and none may fail.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { compileRuleBook } from '../../src/coats/open.js'
import { loadRules } from '../../src/rules/load.js'
import { numberText, quantile, spreadOf } from '../figures.js'
import { copyRules } from '../genetics/books.js'
import { ROOT, startRobe, temporaryFolder } from '../http/children.js'
import { startClient } from '../http/pairs.js'
import { questionsOf, type Questions } from '../http/questions.js'
import { askOnce } from '../http/same-answers.js'
import type { Effort, Row } from '../row.js'
import { withChildren } from './http-throughput.js'

const PEERS = {
  bare: [fileURLToPath(new URL('../peers/bare-start.js', import.meta.url))],
  naive: [fileURLToPath(new URL('../peers/naive-start.js', import.meta.url))],
}

export const P14: Row = {
  id: 'P14',
  title: 'cold start to listening',
  measure: async (effort: Effort) => {
    const folder = temporaryFolder()
    const scripts = { robe: [join(ROOT, 'build/src/cli.js'), 'serve'], ...PEERS }
    const names = ['robe', 'bare', 'naive'] as const
    const took = { robe: [] as number[], bare: [] as number[], naive: [] as number[] }
    // Once unmeasured: files are in the system's cache then, and the store is made.
    for (let round = effort.smoke ? 0 : -1; round < effort.rounds; round++) {
      for (const name of round % 2 === 0 ? names : [...names].reverse()) {
        const milliseconds = await timeToListen(scripts[name], join(folder, 'robe.db'))
        if (round >= 0) took[name].push(milliseconds)
      }
    }
    rmSync(folder, { recursive: true, force: true })
    const ratios = (name: 'bare' | 'naive'): readonly number[] =>
      took.robe.map((each, i) => each / (took[name][i] ?? NaN))
    const text = (name: 'robe' | 'bare' | 'naive'): string => `${numberText(quantile(took[name], 0.5))} ms`
    return [
      {
        what: 'time to listening ÷ bare node:http',
        value: spreadOf(ratios('bare')),
        unit: ' ×',
        floor: { atMost: 2 },
        stretch: { atMost: 1.3 },
        beside: `${text('robe')} against ${text('bare')}`,
      },
      {
        what: 'time to listening ÷ the same packages loaded naively',
        value: spreadOf(ratios('naive')),
        unit: ' ×',
        floor: { atMost: 0.5 },
        stretch: { atMost: 0.25 },
        beside: `${text('robe')} against ${text('naive')}`,
      },
    ]
  },
}

async function timeToListen(words: readonly string[], store: string): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], PORT: '0', OPS_PORT: '0', STORE: `sqlite:${store}`, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let seen = ''
  let took = NaN
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    seen += String(chunk)
    if (!/listens/.test(seen)) continue
    took = performance.now() - started
    break
  }
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  if (Number.isNaN(took)) throw new Error(`${words.join(' ')} never listened: ${seen}`)
  return took
}

const EDITED = 'rules/genes/dun.yaml'
const ASKED = { kind: 'coats', form: 'json', seed: 5, count: 64 } as const satisfies Questions
const PATIENCE_MS = 30_000

export const P15: Row = {
  id: 'P15',
  title: 'one YAML file edited → new rules answer, by SIGHUP',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const folder = copyRules()
      const [rulesDir, localesDir] = [join(folder, 'rules'), join(folder, 'locales')]
      const robe = keep(await startRobe({ RULES_DIR: rulesDir, LOCALES_DIR: localesDir }))
      const client = keep(startClient())
      const [ask] = questionsOf(ASKED)
      if (ask === undefined) throw new Error('nothing to ask')
      const version = async (): Promise<string> =>
        String((await askOnce(robe, ask)).headers['x-ruleset-version'])
      const compile = async (): Promise<number> => {
        const started = performance.now()
        const { book } = await compileRuleBook(loadRules({ rulesDir, localesDir }), 50_000)
        if (book === undefined) throw new Error('the edited rules cannot be opened')
        return performance.now() - started
      }
      for (let i = 0; i < (effort.smoke ? 1 : 5); i++) await compile()
      const original = readFileSync(join(folder, EDITED), 'utf8')
      const reload = async (edit: number): Promise<number> => {
        const before = await version()
        writeFileSync(join(folder, EDITED), original.replace('name: dun', `name: dun, edit ${edit}`))
        const started = performance.now()
        robe.process.kill('SIGHUP')
        for (;;) {
          if ((await version()) !== before) return performance.now() - started
          if (performance.now() - started > PATIENCE_MS) throw new Error('the new rules never answered')
        }
      }
      const asking = client.load({
        port: robe.port,
        key: robe.key,
        questions: ASKED,
        connections: 4,
        perSecond: 50,
        milliseconds: (effort.smoke ? 500 : 1000) * (effort.rounds + 1),
      })
      const cold = await reload(0)
      const compiled: number[] = []
      const reloaded: number[] = []
      for (let round = 0; round < effort.rounds; round++) {
        compiled.push(await compile())
        reloaded.push(await reload(round + 1))
      }
      const { answers, others } = await asking
      rmSync(folder, { recursive: true, force: true })
      return [
        {
          what: 'SIGHUP to new rules ÷ warm parse and compile',
          value: spreadOf(reloaded.map((each, i) => each / (compiled[i] ?? NaN))),
          unit: ' ×',
          floor: { atMost: 2 },
          beside: `${numberText(quantile(reloaded, 0.5))} ms against ${numberText(quantile(compiled, 0.5))} ms; the first reload of a process, whose thread is new, ${numberText(cold)} ms`,
        },
        {
          what: 'requests that failed meanwhile',
          value: spreadOf([others]),
          unit: '',
          floor: { atMost: 0 },
          beside: `of ${answers}`,
        },
      ]
    }),
}
