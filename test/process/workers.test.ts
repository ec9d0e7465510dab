/**
 * WORKERS: several processes on one port, with the limits of one.
 */
import { readFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { windowAt } from '../../src/access/window.js'
import { openStore } from '../../src/stores/open.js'
import { needsRedis, startRedis } from '../stores/redis-server.js'
import { burst } from './burst.js'
import { freePort } from './ports.js'
import { startRobe, storeWithKey, until, type Robe } from './robe.js'
import { UNICORN, unicornSettings } from './unicorn.js'

const { skip } = needsRedis()
const WORKERS = 3

interface Crew {
  readonly robe: Robe
  readonly ops: string
  readonly store: string
  readonly key: string
}

async function crewOf(t: Test): Promise<Crew> {
  const redis = await startRedis(t)
  // Each of them compiles these when it reads its rules again.
  const settings = unicornSettings(t)
  const opsPort = String(await freePort(t))
  const key = await storeWithKey(redis.url, 'free')
  const robe = await startRobe(t, {
    ...settings,
    STORE: redis.url,
    WORKERS: String(WORKERS),
    OPS_PORT: opsPort,
    LOG_LEVEL: 'info',
  })
  return { robe, ops: `http://127.0.0.1:${opsPort}`, store: redis.url, key }
}

async function metric(ops: string, line: RegExp): Promise<number> {
  const text = await (await fetch(`${ops}/metrics`)).text()
  return Number(line.exec(text)?.[1] ?? 0)
}

interface Line {
  readonly worker: number
  readonly msg: string
  readonly keyId?: number
  readonly limiter?: string
}

const linesOf = (robe: Robe): readonly Line[] =>
  robe
    .out()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)

t.test('a crew on one port', { skip }, async (t) => {
  const { robe, ops, store, key } = await crewOf(t)

  await t.test('several workers admit together what one would, and their metrics are one', async (t) => {
    t.match(robe.out(), / 3 workers\n/)
    const statuses = await burst(robe.url, key, 500, {}, UNICORN)
    t.equal(statuses.filter((status) => status === 200).length, 100)
    t.equal(statuses.filter((status) => status === 429).length, 400)

    const opened = await openStore(store, { purpose: 'command' })
    t.teardown(() => opened.close())
    t.match(await opened.counters.usage(1), { hour: 100, day: 100, month: 100 })
    const { start } = windowAt('month', Date.now())
    t.same([...(await opened.counters.ledger('month', start))], [[1, 100]])

    await until(
      'all are counted',
      async () =>
        (await metric(ops, /^robe_requests_total\{path="\/coats\/result",status="429"\} (\d+)$/m)) === 400,
    )
    t.equal(await metric(ops, /^robe_limiter\{mode="redis"\} (\d+)$/m), WORKERS)
    const readiness = await fetch(`${ops}/readyz`)
    t.equal(readiness.status, 200)
    t.match(await readiness.json(), {
      ready: true,
      store: 'redis',
      limiter: 'redis',
      workers: { wanted: WORKERS, ready: WORKERS },
    })
    const logged = (): readonly Line[] => linesOf(robe).filter(({ msg }) => msg === 'request')
    // A log line may come a moment after its answer.
    await until('all are logged', () => logged().length >= 500)
    const requests = logged()
    t.equal(requests.length, 500)
    t.ok(requests.every(({ limiter, keyId }) => limiter === 'redis' && keyId === 1))
    t.ok(
      new Set(requests.map(({ worker }) => worker)).size > 1,
      'each line names its worker, and several worked',
    )
  })

  await t.test('a worker that is killed is replaced while the others serve', async (t) => {
    const another = await storeWithKey(store, 'free')
    const [victim = 0] = await pids(robe)
    process.kill(victim, 'SIGKILL')
    await until('it is gone', async () => !(await pids(robe)).includes(victim))
    t.ok((await burst(robe.url, another, 20, {}, UNICORN)).every((status) => status === 200))
    await until('it is replaced', async () => {
      const { workers } = (await (await fetch(`${ops}/readyz`)).json()) as { workers: { ready: number } }
      return workers.ready === WORKERS && (await pids(robe)).length === WORKERS
    })
    t.ok(
      linesOf(robe).some(
        ({ worker, msg }) => worker === 0 && /has died \(SIGKILL\) and is replaced/.test(msg),
      ),
    )
  })

  await t.test('a hang-up has every worker read its rules again', async (t) => {
    const reloads = (): Promise<number> =>
      metric(ops, /^robe_rules_reloads_total\{outcome="unchanged"\} (\d+)$/m)
    robe.signal('SIGHUP')
    await until('each has reloaded', async () => (await reloads()) >= WORKERS)
    t.equal(await reloads(), WORKERS)
  })

  await t.test('a start that fails says so once', async (t) => {
    const again = startRobe(t, {
      STORE: store,
      WORKERS: '2',
      PORT: new URL(robe.url).port,
    })
    await t.rejects(again, { message: /^no server: error: port \d+ on 127\.0\.0\.1 is in use[^\n]*\n$/ })
  })

  await t.test('a stop drains all of them', async (t) => {
    t.same(await robe.stop().then(({ code, err }) => [code, err]), [0, ''])
    t.ok(linesOf(robe).filter(({ worker, msg }) => worker > 0 && /draining/.test(msg)).length >= WORKERS)
  })
})

/** The processes of the workers, as the system sees them. */
async function pids(robe: Robe): Promise<readonly number[]> {
  const text = await readFile(`/proc/${robe.pid}/task/${robe.pid}/children`, 'utf8').catch(() => '')
  return text.trim().split(' ').filter(Boolean).map(Number)
}
