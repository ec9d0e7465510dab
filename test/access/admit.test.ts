/**
 * Who may call: order and sameness of refusals.
 */
import t from 'tap'
import { identify } from '../../src/access/admit.js'
import { digestOf, generateKey } from '../../src/access/key.js'
import type { KeyRecord, KeyStore } from '../../src/access/ports.js'

const NOW = Date.UTC(2026, 10, 21, 10, 30)
const SECRET = generateKey('live')
const clock = { now: () => NOW }

const KEY: KeyRecord = {
  id: 7,
  name: 'stable',
  plan: 'free',
  limits: {},
  status: 'active',
  createdAt: NOW - 1_000,
  lastUsedAt: null,
  expiresAt: null,
  allowedEndpoints: null,
  allowedIps: [],
  note: '',
  label: 'live',
  secrets: [{ digest: digestOf(SECRET), expiresAt: null }],
}

/** A store that holds one key and counts its look-ups. */
function storeOf(key: KeyRecord): KeyStore & { lookups: number } {
  const store = {
    lookups: 0,
    findByDigest(digest: string) {
      store.lookups++
      return key.secrets.some((secret) => secret.digest === digest) ? key : undefined
    },
    get: () => key,
    list: () => [key],
    create: () => key,
    change: () => key,
    import: () => [],
  }
  return store
}

function ask(
  change: Partial<KeyRecord>,
  header: string | string[] | undefined = SECRET,
  endpoint = 'coats.result',
  address = '203.0.113.7',
) {
  return identify({ keys: storeOf({ ...KEY, ...change }), clock }, header, endpoint, address)
}

t.test('a good key is accepted, at once and not by a promise', async (t) => {
  t.match(ask({}), { ok: true, key: { id: 7 } })
})

t.test('a store that answers later is waited for', async (t) => {
  const keys: KeyStore = { ...storeOf(KEY), findByDigest: () => Promise.resolve(KEY) }
  t.match(await identify({ keys, clock }, SECRET, 'coats.result', undefined), { ok: true, key: { id: 7 } })
})

t.test('no header and an empty header are a missing key', async (t) => {
  for (const header of [undefined, '', '   ', [], ['']] as const) {
    const found = identify({ keys: storeOf(KEY), clock }, header, 'coats.result', undefined)
    t.match(found, { ok: false, code: 'AUTH_MISSING_KEY' }, JSON.stringify(header))
  }
})

t.test('malformed, unknown and revoked keys get one and the same answer', async (t) => {
  const unknown = ask({}, generateKey('live'))
  t.match(unknown, { ok: false, code: 'AUTH_INVALID_KEY' })
  t.equal(ask({}, 'hunter2'), unknown)
  t.equal(ask({}, 'x'.repeat(10_000)), unknown)
  t.equal(ask({}, `${SECRET}, ${SECRET}`), unknown, 'a header sent twice')
  t.equal(ask({}, [SECRET, SECRET]), unknown, 'a header sent twice, as a list')
  t.equal(ask({ status: 'revoked' }), unknown)
  t.equal(ask({ status: 'revoked', expiresAt: NOW - 1, allowedIps: ['192.0.2.1'] }), unknown)
})

t.test('a secret is accepted until its end, judged at each call, and is then as unknown', async (t) => {
  let now = NOW
  const digest = digestOf(SECRET)
  const ending = {
    ...KEY,
    secrets: [
      { digest: 'b'.repeat(64), expiresAt: null },
      { digest, expiresAt: NOW + 1 },
    ],
  }
  const knock = (key: KeyRecord) =>
    identify({ keys: storeOf(key), clock: { now: () => now } }, SECRET, 'coats.result', undefined)
  t.match(knock(ending), { ok: true })
  now += 1
  const unknown = ask({}, generateKey('live'))
  t.equal(knock(ending), unknown)
  t.equal(knock({ ...ending, status: 'suspended' }), unknown, 'whatever the standing of its key')
})

t.test('a malformed key is never looked up', async (t) => {
  const keys = storeOf(KEY)
  await identify({ keys, clock }, `${SECRET.slice(0, -1)}_`, 'coats.result', undefined)
  t.equal(keys.lookups, 0)
})

t.test('refusals come in the order suspended, expired, address, endpoint', async (t) => {
  const wrong = {
    status: 'suspended',
    expiresAt: NOW,
    allowedIps: ['192.0.2.1'],
    allowedEndpoints: ['coats.generateChild'],
  } as const
  t.match(ask(wrong), { code: 'AUTH_KEY_SUSPENDED' })
  t.match(ask({ ...wrong, status: 'active' }), { code: 'AUTH_ACCESS_DENIED', message: /expired/ })
  t.match(ask({ ...wrong, status: 'active', expiresAt: NOW + 1 }), {
    code: 'AUTH_ACCESS_DENIED',
    message: /address/,
  })
  t.match(ask({ ...wrong, status: 'active', expiresAt: null, allowedIps: [] }), {
    code: 'AUTH_ACCESS_DENIED',
    message: /endpoint/,
  })
})

t.test('status, endpoint and address: every combination', async (t) => {
  for (const status of ['active', 'suspended', 'revoked'] as const) {
    for (const endpoint of [
      'coats.result',
      'coats.generateChild',
      'coats.api-info',
      'coats.genes',
      'coats.picture',
    ]) {
      for (const address of ['203.0.113.7', '203.0.113.8']) {
        const found = ask(
          { status, allowedEndpoints: ['coats.result'], allowedIps: ['203.0.113.7'] },
          SECRET,
          endpoint,
          address,
        )
        const expected =
          status === 'revoked'
            ? 'AUTH_INVALID_KEY'
            : status === 'suspended'
              ? 'AUTH_KEY_SUSPENDED'
              : address !== '203.0.113.7' || ['coats.generateChild', 'coats.picture'].includes(endpoint)
                ? 'AUTH_ACCESS_DENIED'
                : undefined
        t.match(
          found,
          expected === undefined ? { ok: true } : { ok: false, code: expected },
          `${status} ${endpoint} ${address}`,
        )
      }
    }
  }
})

t.test('api-info and genes cannot be withheld, not even by an empty list', async (t) => {
  t.match(ask({ allowedEndpoints: [] }, SECRET, 'coats.api-info'), { ok: true })
  t.match(ask({ allowedEndpoints: [] }, SECRET, 'coats.genes'), { ok: true })
  t.match(ask({ allowedEndpoints: [] }, SECRET, 'coats.result'), { ok: false })
})

t.test('no refusal repeats the key', async (t) => {
  for (const found of [ask({ status: 'suspended' }), ask({ status: 'revoked' }), ask({ expiresAt: 1 })]) {
    t.notMatch(JSON.stringify(found), SECRET)
  }
})
