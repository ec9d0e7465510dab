/**
 * Rules that change under a running server: good ones take over whole, bad ones change nothing but what is told.
 */
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { freePort } from './ports.js'
import { reloadsTold, type Told } from './reload-run.js'
import { startRobe, storeWithKey, until, type Robe, type Settings } from './robe.js'
import {
  BAD,
  GOOD,
  ONLY_FRENCH,
  PEARL,
  RENAMED,
  WITH_TAIL,
  writeFiles,
  type Files,
} from './unicorn-snapshots.js'

interface Readiness {
  readonly ready: boolean
  readonly rules: {
    readonly serving: string
    readonly refused: { readonly at: string; readonly why: readonly string[]; readonly more: number } | null
  }
}

interface Stage {
  readonly robe: Robe
  readonly folder: string
  readonly key: string
  readonly readiness: () => Promise<Readiness>
  readonly metrics: () => Promise<string>
  readonly told: () => readonly Told[]
  /** The name that `PEARL` has now. */
  readonly name: () => Promise<string>
}

/** A server on a rule set of its own in `folder`. */
async function stage(t: Test, settings: Settings = {}): Promise<Stage> {
  const folder = t.testdir()
  writeFiles(folder, GOOD)
  const store = `sqlite:${join(folder, 'robe.db')}`
  const key = await storeWithKey(store, 'premium')
  const port = await freePort(t)
  const robe = await startRobe(t, {
    RULES_DIR: join(folder, 'rules'),
    LOCALES_DIR: join(folder, 'locales'),
    STORE: store,
    OPS_PORT: String(port),
    LOG_LEVEL: 'info',
    ...settings,
  })
  const ops = async (path: string): Promise<Response> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    t.equal(response.status, 200, path)
    return response
  }
  return {
    robe,
    folder,
    key,
    readiness: async () => (await (await ops('/readyz')).json()) as Readiness,
    metrics: async () => (await ops('/metrics')).text(),
    told: () => reloadsTold(robe.out()),
    name: async () => {
      const { body } = await askResult(robe, key, PEARL)
      return String(body['translate'])
    },
  }
}

async function askResult(
  robe: Robe,
  key: string,
  fields: object,
): Promise<{
  readonly status: number
  readonly version: string | null
  readonly body: Record<string, unknown>
}> {
  const response = await fetch(`${robe.url}/coats/result`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  })
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, version: response.headers.get('x-ruleset-version'), body }
}

/** Sends a SIGHUP and waits for what comes of it. */
async function hangUp({ robe, told }: Stage): Promise<Told> {
  const before = told().length
  robe.signal('SIGHUP')
  await until('the SIGHUP is answered', () => told().length > before)
  return told()[before] as Told
}

t.test('a SIGHUP reloads whatever RULES_RELOAD says, and the contract goes with the rules', async (t) => {
  const on = await stage(t)
  const { robe, key, folder } = on
  const withTail = { ...PEARL, others: { tail: ['T', 't'] } }
  const openapi = async (): Promise<string> => (await fetch(`${robe.url}/openapi.yaml`)).text()
  const before = await askResult(robe, key, withTail)
  t.match(before, { status: 400, body: { details: { field: 'others.tail' } } })
  t.notMatch(await openapi(), 'tail:')

  writeFiles(folder, WITH_TAIL)
  t.match(await hangUp(on), { level: 30, before: before.version })
  const after = await askResult(robe, key, withTail)
  t.match(after, { status: 200, body: { translate: 'Pearl', others: { tail: ['T', 't'] } } })
  t.match(await openapi(), 'tail:')
  t.match(await (await fetch(`${robe.url}/docs`)).text(), 'tail')
  t.equal((await on.readiness()).rules.serving, after.version)
  t.match(await askResult(robe, key, { ...PEARL, others: { tail: ['T', 'x'] } }), { status: 400 })
  t.match(await on.metrics(), `robe_ruleset_info{version="${after.version}"} 1`)
  t.notMatch(await on.metrics(), `robe_ruleset_info{version="${before.version}"}`)

  t.match(await hangUp(on), { level: 30, msg: /is served already$/ }, 'the same files again')
  t.match(await on.metrics(), 'robe_rules_reloads_total{outcome="unchanged"} 1')

  rmSync(join(folder, 'rules/genes/tail.yaml'))
  writeFiles(folder, GOOD)
  await hangUp(on)
  const back = await askResult(robe, key, withTail)
  t.match(back, { status: 400, version: before.version }, 'the way back leads to the same rule set')
  t.equal((await robe.stop()).code, 0)
})

t.test('a bad rule set is told in one line of the log and by readiness, until it is mended', async (t) => {
  const on = await stage(t, { DEFAULT_LANG: 'en' })
  const { robe, key, folder } = on
  const { version } = await askResult(robe, key, PEARL)
  for (const { what, files, why } of BAD) {
    writeFiles(folder, files)
    const told = await hangUp(on)
    t.equal(told.level, 40, what)
    const [first = ''] = told.why ?? []
    t.match(first, why, what)
    t.ok(told.msg.startsWith(`rules refused, ${version} goes on: ${first}`), told.msg)
    const { ready, rules } = await on.readiness()
    t.match({ ready, serving: rules.serving }, { ready: true, serving: version }, what)
    t.match(rules.refused?.why[0], why, what)
    t.ok(Math.abs(Date.parse(rules.refused?.at ?? '') - Date.now()) < 60_000, 'when')
    t.match(await askResult(robe, key, PEARL), { status: 200, version, body: { translate: 'Pearl' } }, what)
  }
  t.match(await on.metrics(), `robe_rules_reloads_total{outcome="refused"} ${BAD.length}`)
  t.match(await on.metrics(), /^robe_rules_refused 1$/m)

  const many = GOOD.get('rules/horses.yaml') ?? ''
  const wrong = ['Opal', 'Opale'].reduce((text, name) => text.replace(`: ${name}\n`, ': Nothing\n'), many)
  writeFiles(folder, new Map([...GOOD, ['rules/horses.yaml', wrong]]))
  t.match((await hangUp(on)).msg, /\(and 1 more\)$/, 'the others are counted')

  rmSync(join(folder, 'locales/en.yaml'))
  writeFiles(folder, ONLY_FRENCH)
  const told = await hangUp(on)
  t.strictSame(told.why, ['DEFAULT_LANG="en": expected fr'])

  rmSync(join(folder, 'rules'), { recursive: true })
  t.match((await hangUp(on)).why?.[0], /^rules:1:1 PARSE this file or folder does not exist/)
  t.match(await askResult(robe, key, PEARL), { status: 200, version }, 'the rules that are gone answer on')

  writeFiles(folder, GOOD)
  await hangUp(on)
  t.equal((await on.readiness()).rules.refused, null, 'mended')
  t.match(await on.metrics(), /^robe_rules_refused 0$/m)
  t.equal((await robe.stop()).code, 0)
})

t.test('a failing example does not stop a start, which has nothing better, and is told', async (t) => {
  const folder = t.testdir()
  const bad = BAD.find(({ what }) => what.startsWith('an example'))
  writeFiles(folder, bad?.files ?? GOOD)
  const settings = { RULES_DIR: join(folder, 'rules'), LOCALES_DIR: join(folder, 'locales') }
  const robe = await startRobe(t, settings)
  t.match(robe.err(), /^warning: rules\/horses\.yaml:\d+:\d+ .*expected Opaque, got Opal.*\n$/)
  t.equal((await robe.stop()).code, 0)
})

t.test('RULES_RELOAD=watch sees every way of saving, and waits until all is written', async (t) => {
  const on = await stage(t, { RULES_RELOAD: 'watch' })
  const { folder } = on
  const answers = (name: string): Promise<void> => until(name, async () => (await on.name()) === name)
  const called = (term: string): Files =>
    new Map(
      [...GOOD].map(([name, text]) => [
        name,
        text.replace('term: pearl }', `term: ${term.toLowerCase()} }`).replace('en: Pearl', `en: ${term}`),
      ]),
    )

  writeFiles(folder, RENAMED)
  await answers('Nacre')

  for (const [name, text] of called('Margarite')) {
    const file = join(folder, name)
    writeFileSync(`${file}.tmp`, text)
    renameSync(`${file}.tmp`, file)
  }
  await answers('Margarite')

  const beside = join(folder, 'beside')
  writeFiles(beside, called('Unio'))
  for (const part of ['rules', 'locales']) {
    renameSync(join(folder, part), join(folder, `${part}.old`))
    renameSync(join(beside, part), join(folder, part))
  }
  await answers('Unio')

  rmSync(join(folder, 'locales'), { recursive: true })
  await until('it is refused', async () => (await on.readiness()).rules.refused !== null)
  t.equal(await on.name(), 'Unio')
  // A line of the log may come a moment after what it tells of.
  await until('the refusal is told', () => on.told().at(-1)?.level === 40)
  cpSync(join(folder, 'locales.old'), join(folder, 'locales'), { recursive: true })
  cpSync(join(folder, 'rules.old'), join(folder, 'rules'), { recursive: true })
  await answers('Margarite')
  await until('the mending is told', () => on.told().at(-1)?.level === 30)

  const before = on.told().length
  for (const [name, text] of called('Nacre')) {
    writeFileSync(join(folder, name), text)
    await pause(20)
  }
  await answers('Nacre')
  await until('it is told', () => on.told().length > before)
  t.strictSame(
    on
      .told()
      .slice(before)
      .map(({ level }) => level),
    [30],
    'written one by one, read once, when all were there',
  )

  // In the middle of a reload: nothing of it keeps the process alive.
  writeFiles(folder, called('Pearl'))
  on.robe.signal('SIGHUP')
  t.equal((await on.robe.stop()).code, 0)
})
