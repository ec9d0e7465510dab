/**
 * What calls cost, what the headers and api-info say of it, and when a limit ends.
 */
import t from 'tap'
import { ENDPOINTS } from '../../src/operations/registry.js'
import { BAY, form, get, post, startService, type Service, type Told } from './service.js'

const GOOD = form({ base: BAY })
const PATH = '/coats/result'
const HOUR = 3_600_000
/** Of MORNING: 11:00, and the first of December, in Unix seconds. */
const NEXT_HOUR = Date.UTC(2026, 10, 21, 11) / 1000
const NEXT_DAY = Date.UTC(2026, 10, 22) / 1000

const rate = ({ headers }: Told): readonly (number | null)[] =>
  ['limit', 'remaining', 'reset'].map((each) => {
    const text = headers.get(`x-ratelimit-${each}`)
    return text === null ? null : Number(text)
  })

const usage = async (service: Service): Promise<unknown> => {
  const { body } = await get(service, '/coats/api-info')
  return [body['daily_usage'], body['monthly_usage']]
}

t.test('the last unit of an hour is served, the next call is refused and pays nothing', async (t) => {
  const service = await startService(t, { key: { limits: { hour: 2, day: 100, month: 1_000 } } })
  t.same(rate(await post(service, PATH, GOOD)), [2, 1, NEXT_HOUR])
  t.same(rate(await post(service, PATH, GOOD)), [2, 0, NEXT_HOUR])
  for (let i = 0; i < 3; i++) {
    const told = await post(service, PATH, GOOD)
    t.equal(told.status, 429)
    t.match(told.body, { error: 'Too Many Requests', code: 'RATE_LIMIT_EXCEEDED' })
    t.same(rate(told), [2, 0, NEXT_HOUR])
    t.equal(told.headers.get('retry-after'), '1800')
    t.equal(told.headers.get('ratelimit'), '"hour";r=0;t=1800')
    t.match(told.headers.get('ratelimit-policy'), '"hour";q=2;w=3600, "day";q=100;w=86400, "month";q=1000')
  }
  t.same(await usage(service), [2, 2], 'no window was charged for a refusal')
  service.clock.time += HOUR / 2
  t.same(rate(await post(service, PATH, GOOD)), [2, 1, NEXT_HOUR + 3600], 'a new hour is a full one')
  t.same(await usage(service), [3, 3])
})

t.test('the window with the fewest left is the one told', async (t) => {
  const service = await startService(t, { key: { limits: { hour: 5, day: 3, month: 1_000 } } })
  t.same(rate(await post(service, PATH, GOOD)), [3, 2, NEXT_DAY])
  await post(service, PATH, GOOD)
  await post(service, PATH, GOOD)
  const told = await post(service, PATH, GOOD)
  t.equal(told.status, 429)
  t.equal(told.headers.get('retry-after'), String(NEXT_DAY - NEXT_HOUR + 1800))
})

t.test('api-info and genes cost nothing, are served beyond the limit, and tell it', async (t) => {
  const service = await startService(t, { key: { limits: { hour: 1, day: 1, month: 1 } } })
  t.same(rate(await get(service, '/coats/genes')).slice(0, 2), [1, 1])
  t.equal((await post(service, PATH, GOOD)).status, 200)
  t.equal((await post(service, PATH, GOOD)).status, 429)
  for (const path of ['/coats/api-info', '/coats/genes', '/coats/genes?lang=xx']) {
    const told = await get(service, path)
    t.equal(told.status, path.endsWith('xx') ? 400 : 200, path)
    t.same(rate(told).slice(0, 2), [1, 0], path)
    t.equal(told.headers.get('retry-after'), null)
  }
  t.same(await usage(service), [1, 1])
})

t.test('whatever comes after admission costs one unit; what comes before is free', async (t) => {
  const service = await startService(t)
  const costs = async (title: string, expected: number, call: () => Promise<unknown>): Promise<void> => {
    const before = (await service.store.counters.usage(1)).day
    await call()
    t.equal((await service.store.counters.usage(1)).day - before, expected, title)
  }
  await costs('a coat', 1, () => post(service, PATH, GOOD))
  await costs('a cross', 1, () =>
    post(service, '/coats/generateChild', form({ mother: { base: BAY }, father: { base: BAY } })),
  )
  await costs('a bad request', 1, () => post(service, PATH, 'base={}'))
  await costs('a malformed form', 1, () => post(service, PATH, 'base=%'))
  await costs('a body too large', 1, () => post(service, PATH, 'x'.repeat(20_000)))
  await costs('another media type', 1, () => post(service, PATH, GOOD, { 'Content-Type': 'text/plain' }))
  await costs('an unknown path', 0, () => post(service, '/coats/none', GOOD))
  await costs('another method', 0, () => get(service, PATH))
  await costs('a bad key', 0, () => post(service, PATH, GOOD, { 'X-API-Key': 'x' }))
  await costs('the catalogue', 0, () => get(service, '/coats/genes'))
  await costs('a bad question to the catalogue', 0, () => get(service, '/coats/genes?lang=xx'))
  await costs('the key’s own account', 0, () => get(service, '/coats/api-info'))
  await costs('a page', 0, () => get(service, '/docs'))
})

t.test('every answer after the key was accepted tells the limits, and no other does', async (t) => {
  const service = await startService(t)
  const names = [
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'ratelimit',
    'ratelimit-policy',
  ]
  const told = {
    200: await post(service, PATH, GOOD),
    400: await post(service, PATH, ''),
    413: await post(service, PATH, 'x'.repeat(20_000)),
    415: await post(service, PATH, GOOD, { 'Content-Type': 'text/plain' }),
    401: await post(service, PATH, GOOD, { 'X-API-Key': 'x' }),
    404: await post(service, '/nowhere', GOOD),
    405: await get(service, PATH),
  }
  for (const [status, { status: got, headers }] of Object.entries(told)) {
    t.equal(got, Number(status))
    const present = names.filter((name) => headers.has(name))
    t.same(present, ['401', '404', '405'].includes(status) ? [] : names, status)
  }
})

t.test('calls at once never get more than there is', async (t) => {
  const service = await startService(t, { key: { limits: { hour: 20, day: 1_000, month: 1_000 } } })
  const told = await Promise.all(Array.from({ length: 50 }, () => post(service, PATH, GOOD)))
  t.equal(told.filter(({ status }) => status === 200).length, 20)
  t.equal(told.filter(({ status }) => status === 429).length, 30)
  t.same(await usage(service), [20, 20])
})

t.test('api-info tells the key all about itself, and nothing more', async (t) => {
  const service = await startService(t, { publicUrl: 'https://robe.example.org' })
  await post(service, PATH, GOOD)
  service.clock.time += 90_000
  const { body } = await get(service, '/coats/api-info', { Host: 'evil.example.org' })
  t.same(body, {
    authenticated: true,
    type: 'api_key',
    key_name: 'test',
    key_id: 1,
    daily_limit: 240_000,
    monthly_limit: 7_440_000,
    daily_usage: 1,
    monthly_usage: 1,
    created_at: '2026-11-21 10:30:00',
    last_used_at: '2026-11-21 10:31:30',
    endpoints: {
      calculate_coat: '/coats/result (POST)',
      calculate_offspring: '/coats/generateChild (POST)',
      api_info: '/coats/api-info (GET)',
    },
    allowed_endpoints: ENDPOINTS,
    allowed_ips: [],
    documentation: 'https://robe.example.org/docs',
  })
})

t.test('a free call is remembered as use and shows the present state', async (t) => {
  const service = await startService(t, { key: { limits: { hour: 100 } } })
  await post(service, PATH, GOOD)
  service.clock.time += 60_000
  t.same(rate(await get(service, '/coats/genes')), [100, 99, NEXT_HOUR])
  t.equal((await service.store.keys.get(1))?.lastUsedAt, service.clock.time)
})

t.test('one key’s calls are not another’s', async (t) => {
  const service = await startService(t)
  const other = await service.newKey({ limits: { hour: 1 } })
  await post(service, PATH, GOOD)
  await post(service, PATH, GOOD)
  t.equal((await post(service, PATH, GOOD, { 'X-API-Key': other.secret })).status, 200)
  t.equal((await post(service, PATH, GOOD, { 'X-API-Key': other.secret })).status, 429)
  t.equal((await post(service, PATH, GOOD)).status, 200)
  t.same(await usage(service), [3, 3])
})

t.test(
  'a key reads the genes sixty times at once and then ten times a second; api-info always',
  async (t) => {
    const service = await startService(t, { key: { limits: { hour: 5, day: 100, month: 1_000 } } })
    await post(service, PATH, GOOD)
    const genes = (key = service.key): Promise<Told> =>
      get(service, '/coats/genes?lang=en', { 'X-API-Key': key })
    for (let i = 0; i < 60; i++) if ((await genes()).status !== 200) t.fail(`call ${i} of the burst`)
    for (let i = 0; i < 2; i++) {
      const refused = await genes()
      t.equal(refused.status, 429)
      t.match(refused.body, { error: 'Too Many Requests', code: 'RATE_LIMIT_EXCEEDED' })
      t.equal(refused.headers.get('retry-after'), '1')
      t.same(rate(refused), [5, 4, NEXT_HOUR], 'the other headers show the windows of the key')
    }
    t.equal((await get(service, '/coats/api-info')).status, 200)
    t.equal((await genes((await service.newKey()).secret)).status, 200, 'another key has its own burst')
    service.clock.time += 1_000
    const statuses: number[] = []
    while (statuses.length < 12) statuses.push((await genes()).status)
    t.same(statuses, [...Array.from({ length: 10 }, () => 200), 429, 429])
    t.same(await usage(service), [1, 1], 'and none of it was charged')
  },
)
