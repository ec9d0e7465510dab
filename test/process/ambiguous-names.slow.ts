/**
 * One key sends the most ambiguous coat names there are, as fast as the service answers; another key's coats and `/healthz`
 * are answered as usual meanwhile. Median of three runs, on a real server.
 */
import { Agent } from 'node:http'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { judgeLatency } from './latency.js'
import { startChild } from '../support/children.js'
import { call } from '../torture/call.js'
import type { Lull } from '../torture/calm-client.js'
import { serve } from '../torture/served.js'

const RUNS = 3
const SECONDS = 3
const CONNECTIONS = 4
const MOST_MS = 50

const names = Array.from({ length: 60 }, (_, i) => ({ id: `h${i}`, seen: 'crème crème blanc blanc' }))
const form = new URLSearchParams({
  population: 'arabian-russia',
  horses: JSON.stringify(names),
  ask: JSON.stringify({ coat: 'h0' }),
}).toString()

t.test('names that mean hundreds of coats slow down no other key', async (t) => {
  const server = await serve(['premium'])
  const calm = startChild(fileURLToPath(new URL('../torture/calm-client.js', import.meta.url)), [])
  const agent = new Agent({ keepAlive: true })
  t.teardown(async () => {
    agent.destroy()
    await Promise.all([server.end(), calm.end()])
  })
  const { port, opsPort, key, keys } = server
  const answers = new Set<string>()
  const attack = async (until: number): Promise<void> => {
    while (performance.now() < until) {
      const { status, text = '' } = await call({ agent, port, path: '/coats/infer', key, form })
      answers.add(`${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? text}`)
    }
  }
  const lulls: Lull[] = []
  for (let run = 0; run <= RUNS; run++) {
    await calm.ask({ calm: { port, opsPort, key: keys[0] ?? '' } })
    const until = performance.now() + 1000 * SECONDS
    await Promise.all(Array.from({ length: CONNECTIONS }, () => attack(until)))
    const lull = (await calm.ask({ rest: true })) as Lull
    // The code of the first run is cold.
    if (run > 0) lulls.push(lull)
  }
  t.same([...answers], ['400 RESULT_TOO_LARGE'])
  const median = (of: (lull: Lull) => number): number => lulls.map(of).sort((a, b) => a - b)[1] ?? Infinity
  t.comment(JSON.stringify(lulls))
  t.equal(
    lulls.reduce((sum, { notOk, healthNotOk }) => sum + notOk + healthNotOk, 0),
    0,
  )
  const p99 = median((lull) => lull.p99)
  const health = median((lull) => lull.healthLongest)
  judgeLatency(t, p99 <= MOST_MS, `p99 of another key: ${p99.toFixed(1)} ms`)
  judgeLatency(t, health <= MOST_MS, `the slowest /healthz: ${health.toFixed(1)} ms`)
})
