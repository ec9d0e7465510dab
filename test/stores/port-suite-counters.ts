/**
 * The Counters of every store: windows, limits, refunds, clocks, and the ledger that bills are made from.
 */
import type { Guarantee } from './port-suite.js'
import { chargesOf, chargeTimes, FREE, HOUR, MORNING, put, secretOf } from './samples.js'

export function counterSuite(guarantee: Guarantee): void {
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
    'several units are charged to all three windows, or none of them to any',
    async (t, { counters }) => {
      const limits = { hour: 100, day: 12, month: 100 }
      t.match(await counters.charge(1, limits, 7), { allowed: true, used: { hour: 7, day: 7, month: 7 } })
      t.match(await counters.charge(1, limits, 6), { allowed: false, used: { hour: 7, day: 7, month: 7 } })
      t.match(await counters.charge(1, limits, 5), { allowed: true, used: { hour: 12, day: 12, month: 12 } })
      t.match(await counters.charge(1, limits), { allowed: false })
      t.same(await counters.usage(1), { hour: 12, day: 12, month: 12 })
    },
  )

  guarantee('units that do not fit refuse no smaller charge of the same moment', async (t, { counters }) => {
    const limits = { hour: 10, day: 100, month: 100 }
    await counters.charge(1, limits, 8)
    const [large, small, other] = await Promise.all([
      counters.charge(1, limits, 3),
      counters.charge(1, limits),
      counters.charge(1, limits),
    ])
    t.same([large.allowed, small.allowed, other.allowed], [false, true, true])
    t.match(await counters.charge(1, limits, 3), { allowed: false, used: { hour: 10 } })
  })

  guarantee(
    'some of the units of a charge can be refunded, never more than were charged',
    async (t, { counters }) => {
      const charge = await counters.charge(1, FREE, 10)
      await counters.refund(1, charge, 4)
      t.same(await counters.usage(1), { hour: 6, day: 6, month: 6 })
      t.match(await counters.charge(1, { hour: 10, day: 10, month: 10 }, 4), { allowed: true })
      await counters.refund(1, charge, 20)
      t.same(await counters.usage(1), { hour: 0, day: 0, month: 0 })
    },
  )

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
      const { id } = await put(store)
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
      await store.counters.usage(id, true)
      t.equal(await lastUsedAt(), MORNING + 2_000)
      t.same(await store.counters.usage(id), { hour: 1, day: 1, month: 1 }, 'and a free call charges nothing')
    },
  )

  guarantee('the ledger says of each day and month what usage said', async (t, store, clock) => {
    const ledger = (window: 'day' | 'month', start: number) => chargesOf(store, window, start)
    const [day, month] = [Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 1)]
    for (const letter of ['a', 'b']) await put(store, { secrets: [secretOf(letter)] })
    t.same([...(await ledger('month', month))], [])
    await chargeTimes(store, 1, 3)
    await chargeTimes(store, 2, 1)
    await store.counters.refund(2, await store.counters.charge(2, FREE))
    t.same([...(await ledger('day', day))].sort(), [
      [1, 3],
      [2, 1],
    ])
    clock.time += 24 * HOUR
    await chargeTimes(store, 1, 2)
    t.equal((await ledger('day', day)).get(1), 3)
    t.equal((await ledger('day', day + 24 * HOUR)).get(1), 2)
    t.equal((await ledger('month', month)).get(1), (await store.counters.usage(1)).month)
    clock.time = Date.UTC(2027, 3, 1)
    await chargeTimes(store, 1, 1)
    t.equal((await ledger('month', month)).get(1), 5, 'long after the month too')
    t.equal((await ledger('month', Date.UTC(2027, 3, 1))).get(1), 1)
    t.same(
      await store.counters.ledger('day'),
      [
        { keyId: 1, window: 'day', start: day, count: 3 },
        { keyId: 2, window: 'day', start: day, count: 1 },
        { keyId: 1, window: 'day', start: day + 24 * HOUR, count: 2 },
        { keyId: 1, window: 'day', start: Date.UTC(2027, 3, 1), count: 1 },
      ],
      'all days, the earliest first',
    )
    const until = { start: day, end: day + 24 * HOUR }
    t.same(
      (await store.counters.ledger('day', until)).length,
      2,
      'what begins at the end of a span is not in it',
    )
  })

  guarantee('a key whose every charge was taken back is not in the ledger', async (t, { counters }) => {
    await counters.refund(1, await counters.charge(1, FREE))
    t.same(await counters.ledger('month'), [])
  })
}
