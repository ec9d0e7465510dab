/**
 * Rule files broken under a server that watches them, a log that nobody reads any more, a clock that jumps.
 */
import { cpSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, temporaryFolder } from '../support/children.js'
import { HORSE } from '../process/horse.js'
import { startRobe, storeWithKey, until } from '../process/robe.js'
import type { Scope } from '../process/scope.js'
import { wrongClock } from '../process/wrong-clock.js'
import { newsSoon, openStage, sightOf } from './fault-stage.js'
import type { Told } from './faults.js'

export async function tryBrokenRules(scope: Scope): Promise<Told> {
  const folder = temporaryFolder()
  const [rules, locales] = ['rules', 'locales'].map((name) => {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    return join(folder, name)
  }) as [string, string]
  const stage = await openStage(scope, { RULES_DIR: rules, LOCALES_DIR: locales, RULES_RELOAD: 'watch' })
  const refused = async (): Promise<boolean> => !(await stage.readiness()).body.includes('"refused":null')
  stage.news()
  await stage.changes()
  writeFileSync(join(rules, 'manifest.yaml'), 'version: [\n')
  const began = performance.now()
  await until('the broken rules are told', refused)
  const took = performance.now() - began
  const news = await newsSoon(stage)
  const readiness = await stage.readiness()
  const changes = await stage.changes()
  renameSync(rules, `${rules}-away`)
  await until('the folder is missed', () => stage.news().length > 0)
  cpSync(join(ROOT, 'rules'), rules, { recursive: true })
  const isBack = await until('the good rules are told', async () => !(await refused())).then(
    () => true,
    () => false,
  )
  const calls = await stage.endLoad()
  const failed = calls.filter(({ status }) => status !== 200).length
  const { code } = await stage.server.stop()
  return {
    sight: sightOf('rule file broken under watch', news, readiness, changes),
    findings: [
      {
        promise:
          'rules broken, then taken away under watch: told by log, readiness and metric, and taken back when they are whole',
        measured: `told after ${(took / 1000).toFixed(1)} s by ${news.length} lines, ${changes.length} metrics; whole again: ${isBack}`,
        held: news.length > 0 && changes.length > 0 && isBack,
      },
      {
        promise: 'rules broken under watch: the last good ones answer on',
        measured: `${failed} of ${calls.length} calls not answered, exit code ${code}`,
        held: failed === 0 && code === 0,
      },
    ],
  }
}

export async function tryLostLogReader(scope: Scope): Promise<Told> {
  const stage = await openStage(scope)
  stage.server.loseReader()
  const before = await stage.server.metric('robe_requests_total')
  await until(
    'a hundred more lines had no reader',
    async () => (await stage.server.metric('robe_requests_total')) > before + 100,
  )
  const readiness = await stage.readiness()
  const calls = await stage.endLoad()
  const failed = calls.filter(({ status }) => status !== 200).length
  const { code } = await stage.server.stop()
  return {
    sight: { ...sightOf('log reader gone', [], readiness, []), log: 'nobody reads it' },
    findings: [
      {
        promise: 'log reader gone: calls are answered, and the stop ends well',
        measured: `${failed} of ${calls.length} not answered, exit code ${code}`,
        held: failed === 0 && code === 0,
      },
    ],
  }
}

const HOUR_S = 3_600
const LIMIT = 100
const [FIRST, AHEAD, BACK] = [60, 50, 60]

/** Undefined where libfaketime is not installed. */
export async function tryClockJump(scope: Scope): Promise<Told | undefined> {
  const { LD_PRELOAD = '' } = wrongClock(0)
  if (LD_PRELOAD === '') return undefined
  const folder = temporaryFolder()
  const clock = join(folder, 'clock')
  const jump = (seconds: number): void => writeFileSync(clock, `+${seconds}\n`)
  jump(0)
  const STORE = `sqlite:${join(folder, 'robe.db')}`
  const key = await storeWithKey(STORE, 'free')
  const robe = await startRobe(scope, {
    ...{ LD_PRELOAD, STORE, LOG_LEVEL: 'warn', FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_NO_CACHE: '1' },
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  const answered = async (times: number): Promise<number> => {
    let count = 0
    for (let i = 0; i < times; i++) {
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
      const response = await fetch(`${robe.url}/coats/result`, { method: 'POST', headers, body: HORSE })
      await response.arrayBuffer()
      if (response.status === 200) count += 1
      else if (response.status !== 429) throw new Error(`status ${response.status}`)
    }
    return count
  }
  const first = await answered(FIRST)
  jump(HOUR_S)
  const ahead = await answered(AHEAD)
  jump(0)
  const back = await answered(BACK)
  const { code, out } = await robe.stop()
  return {
    sight: {
      fault: 'clock an hour ahead, and back',
      log: out.includes('"level"')
        ? `"${out.split('\n').find((line) => line.includes('"level"'))}"`
        : 'nothing',
      readiness: 'as before',
      metric: 'nothing',
    },
    findings: [
      {
        promise: `clock an hour ahead, and back: the hour that was begun goes on, and gives its ${LIMIT} calls once`,
        measured: `${first}, then in the next hour ${ahead}, then back ${back}; exit code ${code}`,
        held: first === FIRST && ahead + back === LIMIT && code === 0,
      },
    ],
  }
}
