/**
 * Several instances behind nginx with one Redis: the topology of deploy/, as plain processes.
 */
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { createKey } from '../../src/access/keys/issue.js'
import { windowAt } from '../../src/access/window.js'
import { openStore } from '../../src/stores/open.js'
import { systemClock } from '../../src/access/clock.js'
import { needsRedis, startRedis } from '../stores/redis-server.js'
import { chargesOf } from '../stores/samples.js'
import { burst } from './burst.js'
import { needsNginx, startNginx } from './nginx.js'
import { startRobe, until, type Robe } from './robe.js'
import { remember } from './secrets.js'

const skip = needsRedis().skip || needsNginx().skip
const INSTANCES = 3

const linesOf = (robe: Robe, pattern: RegExp): number =>
  robe
    .out()
    .split('\n')
    .filter((line) => pattern.test(line)).length

/** How many calls it answered, refused ones included: which of them are admitted first is chance. */
const answered = (robe: Robe): number => linesOf(robe, /"status":(200|429)/)

/** How many calls it counted by itself, because the machine had no time for Redis. */
const countedAlone = (robe: Robe): number => linesOf(robe, /"limiter":"local"/)

const sumOf = (robes: readonly Robe[], count: (robe: Robe) => number): number =>
  robes.reduce((sum, robe) => sum + count(robe), 0)

async function newKey(store: string, ips: readonly string[] = []): Promise<string> {
  const opened = await openStore(store, { purpose: 'command' })
  try {
    const { secret } = await createKey(
      opened,
      { name: 'test', plan: 'free', allowedIps: ips, actor: 'test' },
      systemClock(),
    )
    remember(secret)
    return secret
  } finally {
    await opened.close()
  }
}

interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Asks from an address of this machine's own. */
function ask(
  url: string,
  key: string,
  from: string,
  {
    headers = {},
    body,
  }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Promise<Told> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}/coats/${body === undefined ? 'api-info' : 'result'}`,
      {
        method: body === undefined ? 'GET' : 'POST',
        localAddress: from,
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      },
      (response) => {
        text(response).then(
          (told) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: JSON.parse(told) as unknown,
            }),
          reject,
        )
      },
    )
    asked.once('error', reject).end(body)
  })
}

async function topology(t: Test) {
  const redis = await startRedis(t, ['--appendonly', 'yes'])
  const settings = {
    STORE: redis.url,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'info',
  }
  const robes = await Promise.all(Array.from({ length: INSTANCES }, () => startRobe(t, settings)))
  const url = await startNginx(
    t,
    robes.map((robe) => new URL(robe.url).host),
  )
  return { redis, robes, url }
}

t.test('three instances behind nginx', { skip }, async (t) => {
  const { redis, robes, url } = await topology(t)

  /** A Redis that gets no processor for a moment is done without, and then each instance counts: that is tried again. */
  async function burstCountedInRedis() {
    for (let tries = 0; tries < 5; tries++) {
      const key = await newKey(redis.url)
      const [before, alone] = [sumOf(robes, answered), sumOf(robes, countedAlone)]
      const statuses = await burst(url, key, 500)
      // A log line may come a moment after its answer.
      await until('every call has its line', () => sumOf(robes, answered) - before === 500)
      if (sumOf(robes, countedAlone) === alone) return { key, statuses }
    }
    throw new Error('Redis was never heard in time for all 500 calls')
  }

  await t.test('of 500 calls at the same moment exactly 100 are admitted and billed', async (t) => {
    const { key, statuses } = await burstCountedInRedis()
    t.equal(statuses.filter((status) => status === 200).length, 100)
    t.equal(statuses.filter((status) => status === 429).length, 400)
    t.match(await ask(url, key, '127.0.0.2'), { status: 200, body: { daily_usage: 100, monthly_usage: 100 } })
    const opened = await openStore(redis.url, { purpose: 'command' })
    t.equal([...(await chargesOf(opened, 'month', windowAt('month', Date.now()).start))].at(-1)?.[1], 100)
    await opened.close()
    t.ok(
      robes.every((robe) => answered(robe) > 0),
      'every instance had its share',
    )
  })

  await t.test('an instance sees the address of the client, whatever the client claims', async (t) => {
    const key = await newKey(redis.url, ['127.0.0.2'])
    t.equal((await ask(url, key, '127.0.0.2')).status, 200)
    t.equal((await ask(url, key, '127.0.0.3')).status, 403)
    const claiming = { headers: { 'X-Forwarded-For': '127.0.0.2' } }
    t.equal((await ask(url, key, '127.0.0.3', claiming)).status, 403)
  })

  await t.test('a body that is too large is refused in the words of the contract', async (t) => {
    const key = await newKey(redis.url)
    for (const size of [20_000, 200_000]) {
      const body = JSON.stringify({ lang: 'x'.repeat(size) })
      t.match(await ask(url, key, '127.0.0.2', { body }), {
        status: 413,
        body: { code: 'PAYLOAD_TOO_LARGE' },
      })
    }
  })

  await t.test('an instance that is gone costs no client anything', async (t) => {
    const key = await newKey(redis.url)
    const [victim] = robes
    victim?.signal('SIGKILL')
    const isGone = (): Promise<boolean> =>
      fetch(`${victim?.url}/openapi.json`).then(
        () => false,
        () => true,
      )
    await until('it is gone', isGone)
    const statuses = await burst(url, key, 30)
    t.same(new Set(statuses), new Set([200]))
  })

  await t.test('without any instance clients are told so in the words of the contract', async (t) => {
    const key = await newKey(redis.url)
    for (const robe of robes) robe.signal('SIGKILL')
    t.match(await ask(url, key, '127.0.0.2'), {
      status: 503,
      headers: { 'content-type': 'application/json', 'retry-after': '1' },
      body: { error: 'Service Unavailable', code: 'SERVICE_UNAVAILABLE' },
    })
  })
})
