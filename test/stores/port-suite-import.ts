/**
 * Moving keys from one store to another: all of them with their counts, or none.
 */
import type { KeyRecord, LedgerRow } from '../../src/access/ports.js'
import type { Guarantee } from './port-suite.js'
import { chargesOf, chargeTimes, FREE, lineFor, MORNING, newKey, put, secretOf } from './samples.js'

const DAY_START = Date.UTC(2026, 10, 21)
const MONTH_START = Date.UTC(2026, 10, 1)

function keyWith(id: number, letter: string, change: Partial<KeyRecord> = {}): KeyRecord {
  return { ...newKey({ secrets: [secretOf(letter)] }), id, lastUsedAt: MORNING - 5, ...change }
}

export function importSuite(guarantee: Guarantee): void {
  guarantee('imported keys keep id, secrets, status and latest use', async (t, store) => {
    const coming = [
      keyWith(7, 'a', { secrets: [secretOf('a'), secretOf('b', MORNING)], note: 'n', label: 'test' }),
      keyWith(3, 'c', { status: 'revoked', limits: { day: 4 }, expiresAt: MORNING, allowedIps: ['::1'] }),
    ]
    t.same(await store.keys.import({ keys: coming, ledger: [] }, lineFor(7, 'imported')), [])
    t.strictSame(await store.keys.list(), [coming[1], coming[0]])
    t.equal((await store.keys.findByDigest('b'.repeat(64)))?.id, 7)
    t.equal(await store.keys.findByDigest('c'.repeat(64)), undefined)
    t.equal((await store.audit.lines()).length, 1)
    const { id } = await put(store, { secrets: [secretOf('d')] })
    t.ok(id > 7, 'a new key gets none of their ids')
  })

  guarantee('an id or secret that is taken refuses all of them, and says which', async (t, store) => {
    const made = await put(store)
    const coming = [
      keyWith(50, 'b'),
      keyWith(made.id, 'c'),
      keyWith(51, 'a'),
      keyWith(50, 'd'),
      keyWith(52, 'b'),
    ]
    const ledger: LedgerRow[] = [{ keyId: 50, window: 'month', start: MONTH_START, count: 9 }]
    t.strictSame(await store.keys.import({ keys: coming, ledger }, lineFor(50, 'imported')), [
      { keyId: made.id, taken: 'id' },
      { keyId: 51, taken: 'secret' },
      { keyId: 50, taken: 'id' },
      { keyId: 52, taken: 'secret' },
    ])
    t.same(await store.keys.list(), [made])
    t.equal(await store.keys.findByDigest('b'.repeat(64)), undefined)
    t.same(await store.counters.ledger('month'), [])
    t.equal((await store.audit.lines()).length, 1, 'and leaves no line')
  })

  guarantee('counting goes on from what was counted elsewhere', async (t, store) => {
    const earlier = Date.UTC(2026, 9, 1)
    const ledger: LedgerRow[] = [
      { keyId: 7, window: 'day', start: DAY_START, count: 998 },
      { keyId: 7, window: 'month', start: MONTH_START, count: 2_000 },
      { keyId: 7, window: 'month', start: earlier, count: 1_234 },
    ]
    await store.keys.import({ keys: [keyWith(7, 'a')], ledger }, lineFor(7, 'imported'))
    t.same(await store.counters.usage(7), { hour: 0, day: 998, month: 2_000 })
    t.equal(await chargeTimes(store, 7, 5, FREE), 2, 'the day has two left')
    t.same([...(await chargesOf(store, 'month', MONTH_START))], [[7, 2_002]])
    t.same([...(await chargesOf(store, 'day', DAY_START))], [[7, 1_000]])
    t.same([...(await chargesOf(store, 'month', earlier))], [[7, 1_234]])
  })
}
