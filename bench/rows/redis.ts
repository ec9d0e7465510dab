/**
 * P13: the store that several processes share, on a redis-server of its own on loopback; not measured where there is no
 * redis-server on the PATH or Robe does not serve STORE=redis://.
 * Charges by Robe's own store, 64 at a time on one connection, against as many PINGs and against four commands awaited
 * one after the other, both over a connection of the same client package as it comes; against PINGs of that package told, as
 * Robe tells it, to keep no time for each command; then the whole service against its in-process counts.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createServer, connect, type AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Store } from '../../src/access/ports.js'
import { openStore } from '../../src/stores/open.js'
import { numberText, quantile, spreadOf, type Bound } from '../figures.js'
import { LIMITS, startRobe, temporaryFolder } from '../http/children.js'
import { pairBursts, pairedText, startClient } from '../http/pairs.js'
import type { Questions } from '../http/questions.js'
import { commandCounts, openRedis } from '../http/redis-wire.js'
import { notMeasured, type Effort, type Figure, type Row } from '../row.js'
import { withChildren } from './http-throughput.js'

const TARGETS: readonly {
  readonly what: string
  readonly unit: string
  readonly floor?: Bound
  readonly stretch?: Bound
}[] = [
  {
    what: 'scripts run in Redis for one charge (a few more a second are none of a charge’s)',
    unit: '',
    floor: { atMost: 1.001 },
  },
  { what: 'charges per second ÷ PING', unit: ' ×', floor: { atLeast: 0.55 }, stretch: { atLeast: 0.7 } },
  { what: 'charges per second ÷ PING without the package’s time for each command', unit: ' ×' },
  { what: 'charges per second ÷ four awaited commands', unit: ' ×', floor: { atLeast: 3 } },
  { what: 'whole service, requests per second ÷ in-process counts', unit: ' ×', floor: { atLeast: 0.5 } },
]

type Measured = Pick<Figure, 'value' | 'beside'>

export const P13: Row = {
  id: 'P13',
  title: 'counts in Redis',
  measure: async (effort: Effort) => {
    const missing = (why: string): readonly Figure[] =>
      TARGETS.map(({ what, floor, stretch }) => notMeasured(what, why, floor, stretch))
    if (spawnSync('redis-server', ['--version']).error !== undefined) return missing('no redis-server')
    const port = await freePort()
    const redis = startRedis(port)
    try {
      await reachable(port)
      const url = `redis://127.0.0.1:${port}`
      const store = await openOrRefusal(url)
      if (typeof store === 'string') return missing(`no store: ${store}`)
      const charges = await chargesAlone(effort, store, url, port)
      await store.close()
      const measured = [...charges, await wholeService(effort, url)]
      return TARGETS.map((target, i): Figure => ({ ...target, ...(measured[i] as Measured) }))
    } finally {
      redis.kill('SIGKILL')
    }
  },
}

const AT_A_TIME = 64

/** Scripts for a charge, charges against PING, against timeless PING, against four awaits. */
async function chargesAlone(
  effort: Effort,
  { counters }: Store,
  url: string,
  port: number,
): Promise<readonly Measured[]> {
  const wire = await openRedis(url)
  const timeless = await openRedis(url, { commandOptions: { timeout: 0 } })
  const sides = {
    charge: async () => void (await counters.charge(1, LIMITS)),
    ping: async () => void (await wire.send('PING')),
    timelessPing: async () => void (await timeless.send('PING')),
    awaits: async () => {
      for (const window of ['hour', 'day', 'month']) await wire.send('INCR', `bench:${window}`)
      await wire.send('SET', 'bench:used', 'now')
    },
  }
  type Name = keyof typeof sides
  const rates: Record<Name, number[]> = { charge: [], ping: [], timelessPing: [], awaits: [] }
  const names = Object.keys(sides) as Name[]
  let charged = 0
  const before = scriptsOf(await commandCounts(port))
  for (let round = -1; round < effort.pairs; round++) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      // A side is slower at first when the others had their turn before it: as in rounds.ts, that does not count.
      const runUp = await repeat(sides[name], effort.burstMs / 4)
      const { count, seconds } = await repeat(sides[name], effort.burstMs / 2)
      if (name === 'charge') charged += runUp.count + count
      if (round >= 0) rates[name].push(count / seconds)
    }
  }
  const scripts = (scriptsOf(await commandCounts(port)) - before) / charged
  wire.close()
  timeless.close()
  const against = (other: Exclude<Name, 'charge'>): Measured => ({
    value: spreadOf(rates.charge.map((each, i) => each / (rates[other][i] ?? NaN))),
    beside: `${numberText(quantile(rates.charge, 0.5))}/s against ${numberText(quantile(rates[other], 0.5))}/s`,
  })
  return [
    { value: spreadOf([scripts]), beside: `${charged} charges` },
    ...(['ping', 'timelessPing', 'awaits'] as const).map(against),
  ]
}

async function repeat(
  work: () => Promise<void>,
  milliseconds: number,
): Promise<{ readonly count: number; readonly seconds: number }> {
  const started = performance.now()
  let count = 0
  const loop = async (): Promise<void> => {
    while (performance.now() - started < milliseconds) {
      await work()
      count++
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, loop))
  return { count, seconds: (performance.now() - started) / 1000 }
}

function scriptsOf(counts: ReadonlyMap<string, number>): number {
  return ['eval', 'evalsha', 'fcall'].reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)
}

const COATS = { kind: 'coats', form: 'json', seed: 1, count: 256 } as const satisfies Questions

function wholeService(effort: Effort, url: string): Promise<Measured> {
  return withChildren(async (keep) => {
    const client = keep(startClient())
    const [shared, own] = [keep(await startRobe({}, url)), keep(await startRobe())]
    const paired = await pairBursts(
      effort,
      client,
      { server: shared, questions: () => COATS },
      { server: own, questions: () => COATS },
    )
    return { value: paired.throughput, beside: pairedText(paired) }
  })
}

/** The store, or the sentence that says why there is none. */
async function openOrRefusal(url: string): Promise<Store | string> {
  try {
    return await openStore(url, { purpose: 'server' })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function startRedis(port: number): ChildProcess {
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', temporaryFolder()]
  return spawn('redis-server', words, { stdio: 'ignore' })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const holder = createServer().listen(0, '127.0.0.1', () => {
      const { port } = holder.address() as AddressInfo
      holder.close(() => resolve(port))
    })
  })
}

async function reachable(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (reached) return
    await delay(25)
  }
  throw new Error('redis-server does not answer')
}
