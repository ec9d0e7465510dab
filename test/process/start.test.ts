/**
 * A start, as clients meet it that do not wait for it.
 */
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { openStore } from '../../src/stores/open.js'
import { freePort } from './ports.js'
import { startRobe, until } from './robe.js'

t.test('who comes before the store is open waits and is answered', async (t) => {
  // A Redis that says nothing, so that opening the store takes its time.
  const silent = createServer((socket) => socket.on('error', () => undefined).resume())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  t.teardown(() => silent.close())
  const store = `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const port = await freePort(t)
  let isUp = false
  const started = startRobe(t, { PORT: String(port), STORE: store }).finally(() => (isUp = true))
  const statuses = new Set<number>()
  while (!isUp || statuses.size === 0) {
    const response = await fetch(`http://127.0.0.1:${port}/openapi.json`).catch(() => undefined)
    if (response !== undefined) statuses.add(response.status)
    await response?.arrayBuffer()
    // To be refused without end would take the processor from the one that starts.
    await delay(5)
  }
  await started
  t.same(statuses, new Set([200]))
})

interface Line {
  readonly level: number
  readonly time: string
  readonly msg: string
}

const linesOf = (out: string): readonly Line[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

async function keysIn(store: string) {
  const opened = await openStore(store, { purpose: 'command' })
  try {
    return await opened.keys.list()
  } finally {
    await opened.close()
  }
}

t.test(
  'a first start makes a development key that expires after 30 days; every line of output is JSON',
  async (t) => {
    const store = `sqlite:${join(t.testdir(), 'robe.db')}`
    const robe = await startRobe(t, { STORE: store, LOG_LEVEL: 'info' })
    await until('a key is shown', () => robe.firstKey !== '')
    await fetch(`${robe.url}/docs`)
    const { out } = await robe.stop()
    t.match(linesOf(out), [
      { level: 30, msg: /^Robe \S+ listens on http/, documentation: `${robe.url}/docs` },
      { level: 30, msg: /for 30 days$/, curl: /^curl / },
      {},
    ])
    t.ok(linesOf(out).every(({ time }) => !Number.isNaN(Date.parse(time))))
    const [key] = await keysIn(store)
    t.equal((key?.expiresAt ?? 0) - (key?.createdAt ?? 0), 30 * 86_400_000)
  },
)

t.test('no start makes a key in production, and it says how to create one', async (t) => {
  const store = `sqlite:${join(t.testdir(), 'robe.db')}`
  const robe = await startRobe(t, { STORE: store, NODE_ENV: 'production' })
  await until('it is told', () => robe.out().includes('robe keys create'))
  const { out } = await robe.stop()
  t.match(linesOf(out).at(-1)?.msg, /NODE_ENV=production makes none; create one with: robe keys create/)
  t.same(await keysIn(store), [])
})
