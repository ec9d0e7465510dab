/**
 * Who gets in: one answer for every bad key, the order of refusals, and what the refused pay.
 */
import t from 'tap'
import { digestOf, generateKey } from '../../src/access/key.js'
import { sendRaw, statuses } from './raw.js'
import { BAY, form, get, MORNING, post, startService, type Service } from './service.js'

const GOOD = form({ base: BAY })
const PATH = '/coats/result'

/** Every byte of an answer but the moment it was made and the name of the request. */
async function bytesOf(service: Service, header: string): Promise<string> {
  const told = await sendRaw(
    service.port,
    `POST ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}Content-Length: 0\r\n\r\n`,
  )
  return told.replace(/\r\n(Date|X-Request-Id): .*/gi, '')
}

t.test('a call without a key is told so', async (t) => {
  const service = await startService(t)
  for (const path of [PATH, '/coats/generateChild']) {
    const response = await service.fetch(`${service.url}${path}`, { method: 'POST', body: GOOD })
    t.equal(response.status, 401)
    t.equal(response.headers.get('www-authenticate'), 'ApiKey header="X-API-Key"')
    t.equal(response.headers.get('x-ratelimit-limit'), null)
    t.match(await response.json(), { error: 'Unauthorized', code: 'AUTH_MISSING_KEY' })
  }
  for (const path of ['/coats/api-info', '/coats/genes']) {
    const response = await service.fetch(`${service.url}${path}`)
    t.equal(response.status, 401)
    t.match(await response.json(), { code: 'AUTH_MISSING_KEY' })
  }
})

t.test('malformed, unknown, revoked and ended keys get the same bytes', async (t) => {
  const service = await startService(t)
  const revoked = await service.newKey({ status: 'revoked' })
  const unknown = generateKey('live')
  const [endedSecret, endedOfSuspended] = [generateKey('live'), generateKey('test')]
  const reference = await bytesOf(service, `X-API-Key: ${unknown}\r\n`)
  t.match(reference, /^HTTP\/1\.1 401 /)
  t.match(reference, /"code":"AUTH_INVALID_KEY"/)
  const ended = await service.newKey({
    secrets: [{ digest: digestOf(endedSecret), expiresAt: service.clock.time }],
  })
  const suspended = await service.newKey({
    secrets: [{ digest: digestOf(endedOfSuspended), expiresAt: service.clock.time }],
    status: 'suspended',
  })
  const bad = {
    revoked: revoked.secret,
    'whose secret has ended': endedSecret,
    'whose secret has ended and that is suspended': endedOfSuspended,
    'whose secret was replaced': ended.secret,
    'whose secret was replaced and that is suspended': suspended.secret,
    'with a wrong checksum': `${service.key.slice(0, -1)}${service.key.endsWith('0') ? '1' : '0'}`,
    'in capitals': service.key.toUpperCase(),
    'cut short': service.key.slice(0, -1),
    'with a word before': `Bearer ${service.key}`,
    'in quotes': `"${service.key}"`,
    'a word': 'secret',
    'a long text': 'x'.repeat(7_000),
    'bytes that are no ASCII': '\xe9\xff',
  }
  for (const [title, key] of Object.entries(bad)) {
    t.equal(await bytesOf(service, `X-API-Key: ${key}\r\n`), reference, `a key ${title}`)
  }
  const twice = `X-API-Key: ${service.key}\r\nX-API-Key: ${service.key}\r\n`
  t.equal(await bytesOf(service, twice), reference, 'the header twice')
})

t.test('the key is read from its header alone', async (t) => {
  const service = await startService(t)
  const none = await service.fetch(
    `${service.url}/coats/genes?X-API-Key=${service.key}&api_key=${service.key}`,
    {
      headers: { Authorization: `Bearer ${service.key}`, Cookie: `X-API-Key=${service.key}` },
    },
  )
  t.equal(none.status, 401)
  t.match(await none.json(), { code: 'AUTH_MISSING_KEY' })
  const beside = await get(service, '/coats/genes', { Authorization: 'Basic eDp5' })
  t.equal(beside.status, 200, 'an Authorization header beside it is ignored')
  const padded = await sendRaw(
    service.port,
    `GET /coats/genes HTTP/1.1\r\nHost: x\r\nConnection: close\r\nx-api-key: \t${service.key} \r\n\r\n`,
  )
  t.same(statuses(padded), [200], 'its name in any letters, space around its value')
})

t.test(
  'a suspended key, an expired one, a strange address, a withheld endpoint are refused, uncharged and with the limits',
  async (t) => {
    const service = await startService(t)
    const cases = [
      ['AUTH_KEY_SUSPENDED', { status: 'suspended' }],
      ['AUTH_KEY_SUSPENDED', { status: 'suspended', expiresAt: MORNING - 1, allowedIps: ['203.0.113.7'] }],
      ['AUTH_ACCESS_DENIED', { expiresAt: MORNING }],
      ['AUTH_ACCESS_DENIED', { allowedIps: ['203.0.113.7', '2001:db8::/32'] }],
      ['AUTH_ACCESS_DENIED', { allowedEndpoints: ['coats.generateChild'] }],
    ] as const
    for (const [code, change] of cases) {
      const { secret, id } = await service.newKey({ ...change, limits: { hour: 5, day: 50, month: 500 } })
      await service.store.counters.charge(id, { hour: 5, day: 50, month: 500 })
      const told = await post(service, PATH, GOOD, { 'X-API-Key': secret })
      t.equal(told.status, 403, JSON.stringify(change))
      t.match(told.body, { error: 'Forbidden', code })
      t.equal(told.headers.get('x-ratelimit-limit'), '5', 'its headers show the limits of the key')
      t.equal(told.headers.get('x-ratelimit-remaining'), '4')
      t.match(told.headers.get('ratelimit'), '"hour";r=4;')
      t.equal(told.headers.get('retry-after'), null)
      t.equal((await service.store.counters.usage(id)).day, 1, 'and pays nothing')
    }
    const { secret } = await service.newKey({ allowedIps: ['127.0.0.0/8'], expiresAt: MORNING + 1 })
    t.equal((await post(service, PATH, GOOD, { 'X-API-Key': secret })).status, 200)
  },
)

t.test('what a key may read about itself cannot be withheld', async (t) => {
  const service = await startService(t, { key: { allowedEndpoints: [] } })
  t.equal((await get(service, '/coats/api-info')).status, 200)
  t.equal((await get(service, '/coats/genes')).status, 200)
  t.equal((await post(service, PATH, GOOD)).status, 403)
})

t.test('a forwarded address is believed only of a proxy', async (t) => {
  const key = { allowedIps: ['2001:db8::dead:beef'] }
  const direct = await startService(t, { key })
  const forwarded = { 'X-Forwarded-For': '2001:db8::dead:beef' }
  t.equal((await post(direct, PATH, GOOD, forwarded)).status, 403)
  const behind = await startService(t, { key, trustedProxies: ['127.0.0.1'] })
  t.equal((await post(behind, PATH, GOOD, forwarded)).status, 200)
  const spoofed = { 'X-Forwarded-For': '2001:db8::dead:beef, 203.0.113.9' }
  t.equal((await post(behind, PATH, GOOD, spoofed)).status, 403, 'the right-most entry counts')
})

t.test(
  'decisions fall in order: path, method, key, standing, limits, media type, size, fields',
  async (t) => {
    const service = await startService(t)
    const suspended = await service.newKey({ status: 'suspended' })
    const spent = await service.newKey({ limits: { hour: 0, day: 0, month: 0 } })
    const send = async (path: string, key: string, type: string, size: number, method = 'POST') => {
      const headers = { 'X-API-Key': key, 'Content-Type': type }
      const body = method === 'GET' ? {} : { body: `lang=xx&${'x'.repeat(size)}` }
      const response = await service.fetch(`${service.url}${path}`, { method, headers, ...body })
      return ((await response.json()) as { code: string }).code
    }
    const FORM = 'application/x-www-form-urlencoded'
    t.equal(await send('/nowhere', 'bad', 'text/plain', 20_000, 'DELETE'), 'NOT_FOUND')
    t.equal(await send(PATH, 'bad', 'text/plain', 20_000, 'PUT'), 'METHOD_NOT_ALLOWED')
    t.equal(await send(PATH, 'bad', 'text/plain', 20_000), 'AUTH_INVALID_KEY')
    t.equal(await send(PATH, suspended.secret, 'text/plain', 20_000), 'AUTH_KEY_SUSPENDED')
    t.equal(await send(PATH, spent.secret, 'text/plain', 20_000), 'RATE_LIMIT_EXCEEDED')
    t.equal(await send(PATH, service.key, 'text/plain', 20_000), 'UNSUPPORTED_MEDIA_TYPE')
    t.equal(await send(PATH, service.key, FORM, 20_000), 'PAYLOAD_TOO_LARGE')
    t.equal(await send(PATH, service.key, FORM, 20), 'VALIDATION_INVALID_FIELD')
  },
)
