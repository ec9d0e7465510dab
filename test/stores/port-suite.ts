/**
 * What every store must do, whatever it is made of.
 * Guarantees: a store that passes can stand behind the access policy.
 * Leaves to others: opening one (`open` gets the clock of the test and makes a fresh store), and what a store
 * promises beyond the ports.
 */
import type { Test } from 'tap'
import t from 'tap'
import type { Limits, NewKey, Store } from '../../src/access/ports.js'

/** A clock that a test sets by hand. */
export interface HandClock {
  time: number
  now(): number
}

export function handClock(time: number): HandClock {
  return {
    time,
    now() {
      return this.time
    },
  }
}

const HOUR = 3_600_000
const MORNING = Date.UTC(2026, 10, 21, 10, 30)

const FREE: Limits = { hour: 100, day: 1_000, month: 31_000 }

export function newKey(change: Partial<NewKey> = {}): NewKey {
  return {
    name: 'stable',
    plan: 'free',
    limits: {},
    status: 'active',
    createdAt: MORNING,
    expiresAt: null,
    allowedEndpoints: null,
    allowedIps: [],
    digests: ['a'.repeat(64)],
    ...change,
  }
}

/** Charges one after the other and returns how many were admitted. */
export async function chargeTimes(
  store: Store,
  keyId: number,
  times: number,
  limits: Limits = FREE,
): Promise<number> {
  let admitted = 0
  for (let call = 0; call < times; call++) {
    if ((await store.counters.charge(keyId, limits)).allowed) admitted++
  }
  return admitted
}

export function portSuite(name: string, openWith: (clock: HandClock) => Promise<Store>): void {
  const guarantee = (
    says: string,
    check: (t: Test, store: Store, clock: HandClock) => Promise<void>,
  ): void => {
    void t.test(`${name}: ${says}`, async (t) => {
      const clock = handClock(MORNING)
      const store = await openWith(clock)
      t.teardown(() => store.close())
      await check(t, store, clock)
    })
  }

  guarantee('a key comes back whole, by digest, by id and in the list', async (t, { keys }) => {
    const wanted = newKey({
      name: 'Écurie "Nº 1"',
      plan: 'premium',
      limits: { hour: 5 },
      expiresAt: MORNING + 1,
      allowedEndpoints: ['coats.result'],
      allowedIps: ['10.0.0.0/8', '::1'],
    })
    const made = await keys.create(wanted)
    t.strictSame(made, { ...wanted, id: made.id, lastUsedAt: null })
    t.strictSame(await keys.findByDigest('a'.repeat(64)), made)
    t.strictSame(await keys.get(made.id), made)
    t.strictSame(await keys.list(), [made])
  })

  guarantee('an unknown digest or id finds nothing', async (t, { keys }) => {
    await keys.create(newKey())
    t.equal(await keys.findByDigest('b'.repeat(64)), undefined)
    t.equal(await keys.get(99), undefined)
    t.equal(await keys.update(99, { name: 'x' }), undefined)
  })

  guarantee('each key has an id of its own, in order', async (t, { keys }) => {
    const ids: number[] = []
    for (const letter of ['a', 'b', 'c'])
      ids.push((await keys.create(newKey({ digests: [letter.repeat(64)] }))).id)
    t.equal(new Set(ids).size, 3)
    t.same(
      (await keys.list()).map((key) => key.id),
      ids,
    )
  })

  guarantee('a change replaces what it names and nothing else', async (t, { keys }) => {
    const made = await keys.create(newKey())
    const changed = await keys.update(made.id, { status: 'suspended', limits: { day: 3 } })
    t.strictSame(changed, { ...made, status: 'suspended', limits: { day: 3 } })
    t.strictSame(await keys.findByDigest('a'.repeat(64)), changed)
  })

  guarantee('a revoked key is never found by its digest but stays in the list', async (t, { keys }) => {
    const made = await keys.create(newKey())
    await keys.update(made.id, { status: 'revoked' })
    t.equal(await keys.findByDigest('a'.repeat(64)), undefined)
    t.match(await keys.get(made.id), { status: 'revoked' })
  })

  guarantee('two live secrets find one key, and a secret taken away finds none', async (t, { keys }) => {
    const [first, second] = ['a'.repeat(64), 'b'.repeat(64)]
    const made = await keys.create(newKey({ digests: [first] }))
    await keys.update(made.id, { digests: [first, second] })
    t.equal((await keys.findByDigest(first))?.id, made.id)
    t.equal((await keys.findByDigest(second))?.id, made.id)
    await keys.update(made.id, { digests: [second] })
    t.equal(await keys.findByDigest(first), undefined)
    t.equal((await keys.findByDigest(second))?.id, made.id)
  })

  guarantee('nobody can change a record that was handed out', async (t, { keys }) => {
    await keys.create(newKey({ allowedIps: ['::1'] }))
    const found = await keys.findByDigest('a'.repeat(64))
    t.ok(
      found && Object.isFrozen(found) && Object.isFrozen(found.allowedIps) && Object.isFrozen(found.limits),
    )
  })

  guarantee('a charge counts in all three windows', async (t, { counters }) => {
    t.same(await counters.usage(1), { hour: 0, day: 0, month: 0 })
    t.same(await counters.charge(1, FREE), {
      allowed: true,
      used: { hour: 1, day: 1, month: 1 },
      at: MORNING,
    })
    t.same(await counters.charge(1, FREE), {
      allowed: true,
      used: { hour: 2, day: 2, month: 2 },
      at: MORNING,
    })
    t.same(await counters.usage(1), { hour: 2, day: 2, month: 2 })
    t.same(await counters.usage(2), { hour: 0, day: 0, month: 0 }, 'another key has its own')
  })

  guarantee('the 101st request of an hour is refused and charges nothing', async (t, store) => {
    t.equal(await chargeTimes(store, 1, 100), 100)
    for (let call = 0; call < 5; call++) {
      t.match(await store.counters.charge(1, FREE), {
        allowed: false,
        used: { hour: 100, day: 100, month: 100 },
      })
    }
    t.same(await store.counters.usage(1), { hour: 100, day: 100, month: 100 })
  })

  guarantee(
    'the next hour opens exactly at its first millisecond, with a full quota',
    async (t, store, clock) => {
      const limits = { hour: 3, day: 100, month: 100 }
      clock.time = Date.UTC(2026, 10, 21, 10, 59, 59, 999)
      t.equal(await chargeTimes(store, 1, 5, limits), 3)
      clock.time += 1
      t.same(await store.counters.usage(1), { hour: 0, day: 3, month: 3 })
      t.equal(await chargeTimes(store, 1, 5, limits), 3)
      t.same(await store.counters.usage(1), { hour: 3, day: 6, month: 6 })
    },
  )

  guarantee('a refusal by the day charges no hour, and the next day opens', async (t, store, clock) => {
    const limits = { hour: 100, day: 3, month: 100 }
    t.equal(await chargeTimes(store, 1, 6, limits), 3)
    t.same(await store.counters.usage(1), { hour: 3, day: 3, month: 3 })
    clock.time += HOUR
    t.match(await store.counters.charge(1, limits), { allowed: false, used: { hour: 0, day: 3, month: 3 } })
    clock.time = Date.UTC(2026, 10, 22)
    t.match(await store.counters.charge(1, limits), { allowed: true, used: { hour: 1, day: 1, month: 4 } })
  })

  guarantee(
    'a refusal by the month charges neither hour nor day, and the next month opens',
    async (t, store, clock) => {
      const limits = { hour: 100, day: 100, month: 2 }
      t.equal(await chargeTimes(store, 1, 4, limits), 2)
      t.same(await store.counters.usage(1), { hour: 2, day: 2, month: 2 })
      clock.time = Date.UTC(2026, 10, 30, 23, 59, 59, 999)
      t.equal((await store.counters.charge(1, limits)).allowed, false)
      clock.time += 1
      t.match(await store.counters.charge(1, limits), { allowed: true, used: { hour: 1, day: 1, month: 1 } })
    },
  )

  guarantee('of 500 calls at the same moment exactly the limit is admitted', async (t, { counters }) => {
    const charges = await Promise.all(Array.from({ length: 500 }, async () => counters.charge(1, FREE)))
    t.equal(charges.filter((charge) => charge.allowed).length, 100)
    t.same(await counters.usage(1), { hour: 100, day: 100, month: 100 })
    const numbers = charges.filter((charge) => charge.allowed).map((charge) => charge.used.hour)
    t.equal(new Set(numbers).size, 100, 'each was told another count')
  })

  guarantee(
    'calls at the same moment that a wider window refuses charge no window',
    async (t, { counters }) => {
      const limits = { hour: 100, day: 10, month: 1_000 }
      const charges = await Promise.all(Array.from({ length: 50 }, async () => counters.charge(1, limits)))
      t.equal(charges.filter((charge) => charge.allowed).length, 10)
      t.same(await counters.usage(1), { hour: 10, day: 10, month: 10 })
    },
  )

  guarantee('a refund makes room for one more', async (t, store) => {
    const limits = { hour: 2, day: 2, month: 2 }
    await store.counters.charge(1, limits)
    const charge = await store.counters.charge(1, limits)
    await store.counters.refund(1, charge)
    t.same(await store.counters.usage(1), { hour: 1, day: 1, month: 1 })
    t.equal(await chargeTimes(store, 1, 3, limits), 1)
  })

  guarantee('the refund of a refused call gives nothing', async (t, store) => {
    await chargeTimes(store, 1, 100)
    await store.counters.refund(1, await store.counters.charge(1, FREE))
    t.same(await store.counters.usage(1), { hour: 100, day: 100, month: 100 })
  })

  guarantee(
    'a refund after the boundary goes to the window that was charged',
    async (t, { counters }, clock) => {
      clock.time = Date.UTC(2026, 10, 21, 10, 59, 59, 999)
      const charge = await counters.charge(1, FREE)
      clock.time += 1
      await counters.charge(1, FREE)
      await counters.refund(1, charge)
      t.same(await counters.usage(1), { hour: 1, day: 1, month: 1 })
    },
  )

  guarantee('a changed limit goes on from what is counted', async (t, store) => {
    t.equal(await chargeTimes(store, 1, 60), 60)
    t.equal(await chargeTimes(store, 1, 10, { ...FREE, hour: 65 }), 5)
    t.equal(await chargeTimes(store, 1, 1, { ...FREE, hour: 10 }), 0)
    t.same(await store.counters.usage(1), { hour: 65, day: 65, month: 65 })
  })

  guarantee('a clock set back an hour re-opens no window', async (t, store, clock) => {
    const limits = { hour: 3, day: 100, month: 100 }
    await chargeTimes(store, 1, 3, limits)
    clock.time -= HOUR
    t.equal(await chargeTimes(store, 1, 5, limits), 0)
    const charge = await store.counters.charge(1, { ...limits, hour: 4 })
    t.match(charge, { allowed: true, at: MORNING }, 'and no charge is dated before one made earlier')
    await store.counters.refund(1, charge)
    t.same(await store.counters.usage(1), { hour: 3, day: 3, month: 3 })
    clock.time += HOUR
    t.equal(await chargeTimes(store, 1, 5, limits), 0)
  })

  guarantee('a clock that jumps a day ahead and back admits one quota, not two', async (t, store, clock) => {
    const limits = { hour: 3, day: 3, month: 100 }
    await chargeTimes(store, 1, 3, limits)
    clock.time += 24 * HOUR
    t.equal(await chargeTimes(store, 1, 5, limits), 3)
    clock.time -= 24 * HOUR
    t.equal(await chargeTimes(store, 1, 5, limits), 0)
    const used = await store.counters.usage(1)
    t.ok(used.hour >= 0 && used.hour <= 3)
  })

  guarantee(
    'the latest use is that of the latest call, charged, refused or free',
    async (t, store, clock) => {
      const { id } = await store.keys.create(newKey())
      const lastUsedAt = async (): Promise<number | null | undefined> =>
        (await store.keys.get(id))?.lastUsedAt
      t.equal(await lastUsedAt(), null)
      const limits = { hour: 1, day: 1, month: 1 }
      await store.counters.charge(id, limits)
      t.equal(await lastUsedAt(), MORNING)
      clock.time += 1_000
      await store.counters.charge(id, limits)
      t.equal(await lastUsedAt(), MORNING + 1_000)
      clock.time += 1_000
      await store.counters.touch(id)
      t.equal(await lastUsedAt(), MORNING + 2_000)
      t.same(await store.counters.usage(id), { hour: 1, day: 1, month: 1 }, 'and a free call charges nothing')
    },
  )

  guarantee('each audited event is one line of JSON, in order', async (t, { audit }, clock) => {
    await audit.record({ event: 'key.created', keyId: 1, actor: 'command:ann', after: 'h1' })
    clock.time += 1
    await audit.record({ event: 'key.revoked', keyId: 1, actor: 'line\nbreak', before: 'h1', after: 'h2' })
    const lines = await audit.lines()
    t.strictSame(
      lines.map((line) => JSON.parse(line) as unknown),
      [
        {
          time: '2026-11-21T10:30:00.000Z',
          actor: 'command:ann',
          event: 'key.created',
          key_id: 1,
          after: 'h1',
        },
        {
          time: '2026-11-21T10:30:00.001Z',
          actor: 'line\nbreak',
          event: 'key.revoked',
          key_id: 1,
          before: 'h1',
          after: 'h2',
        },
      ],
    )
    t.notOk(lines.some((line) => line.includes('\n')))
  })

  guarantee('a fresh store says that it was created', async (t, store) => {
    t.equal(store.created, true)
    t.same(await store.keys.list(), [])
  })

  guarantee('closing twice is closing once', async (t, store) => {
    await store.close()
    await store.close()
    t.pass()
  })
}
