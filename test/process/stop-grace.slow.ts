/**
 * A stop under load: clients leave by themselves, and none notices more than that nobody listens any more.
 */
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { windowAt } from '../../src/access/window.js'
import { backUpSqlite } from '../../src/stores/sqlite/backup.js'
import { openStore } from '../../src/stores/open.js'
import { chargesOf } from '../stores/samples.js'
import { needsNginx, startNginx } from './nginx.js'
import { freePort } from './ports.js'
import { startRobe, storeWithKey, until, type Robe, type Settings } from './robe.js'
import { saturate } from './saturation.js'

const CLIENTS = 50
/** Enough to have every connection in use. */
const WARM = 20 * CLIENTS
const STOPS = 5

const UNLIMITED = { hour: 1_000_000, day: 1_000_000 }

/** What the key's bill says. */
async function charged(store: string): Promise<number> {
  const opened = await openStore(store, { purpose: 'command' })
  try {
    const { start } = windowAt('month', Date.now())
    return (await chargesOf(opened, 'month', start)).get(1) ?? 0
  } finally {
    await opened.close()
  }
}

/** One stop of a server that fifty clients ask without a pause. @returns how many answers they got */
async function stopUnderLoad(t: Test, key: string, settings: Settings): Promise<number> {
  const robe = await startRobe(t, settings)
  const clients = saturate(robe.url, key, CLIENTS)
  await until('all are asking', () => clients.served() > WARM)
  const { code } = await robe.stop()
  const { served, refusals, last, broken } = await clients.leave
  t.equal(code, 0)
  t.same(broken, [], 'no call was broken off')
  t.same([...refusals], [])
  t.ok(last >= CLIENTS, 'connections were ended by an answer that said so')
  return served
}

t.test('no stop under load breaks a call off, and what was answered is what was charged', async (t) => {
  const store = `sqlite:${join(t.testdir(), 'robe.db')}`
  const key = await storeWithKey(store, 'premium', UNLIMITED)
  let answered = 0
  for (let stop = 0; stop < STOPS; stop++)
    answered += await stopUnderLoad(t, key, { STORE: store, STOP_GRACE: '1' })
  answered += await stopUnderLoad(t, key, { STORE: store, STOP_GRACE: '' })
  t.equal(await charged(store), answered)
})

t.test('behind nginx no client notices that instances are stopped and started', needsNginx(), async (t) => {
  const folder = t.testdir()
  // The same key in a store for each: what they charged together is the sum, and no Redis can be late on a busy machine.
  const files = [1, 2, 3].map((instance) => join(folder, `robe-${instance}.db`))
  const [first = '', ...others] = files
  const key = await storeWithKey(`sqlite:${first}`, 'premium', UNLIMITED)
  for (const other of others) backUpSqlite(first, other)
  const stores = files.map((file) => `sqlite:${file}`)
  const ports = await Promise.all(stores.map(() => freePort(t)))
  const start = (which: number): Promise<Robe> =>
    startRobe(t, { STORE: stores[which] ?? '', PORT: String(ports[which]), STOP_GRACE: '1' })
  const robes = await Promise.all(stores.map((_, which) => start(which)))
  const url = await startNginx(
    t,
    ports.map((port) => `127.0.0.1:${port}`),
  )
  const clients = saturate(url, key, CLIENTS)
  for (let stop = 0; stop < STOPS; stop++) {
    const before = clients.served()
    await until('all are asking', () => clients.served() > before + WARM)
    const which = stop % robes.length
    t.equal((await robes[which]?.stop())?.code, 0)
    robes[which] = await start(which)
  }
  const { served, refusals, broken } = await clients.end()
  t.same(broken, [])
  t.same([...refusals], [], 'each was answered by somebody')
  for (const robe of robes) t.equal((await robe.stop()).code, 0)
  const bills = await Promise.all(stores.map(charged))
  t.ok(
    bills.every((bill) => bill > 0),
    'each instance had its share',
  )
  t.equal(
    bills.reduce((sum, bill) => sum + bill),
    served,
  )
})

/** Longer than any test waits: what ends under it has not waited for it. */
const FOREVER = '3600'

t.test('while clients leave, the service is not ready any more and answers those who come', async (t) => {
  const port = await freePort(t)
  const robe = await startRobe(t, { STOP_GRACE: FOREVER, OPS_PORT: String(port) })
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const ask = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const asked = request(`${robe.url}/openapi.json`, { agent }, (response) => {
        response.resume().once('end', () => resolve([response.statusCode, response.headers.connection]))
      })
      asked.once('error', reject).end()
    })
  t.same(await ask(), [200, 'keep-alive'])
  robe.signal('SIGTERM')
  const isReady = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  await until('it is not ready any more', async () => !(await isReady()))
  t.same(await ask(), [200, 'close'], 'on the connection that was there')
  t.same(await ask(), [200, 'close'], 'on a new one')
})

t.test('a stop in the moment of a first start waits for the key that it shows', async (t) => {
  const folder = t.testdir()
  for (let start = 0; start < 5; start++) {
    const robe = await startRobe(t, { STORE: `sqlite:${join(folder, `${start}.db`)}` })
    const { code, out, err } = await robe.stop()
    t.same([code, err], [0, ''])
    t.match(out, /X-API-Key: robe_/)
  }
})

t.test('a stop while nobody is connected waits for nobody', async (t) => {
  const robe = await startRobe(t, { STOP_GRACE: FOREVER })
  t.equal((await fetch(`${robe.url}/openapi.json`, { headers: { Connection: 'close' } })).status, 200)
  t.equal((await robe.stop()).code, 0)
})
