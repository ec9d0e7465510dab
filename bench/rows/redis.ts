/**
 * P13: the store that several processes share, on a redis-server of its own on loopback.
 * Charges by Robe's own store, 64 at a time on one connection, against as many PINGs over a connection of the same client
 * package; then the whole service against its in-process counts.
 */
import { performance } from 'node:perf_hooks'
import { createClient } from 'redis'
import { openStore } from '../../src/stores/open.js'
import { within } from '../../test/process/scope.js'
import { startRedis, type RedisServer } from '../../test/stores/redis-server.js'
import { LIMITS, startRobe } from '../../test/support/children.js'
import type { Questions } from '../../test/support/questions.js'
import { medianText, ratioOf, spreadOf } from '../figures.js'
import { pairBursts, startClient } from '../http/pairs.js'
import { withChildren } from '../http/servers.js'
import type { Effort, Figure, Row } from '../row.js'

const AT_A_TIME = 64
const COATS = { kind: 'coats', form: 'json', seed: 1, count: 256 } as const satisfies Questions

export const P13: Row = {
  id: 'P13',
  title: 'Counts in Redis',
  noticedBy: 'operators of several instances',
  measure: (effort: Effort) =>
    within(async (scope) => {
      const redis = await startRedis(scope)
      return [...(await chargesAlone(effort, redis)), await wholeService(effort, redis.url)]
    }),
}

async function chargesAlone(effort: Effort, redis: RedisServer): Promise<readonly Figure[]> {
  const store = await openStore(redis.url, { purpose: 'server' })
  const client = createClient({ url: redis.url })
  await client.connect()
  const sides = {
    charge: async () => void (await store.counters.charge(1, LIMITS)),
    ping: async () => void (await client.sendCommand(['PING'])),
  }
  const rates = { charge: [] as number[], ping: [] as number[] }
  let charged = 0
  const before = scriptsIn(redis.cli('INFO', 'commandstats'))
  for (let round = -1; round < effort.pairs; round++) {
    for (const name of round % 2 === 0 ? (['charge', 'ping'] as const) : (['ping', 'charge'] as const)) {
      // A side is slower right after the other one, which does not count.
      const runUp = await repeat(sides[name], effort.burstMs / 4)
      const { count, seconds } = await repeat(sides[name], effort.burstMs / 2)
      if (name === 'charge') charged += runUp.count + count
      if (round >= 0) rates[name].push(count / seconds)
    }
  }
  const perCharge = (scriptsIn(redis.cli('INFO', 'commandstats')) - before) / charged
  client.destroy()
  await store.close()
  return [
    {
      what: 'scripts run in Redis per charge',
      value: spreadOf([perCharge]),
      unit: '',
      // A few scripts a second belong to no charge.
      target: { atMost: 1.001 },
      beside: `${charged} charges`,
    },
    {
      what: 'charges per second ÷ PING',
      value: ratioOf(rates.charge, rates.ping),
      unit: ' ×',
      target: { atLeast: 0.55 },
      beside: `${medianText(rates.charge)}/s against ${medianText(rates.ping)}/s`,
    },
  ]
}

/** How many scripts Redis has run, by its own statistics. */
function scriptsIn(statistics: string): number {
  const calls = statistics.matchAll(/^cmdstat_(?:eval|evalsha|fcall):calls=(\d+)/gm)
  return [...calls].reduce((sum, [, count]) => sum + Number(count), 0)
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

function wholeService(effort: Effort, url: string): Promise<Figure> {
  return withChildren(async (keep) => {
    const client = keep(startClient())
    const [shared, own] = [keep(await startRobe({}, url)), keep(await startRobe())]
    const questions = (): Questions => COATS
    const sides = [
      { server: shared, questions },
      { server: own, questions },
    ] as const
    const what = 'whole service, requests per second ÷ in-process counts'
    return pairBursts(effort, client, sides, what, { atLeast: 0.5 })
  })
}
