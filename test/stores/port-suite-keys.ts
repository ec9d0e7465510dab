/**
 * The KeyStore of every store, and the audit that goes with each change.
 */
import type { Store } from '../../src/access/ports.js'
import type { Guarantee } from './port-suite.js'
import { alter, lineFor, MORNING, newKey, put, secretOf } from './samples.js'

export function keySuite(guarantee: Guarantee): void {
  guarantee('a key comes back whole, by digest, by id and in the list', async (t, store) => {
    const wanted = newKey({
      name: 'Écurie "Nº 1"',
      note: 'paid until Easter\nring Ann first',
      label: 'test',
      plan: 'premium',
      limits: { hour: 5 },
      expiresAt: MORNING + 1,
      allowedEndpoints: ['coats.result'],
      allowedIps: ['10.0.0.0/8', '::1'],
    })
    const made = await put(store, wanted)
    t.strictSame(made, { ...wanted, id: made.id, lastUsedAt: null })
    t.strictSame(await store.keys.findByDigest('a'.repeat(64)), made)
    t.strictSame(await store.keys.get(made.id), made)
    t.strictSame(await store.keys.list(), [made])
  })

  guarantee('an unknown digest or id finds nothing', async (t, store) => {
    await put(store)
    t.equal(await store.keys.findByDigest('b'.repeat(64)), undefined)
    t.equal(await store.keys.get(99), undefined)
    t.equal(await alter(store, 99, { name: 'x' }), undefined)
  })

  guarantee('each key has an id of its own, in order', async (t, store) => {
    const ids: number[] = []
    for (const letter of ['a', 'b', 'c']) ids.push((await put(store, { secrets: [secretOf(letter)] })).id)
    t.equal(new Set(ids).size, 3)
    t.same(
      (await store.keys.list()).map((key) => key.id),
      ids,
    )
  })

  guarantee('a change replaces what it names and nothing else', async (t, store) => {
    const made = await put(store)
    const changed = await alter(store, made.id, { status: 'suspended', limits: { day: 3 } })
    t.strictSame(changed, { ...made, status: 'suspended', limits: { day: 3 } })
    t.strictSame(await store.keys.findByDigest('a'.repeat(64)), changed)
  })

  guarantee('a revoked key is never found by its digest but stays in the list', async (t, store) => {
    const made = await put(store)
    await alter(store, made.id, { status: 'revoked' })
    t.equal(await store.keys.findByDigest('a'.repeat(64)), undefined)
    t.match(await store.keys.get(made.id), { status: 'revoked' })
  })

  guarantee('two live secrets find one key, and a secret taken away finds none', async (t, store) => {
    const [first, second] = ['a'.repeat(64), 'b'.repeat(64)]
    const made = await put(store)
    const secrets = [secretOf('b'), secretOf('a', MORNING + 1)]
    t.strictSame((await alter(store, made.id, { secrets }))?.secrets, secrets)
    t.strictSame((await store.keys.get(made.id))?.secrets, secrets)
    t.equal((await store.keys.findByDigest(first))?.id, made.id)
    t.equal((await store.keys.findByDigest(second))?.id, made.id)
    await alter(store, made.id, { secrets: [secretOf('b')] })
    t.equal(await store.keys.findByDigest(first), undefined)
    t.equal((await store.keys.findByDigest(second))?.id, made.id)
  })

  guarantee('nobody can change a record that was handed out', async (t, store) => {
    await put(store, { allowedIps: ['::1'] })
    const found = await store.keys.findByDigest('a'.repeat(64))
    t.ok(
      found &&
        Object.isFrozen(found) &&
        Object.isFrozen(found.allowedIps) &&
        Object.isFrozen(found.limits) &&
        Object.isFrozen(found.secrets),
    )
  })

  guarantee('a secret beyond its end is still found: the policy judges the end', async (t, store, clock) => {
    const made = await put(store, { secrets: [secretOf('b'), secretOf('a', MORNING + 1)] })
    clock.time += 60_000
    t.equal((await store.keys.findByDigest('a'.repeat(64)))?.id, made.id)
  })

  guarantee('a change is decided on the record as it is and leaves its one audit line', async (t, store) => {
    const made = await put(store, { limits: { day: 1 } })
    await alter(store, made.id, { limits: { day: 2 } })
    const seen: unknown[] = []
    const after = await store.keys.change(made.id, (before) => {
      seen.push(before.limits)
      return { after: { limits: { day: (before.limits.day ?? 0) + 1 } }, audit: lineFor(made.id, 'raised') }
    })
    t.same(seen.at(-1), { day: 2 })
    t.same(after?.limits, { day: 3 })
    t.same(await eventsOf(store), ['made', 'changed', 'raised'])
  })

  guarantee('a change that is decided against changes nothing and leaves no line', async (t, store) => {
    const made = await put(store)
    t.strictSame(await store.keys.change(made.id, () => undefined), made)
    t.equal(await store.keys.change(99, () => ({ after: {}, audit: lineFor(99) })), undefined)
    t.same(await eventsOf(store), ['made'])
  })

  guarantee('a change whose decision fails changes nothing, and the next one works', async (t, store) => {
    const made = await put(store)
    const fail = async (): Promise<unknown> =>
      store.keys.change(made.id, () => {
        throw new Error('no')
      })
    await t.rejects(fail(), { message: 'no' })
    t.strictSame(await store.keys.get(made.id), made)
    t.same(await eventsOf(store), ['made'])
    t.match(await alter(store, made.id, { note: 'x' }), { note: 'x' })
  })

  guarantee('changes at the same moment lose nothing of each other’s', async (t, store) => {
    const { id } = await put(store, { limits: { day: 0 } })
    const raise = async (): Promise<unknown> =>
      store.keys.change(id, (before) => ({
        after: { limits: { day: (before.limits.day ?? 0) + 1 } },
        audit: lineFor(id, 'raised'),
      }))
    await Promise.all(Array.from({ length: 20 }, raise))
    t.same((await store.keys.get(id))?.limits, { day: 20 })
    t.equal((await store.audit.lines()).length, 21)
  })

  guarantee('the line of a new key is written with it and names its id', async (t, store) => {
    const made = await store.keys.create(newKey(), ({ id, name }) => lineFor(id, `made ${name}`))
    const [line] = await store.audit.lines()
    t.match(JSON.parse(line ?? ''), {
      key_id: made.id,
      event: 'made stable',
      time: '2026-11-21T10:30:00.000Z',
    })
  })

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

  guarantee('an audit line tells what changed, and the keys that an event concerns', async (t, { audit }) => {
    const changes = { plan: { from: 'free', to: 'standard' } }
    await audit.record({ event: 'key.changed', keyId: 1, actor: 'a', changes })
    await audit.record({ event: 'keys.exported', keyId: null, keyIds: [1, 2], actor: 'a' })
    const [first, second] = (await audit.lines()).map((line) => JSON.parse(line) as unknown)
    const time = '2026-11-21T10:30:00.000Z'
    t.strictSame(first, { time, actor: 'a', event: 'key.changed', key_id: 1, changes })
    t.strictSame(second, { time, actor: 'a', event: 'keys.exported', key_id: null, key_ids: [1, 2] })
  })
}

async function eventsOf(store: Store): Promise<readonly string[]> {
  return (await store.audit.lines()).map((line) => (JSON.parse(line) as { event: string }).event)
}
