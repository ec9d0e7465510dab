/**
 * A server that watches nothing and reloads on each SIGHUP, asked all the while: many reloads, good and bad in turn.
 * Guarantees: every answer is held against the rule set it says it comes from, body and header.
 * Leaves to others: how many reloads (reload.slow.ts, soak) and what to make of the figures.
 */
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Test } from 'tap'
import { openRuleset } from '../../src/operations/open-ruleset.js'
import { quantile, startClients, type Heard, type Question } from './clients.js'
import { freePort } from './ports.js'
import { startRobe, storeWithKey, until } from './robe.js'
import { BAD, GOOD, PEARL, RENAMED, writeFiles, type Files } from './unicorn-snapshots.js'

/** What the log says of one reload. */
export interface Told {
  readonly level: number
  readonly ruleset: string
  readonly msg: string
  readonly why?: readonly string[]
  readonly milliseconds?: number
}

export interface ReloadRun {
  readonly heard: Heard
  /** In the order of the reloads; each with what it should have come to. */
  readonly reloads: readonly { readonly expected: RegExp; readonly told: Told; readonly took: number }[]
  readonly versions: { readonly good: string; readonly renamed: string }
  /** Every ten reloads: the longest time since the last look that the event loop was held, and the memory in use. */
  readonly looks: readonly { readonly lag: number; readonly megabytes: number }[]
}

/** Lines of the log that speak of a reload. */
export function reloadsTold(out: string): readonly Told[] {
  return out
    .split('\n')
    .filter((line) => line.startsWith('{') && /answer from now on|rules refused|says already/.test(line))
    .map((line) => JSON.parse(line) as Told)
}

/** Reloads so many times, a good rule set after each bad one. */
export async function runReloads(t: Test, count: number, perSecond: number): Promise<ReloadRun> {
  const folder = t.testdir()
  writeEnglish(folder, GOOD)
  const good = await versionIn(folder)
  writeEnglish(folder, RENAMED)
  const renamed = await versionIn(folder)
  writeEnglish(folder, GOOD)
  const names = new Map([
    [good, 'Pearl'],
    [renamed, 'Nacre'],
  ])

  const store = `sqlite:${join(folder, 'robe.db')}`
  const key = await storeWithKey(store, 'premium')
  const opsPort = await freePort(t)
  const ops = `http://127.0.0.1:${opsPort}`
  const robe = await startRobe(t, {
    RULES_DIR: join(folder, 'rules'),
    LOCALES_DIR: join(folder, 'locales'),
    STORE: store,
    OPS_PORT: String(opsPort),
    DEFAULT_LANG: 'en',
    LOG_LEVEL: 'info',
  })
  const stopAsking = startClients(questions(robe.url, key, names), { clients: 4, perSecond })
  const reloads: { expected: RegExp; told: Told; took: number }[] = []
  const looks: { lag: number; megabytes: number }[] = []
  for (let i = 0; i < count; i++) {
    const bad = i % 2 === 0 ? BAD[(i / 2) % BAD.length] : undefined
    const files = bad?.files ?? (i % 4 === 1 ? RENAMED : GOOD)
    writeEnglish(folder, files)
    const started = performance.now()
    robe.signal('SIGHUP')
    await until(`reload ${i} is over`, () => reloadsTold(robe.out()).length > i, 5)
    const took = performance.now() - started
    const told = reloadsTold(robe.out())[i] as Told
    reloads.push({ expected: bad?.why ?? /^$/, told, took })
    if (i % 10 === 9) looks.push(await look(ops))
  }
  return { heard: await stopAsking(), reloads, versions: { good, renamed }, looks }
}

/** Every public answer that depends on the rules, each with what its body must say by the version in its header. */
function questions(url: string, key: string, names: ReadonlyMap<string, string>): readonly Question[] {
  const { lang, ...horse } = PEARL
  const ask = (
    path: string,
    body: object | undefined,
    told: (text: string, name: string, version: string) => boolean,
  ): Question => ({
    url: `${url}${path}`,
    init: {
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    },
    judge: ({ status, headers, text }) => {
      if (status !== 200) return `status ${status} ${text.slice(0, 200)}`
      const version = headers.get('x-ruleset-version') ?? ''
      const name = names.get(version)
      if (name === undefined) return `answered by ${version}, which was never good`
      const other = [...names.values()].find((each) => each !== name) ?? ''
      if (text.includes(other)) return `it speaks of ${other}`
      return told(text, name, version) ? undefined : `it does not speak of ${name}: ${text.slice(0, 200)}`
    },
  })
  const result = ask('/coats/result', PEARL, (text, name) => text.includes(`"translate":"${name}"`))
  return [
    result,
    ask('/coats/generateChild', { mother: horse, father: horse, lang }, (text, name) =>
      text.includes(`"coat":"${name}"`),
    ),
    result,
    ask('/coats/genes', undefined, (text, _, version) => text.includes(`"ruleset_version":"${version}"`)),
    result,
    ask('/openapi.json', undefined, (text, name) => text.includes(`"translate": "${name}"`)),
  ]
}

const MANIFEST = 'rules/manifest.yaml'

/** With English as the first language, in which the contract's examples are answered: it is the English name that changes. */
function writeEnglish(folder: string, files: Files): void {
  const manifest = (files.get(MANIFEST) ?? '').replace('languages: [fr, en]', 'languages: [en, fr]')
  writeFiles(folder, new Map([...files, [MANIFEST, manifest]]))
}

async function versionIn(folder: string): Promise<string> {
  const [rulesDir, localesDir] = [join(folder, 'rules'), join(folder, 'locales')]
  const { ruleset } = await openRuleset({ rulesDir, localesDir, maxResults: 1 })
  if (ruleset === undefined) throw new Error('a good rule set is none')
  return ruleset.version
}

async function look(ops: string): Promise<{ readonly lag: number; readonly megabytes: number }> {
  const text = await (await fetch(`${ops}/metrics`)).text()
  const gauge = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    lag: 1000 * gauge('nodejs_eventloop_lag_max_seconds'),
    megabytes: gauge('process_resident_memory_bytes') / 2 ** 20,
  }
}

/** The figures in one line each. */
export function figuresOf({ heard, reloads, looks }: ReloadRun): readonly string[] {
  const swaps = reloads.filter(({ told }) => told.milliseconds !== undefined)
  const ascending = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b)
  const took = ascending(swaps.map((each) => each.took))
  const lags = ascending(looks.map(({ lag }) => lag))
  const ms = (number: number): string => `${number.toFixed(1)} ms`
  return [
    `${reloads.length} reloads, ${swaps.length} of them swapped, in ${heard.seconds.toFixed(1)} s`,
    `from SIGHUP to swapped: median ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))}`,
    `event loop held, longest in ten reloads: median ${ms(quantile(lags, 0.5))}, longest ${ms(lags.at(-1) ?? 0)}`,
    `${heard.latencies.length} answers (${(heard.latencies.length / heard.seconds).toFixed(0)}/s): median ${ms(quantile(heard.latencies, 0.5))}, p99 ${ms(quantile(heard.latencies, 0.99))}, longest ${ms(heard.latencies.at(-1) ?? 0)}`,
    `memory every ten reloads: ${looks.map(({ megabytes }) => megabytes.toFixed(0)).join(', ')} MiB`,
  ]
}
