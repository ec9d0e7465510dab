/**
 * P15: from SIGHUP to the first answer by the new rules after one YAML file was edited, against parsing and compiling the same
 * files in a warm process, while coats are asked all the time and none may fail.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { compileRuleset } from '../../src/operations/open-ruleset.js'
import { loadRules } from '../../src/rules/load.js'
import { startRobe } from '../../test/support/children.js'
import { questionsOf, type Questions } from '../../test/support/questions.js'
import { numberText } from '../../test/support/statistics.js'
import { medianText, ratioOf, spreadOf } from '../figures.js'
import { copyRules } from '../genetics/rulesets.js'
import { startClient } from '../http/pairs.js'
import { askOnce } from '../http/same-answers.js'
import { withChildren } from '../http/servers.js'
import type { Effort, Row } from '../row.js'

const EDITED = 'rules/genes/dun.yaml'
const ASKED = { kind: 'coats', form: 'json', seed: 5, count: 64 } as const satisfies Questions
const PATIENCE_MS = 30_000

export const P15: Row = {
  id: 'P15',
  title: 'Edited rules answer after SIGHUP',
  noticedBy: 'rule authors',
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
        const { ruleset } = await compileRuleset(loadRules({ rulesDir, localesDir }), 50_000)
        if (ruleset === undefined) throw new Error('the edited rules cannot be opened')
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
          value: ratioOf(reloaded, compiled),
          unit: ' ×',
          target: { atMost: 2 },
          beside: `${medianText(reloaded)} ms against ${medianText(compiled)} ms, ${numberText(cold)} ms for the first reload of a process`,
        },
        {
          what: 'requests that failed meanwhile',
          value: spreadOf([others]),
          unit: '',
          target: { atMost: 0 },
          beside: `of ${answers} requests`,
        },
      ]
    }),
}
