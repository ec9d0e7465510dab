/**
 * Redis in trouble: what is served, what is counted where, and how it ends.
 */
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { Charge, Store } from '../../src/access/ports.js'
import { openStore, type OpenOptions } from '../../src/stores/open.js'
import { until } from '../process/robe.js'
import { paceOf, startProxy, type RedisProxy } from './redis-proxy.js'
import { needsRedis, startRedis, type RedisServer } from './redis-server.js'
import { alter, chargeTimes, FREE, put, secretOf } from './samples.js'

const { skip } = needsRedis()
const MANY = { hour: 1_000_000, day: 1_000_000, month: 1_000_000 }

interface Scene {
  readonly redis: RedisServer
  readonly proxy: RedisProxy
  readonly store: Store
  readonly keyId: number
  readonly lines: string[]
  readonly faults: string[]
}

/** A server's store behind a proxy, with one key that has been seen. */
async function scene(
  t: Test,
  options: Partial<Omit<OpenOptions, 'purpose'>> = {},
  words: readonly string[] = [],
): Promise<Scene> {
  const redis = await startRedis(t, words)
  const proxy = await startProxy(t, redis.port)
  const lines: string[] = []
  const faults: string[] = []
  const store = await openStore(proxy.url, {
    purpose: 'server',
    onNotice: (line) => lines.push(line),
    onFault: (kind) => faults.push(kind),
    ...options,
  })
  t.teardown(() => store.close())
  const { id } = await put(store)
  return { redis, proxy, store, keyId: id, lines, faults }
}

const degraded = ({ store }: Scene) => store.health().degraded
const monthOf = async ({ store, keyId }: Scene): Promise<number> => (await store.counters.usage(keyId)).month

/** Charges one after the other until the breaker has opened; every call is answered. */
async function untilOpen(on: Scene): Promise<readonly Charge[]> {
  const charges: Charge[] = []
  while (!degraded(on)) charges.push(await on.store.counters.charge(on.keyId, MANY))
  return charges
}

/** Ways for Redis to fail, and back. The class is what logs and metrics call it. */
const FAULTS: readonly {
  readonly name: string
  readonly kind: string
  readonly words?: readonly string[]
  readonly begin: (on: Scene) => void | Promise<void>
  readonly end: (on: Scene) => void | Promise<void>
}[] = [
  {
    name: 'killed',
    kind: 'away',
    words: ['--appendonly', 'yes', '--appendfsync', 'always'],
    begin: ({ redis }) => redis.kill(),
    end: ({ redis }) => redis.restart(),
  },
  { name: 'hung', kind: 'slow', begin: ({ redis }) => redis.freeze(), end: ({ redis }) => redis.thaw() },
  {
    name: 'full',
    kind: 'full',
    begin: ({ redis }) => void redis.cli('CONFIG', 'SET', 'maxmemory', '1'),
    end: ({ redis }) => void redis.cli('CONFIG', 'SET', 'maxmemory', '0'),
  },
  {
    name: 'read-only',
    kind: 'read-only',
    begin: ({ redis }) => void redis.cli('REPLICAOF', '127.0.0.1', '1'),
    end: ({ redis }) => void redis.cli('REPLICAOF', 'NO', 'ONE'),
  },
  {
    name: 'closed by another password',
    kind: 'refused',
    begin({ redis }) {
      redis.cli('CONFIG', 'SET', 'requirepass', 'another')
      redis.cli('-a', 'another', '--no-auth-warning', 'CLIENT', 'KILL', 'TYPE', 'normal')
    },
    end: ({ redis }) =>
      void redis.cli('-a', 'another', '--no-auth-warning', 'CONFIG', 'SET', 'requirepass', ''),
  },
  {
    name: 'loading',
    kind: 'loading',
    begin: ({ proxy }) => void (proxy.answer = '-LOADING Redis is loading the dataset in memory'),
    end: ({ proxy }) => void (proxy.answer = undefined),
  },
  {
    name: 'moved elsewhere',
    kind: 'moved',
    begin: ({ proxy }) => void (proxy.answer = '-MOVED 866 10.0.0.2:6379'),
    end: ({ proxy }) => void (proxy.answer = undefined),
  },
  {
    name: 'answering nonsense',
    kind: 'misunderstood',
    begin: ({ proxy }) => void (proxy.answer = '+OK'),
    end: ({ proxy }) => void (proxy.answer = undefined),
  },
]

for (const { name, kind, words, begin, end } of FAULTS) {
  t.test(
    `Redis ${name}: every call is served, told once, added to usage afterwards and never to limits`,
    { skip },
    async (t) => {
      const on = await scene(t, {}, words)
      t.equal(await chargeTimes(on.store, on.keyId, 10), 10)

      await begin(on)
      const first = await untilOpen(on)
      t.ok(
        first.every((charge) => charge.allowed),
        'no call waits for the breaker in vain',
      )
      const during = 20
      t.equal(await chargeTimes(on.store, on.keyId, during, MANY), during)
      t.ok(await on.store.keys.findByDigest('a'.repeat(64)), 'a key that was seen goes on working')
      await t.rejects(Promise.resolve(on.store.keys.findByDigest('b'.repeat(64))), {
        name: 'StoreUnavailable',
      })
      await until('the reason is told', () => on.store.health().why?.startsWith(`${kind}: `) === true)

      await end(on)
      await until('Redis counts again', () => !degraded(on))
      const local = first.filter((charge) => charge.local).length + during
      const counted = 10 + first.length + during
      await until('usage is whole', async () => (await monthOf(on)) === counted)
      const limited = (await on.store.counters.charge(on.keyId, MANY)).used.month
      t.equal(limited, counted - local + 1, 'limits know nothing of the outage')
      t.ok(on.faults.includes(kind), 'the metric tells the class')
      t.equal(on.lines.length, 2, on.lines.join('\n'))
      t.match(on.lines, [/^Redis fails \(.*counted in this process/, /^Redis counts again/])
    },
  )
}

t.test('a script that Redis has forgotten is sent again, and nobody notices', { skip }, async (t) => {
  const on = await scene(t)
  await on.store.counters.charge(on.keyId, FREE)
  on.redis.cli('SCRIPT', 'FLUSH')
  const { used, local } = await on.store.counters.charge(on.keyId, FREE)
  t.same([used.hour, local], [2, undefined])
  t.same([on.faults, on.lines], [[], []])
})

t.test('Redis slow: each call waits for it, and nothing else happens', { skip }, async (t) => {
  const on = await scene(t)
  on.proxy.delay = 30
  const charges = await Promise.all(
    Array.from({ length: 40 }, async () => on.store.counters.charge(on.keyId, FREE)),
  )
  t.ok(charges.every((charge) => charge.allowed && !charge.local))
  t.equal(degraded(on), false)
  on.proxy.delay = 0
  t.equal(await monthOf(on), 40)
})

t.test(
  'while Redis is away it is asked once a second, however it fails and whatever is called',
  { skip },
  async (t) => {
    await Promise.all(
      FAULTS.map(async ({ name, words, begin }) => {
        const on = await scene(t, {}, words)
        await begin(on)
        await untilOpen(on)
        // What is said as the fault begins is no part of the pace.
        await delay(1_000)
        on.proxy.taken()
        for (let turn = 0; turn < 40; turn++) {
          await Promise.all(Array.from({ length: 10 }, async () => on.store.counters.charge(on.keyId, MANY)))
          await delay(100)
        }
        const taken = on.proxy.taken()
        const pace = paceOf(taken)
        // A machine that is late once brings two commands a little closer.
        t.ok(
          pace > 0 && pace < 1.1,
          `${name}: ${pace.toFixed(2)} a second (${taken.map((each) => each.name).join(' ')})`,
        )
      }),
    )
  },
)

t.test(
  'a connection that swallows everything is given up for another, even while it is being made',
  { skip },
  async (t) => {
    const on = await scene(t)
    on.proxy.mute = true
    await untilOpen(on)
    on.proxy.taken()
    const greetings = (): number => on.proxy.taken().filter(({ name }) => name === 'HELLO').length
    await until('another is tried', () => greetings() > 0)
    await until('and another', () => greetings() > 0)
    on.proxy.mute = false
    await until('Redis counts again', () => !degraded(on))
    t.match(await on.store.counters.charge(on.keyId, FREE), { allowed: true, local: undefined })
  },
)

/** Two ways for a charge to be too late; in the second the giving back is just as slow. */
for (const [what, begin, end] of [
  ['frozen for a while', ({ redis }: Scene) => redis.freeze(), ({ redis }: Scene) => redis.thaw()],
  [
    'slower than anybody waits for',
    ({ proxy }: Scene) => void (proxy.delay = 200),
    ({ proxy }: Scene) => void (proxy.delay = 0),
  ],
] as const)
  t.test(`a call charged too late by a Redis ${what} is charged once`, { skip }, async (t) => {
    const on = await scene(t, { storePatience: 10 })
    // Redis must know the script: a charge it does not know is not made late but never.
    await on.store.counters.charge(on.keyId + 1, FREE)
    begin(on)
    const charge = await on.store.counters.charge(on.keyId, FREE)
    t.match(charge, { allowed: true, local: true })
    if (what === 'frozen for a while') end(on)
    await until('what Redis charged is given back', () => {
      const counted = on.redis.cli('HVALS', `robe:hours:${on.keyId}`)
      return counted === '0'
    })
    // So long a giving back would wait for its answer.
    await delay(300)
    end(on)
    await on.store.refresh()
    await until('usage has it once', async () => (await monthOf(on)) === 1)
  })

t.test('refunds find the count that they belong to', { skip }, async (t) => {
  const on = await scene(t)
  const counted = await on.store.counters.charge(on.keyId, FREE)
  await on.redis.kill()
  await until('the loss is noticed', () => degraded(on))
  const local = await on.store.counters.charge(on.keyId, FREE)
  await on.store.counters.charge(on.keyId, FREE)
  await on.store.counters.refund(on.keyId, local)
  t.match(await on.store.counters.charge(on.keyId, FREE), { used: { hour: 3 } }, 'here')
  await on.store.counters.refund(on.keyId, counted)
  t.match(await on.store.counters.charge(on.keyId, FREE), { used: { hour: 3 } }, 'in Redis')
})

t.test('a refund that comes while Redis is silent is on the bill afterwards', { skip }, async (t) => {
  const on = await scene(t)
  const counted = await on.store.counters.charge(on.keyId, FREE)
  on.redis.freeze()
  const local = (await untilOpen(on)).length
  await on.store.counters.refund(on.keyId, counted)
  on.redis.thaw()
  await until('Redis counts again', () => !degraded(on))
  await until('usage is whole', async () => (await monthOf(on)) === local)
})

t.test(
  'with STORE_REQUIRED nothing is charged and nothing served while Redis is away',
  { skip },
  async (t) => {
    const on = await scene(t, { required: true })
    await on.redis.kill()
    await until('the loss is noticed', () => degraded(on))
    for (const call of [
      async () => on.store.counters.charge(on.keyId, FREE),
      async () => on.store.counters.usage(on.keyId),
      async () => on.store.keys.findByDigest('b'.repeat(64)),
      async () => on.store.counters.ledger('month'),
    ])
      await t.rejects<unknown>(call(), { name: 'StoreUnavailable' })
    t.match(on.lines, [/calls are refused .*STORE_REQUIRED/])
  },
)

t.test(
  'an emptied Redis is an outage: known keys go on, nobody is told that a key is unknown',
  { skip },
  async (t) => {
    const on = await scene(t)
    await chargeTimes(on.store, on.keyId, 5)
    await on.redis.restart({ empty: true })
    await until('the loss is noticed', () => on.store.health().why?.startsWith('emptied: ') === true)
    t.ok(on.faults.includes('emptied'))
    t.match(on.store.health(), { degraded: true, why: /^emptied: / })
    t.ok(await on.store.keys.findByDigest('a'.repeat(64)))
    t.match(await on.store.counters.charge(on.keyId, FREE), { allowed: true, local: true })
    await t.rejects(Promise.resolve(on.store.keys.findByDigest('b'.repeat(64))), { name: 'StoreUnavailable' })
    t.equal(on.redis.cli('DBSIZE'), '0', 'and nothing is written into the empty database')
  },
)

t.test('a start without Redis serves, and Redis takes over when it comes', { skip }, async (t) => {
  const redis = await startRedis(t)
  await redis.kill()
  const lines: string[] = []
  const store = await openStore(redis.url, { purpose: 'server', onNotice: (line) => lines.push(line) })
  t.teardown(() => store.close())
  t.match(store.health(), { degraded: true, why: /^away: / })
  t.equal(store.created, false)
  t.match(await store.counters.charge(7, FREE), { allowed: true, local: true })
  await redis.restart()
  await until('Redis counts', () => !store.health().degraded)
  await until('usage is whole', async () => (await store.counters.usage(7)).month === 1)
  t.match(lines, [/^Redis fails/, /^Redis counts again/])
})

t.test('a stop without Redis says what it could not write', { skip }, async (t) => {
  const on = await scene(t)
  await on.redis.kill()
  await until('the loss is noticed', () => degraded(on))
  await chargeTimes(on.store, on.keyId, 3)
  await on.store.close()
  t.match(on.lines.at(-1), /^Usage of key 1 could not be written to Redis: day \S+ 3, month \S+ 3$/)
})

t.test('a thousand calls that are refused ask Redis twice at most', { skip }, async (t) => {
  const on = await scene(t)
  await chargeTimes(on.store, on.keyId, 3, { ...FREE, hour: 3 })
  on.proxy.taken()
  t.equal(await chargeTimes(on.store, on.keyId, 1_000, { ...FREE, hour: 3 }), 0)
  const charges = on.proxy.taken().filter(({ name }) => name === 'EVALSHA')
  t.ok(charges.length <= 3, `two, and a look for changed keys: ${charges.length}`)
  t.equal(await chargeTimes(on.store, on.keyId, 1, { ...FREE, hour: 4 }), 1, 'a raised limit counts at once')
})

t.test('what one instance changes, another heeds within two seconds', { skip }, async (t) => {
  const on = await scene(t)
  const other = await openStore(on.redis.url, { purpose: 'server' })
  t.teardown(() => other.close())
  t.ok(await other.keys.findByDigest('a'.repeat(64)))
  const changedAt = Date.now()
  await alter(on.store, on.keyId, { status: 'suspended', secrets: [secretOf('a'), secretOf('b')] })
  await until(
    'the change is seen',
    async () => (await other.keys.findByDigest('a'.repeat(64)))?.status === 'suspended',
  )
  t.ok(Date.now() - changedAt < 2_000)
  await alter(on.store, on.keyId, { status: 'revoked' })
  await until('the end is seen', async () => (await other.keys.findByDigest('a'.repeat(64))) === undefined)
})

t.test('of changes at the same moment from two instances none is lost', { skip }, async (t) => {
  const on = await scene(t)
  const other = await openStore(on.redis.url, { purpose: 'server' })
  t.teardown(() => other.close())
  const bump = async (store: Store): Promise<void> => {
    await store.keys.change(on.keyId, (before) => ({
      after: { note: `${before.note}x` },
      audit: { event: 'test', keyId: on.keyId, actor: 'test' },
    }))
  }
  await Promise.all(Array.from({ length: 20 }, (_, turn) => bump(turn % 2 === 0 ? on.store : other)))
  t.equal((await on.store.keys.get(on.keyId))?.note.length, 20)
  t.equal((await on.store.audit.lines()).length, 21)
})

t.test('what a restored Redis no longer knows, no server goes on with', { skip }, async (t) => {
  const on = await scene(t)
  await alter(on.store, on.keyId, { status: 'suspended' })
  on.redis.cli('SAVE')
  await alter(on.store, on.keyId, { status: 'active' })
  await put(on.store, { secrets: [secretOf('c')] })
  // Without another snapshot: as if an older one had been put there.
  await on.redis.kill()
  await until('the loss is noticed', () => degraded(on))
  await on.redis.restart()
  await until('Redis counts again', () => !degraded(on))
  t.match(await on.store.keys.get(on.keyId), { status: 'suspended' })
  t.match(await on.store.keys.findByDigest('a'.repeat(64)), { status: 'suspended' })
  t.equal(await on.store.keys.findByDigest('c'.repeat(64)), undefined)
})

t.test('a refund of a charge that Redis has lost leaves no count below none', { skip }, async (t) => {
  const on = await scene(t)
  on.redis.cli('SAVE')
  const lost = await on.store.counters.charge(on.keyId, FREE)
  await on.redis.kill()
  await until('the loss is noticed', () => degraded(on))
  await on.store.counters.refund(on.keyId, lost)
  await on.redis.restart()
  await until('Redis counts again', () => !degraded(on))
  await until('the refund is settled', () => on.redis.cli('HVALS', `robe:usage:${on.keyId}`).includes('-1'))
  t.match(await on.store.counters.usage(on.keyId), { day: 0, month: 0 })
  t.same(await on.store.counters.ledger('month'), [])
})

t.test('a refund whose connection breaks before its answer is made once', { skip }, async (t) => {
  const on = await scene(t, { storePatience: 5_000 })
  await on.store.counters.charge(on.keyId, FREE)
  const counted = await on.store.counters.charge(on.keyId, FREE)
  on.proxy.delay = 2_000
  const refund = on.store.counters.refund(on.keyId, counted)
  await until('Redis has made it', () => on.redis.cli('HVALS', `robe:hours:${on.keyId}`) === '1')
  on.proxy.delay = 0
  on.proxy.cut(false)
  await refund
  await until('Redis counts again', () => !degraded(on))
  await on.store.refresh()
  t.equal(await monthOf(on), 1)
})
