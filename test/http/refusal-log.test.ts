/**
 * What the log says about refused clients: enough to ban one, never enough lines to fill the disk.
 */
import { createHmac } from 'node:crypto'
import t from 'tap'
import {
  createRefusalLog,
  MAX_ADDRESSES,
  MAX_FAILED_KEY_LINES,
  MAX_UNMATCHED_LINES,
} from '../../src/service/http/log/refusal-log.js'
import { BAY, form, get, post, startService, type Service } from './service.js'

const access = (service: Service) =>
  service.log.filter(({ what }) => what['message'] === 'request').map(({ what }) => what)

/** Lines are written a moment after the client has read its answer. */
async function settled(service: Service, count: number) {
  while (access(service).length < count) await new Promise((resolve) => setImmediate(resolve))
  return access(service)
}

const OF_PROXY = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' }

t.test(
  '401, 403 and 429 name the client, as the trusted proxy saw it; other answers name none',
  async (t) => {
    const service = await startService(t, { trustedProxies: ['127.0.0.1'] })
    const { secret: elsewhere } = await service.newKey({ allowedIps: ['192.0.2.1'] })
    const { secret: spent } = await service.newKey({ limits: { hour: 1 } })
    await post(service, '/coats/result', 'x=', { ...OF_PROXY, 'X-API-Key': 'none' })
    await post(service, '/coats/result', 'x=', { ...OF_PROXY, 'X-API-Key': elsewhere })
    for (let call = 0; call < 2; call++)
      await post(service, '/coats/result', form({ base: BAY }), { ...OF_PROXY, 'X-API-Key': spent })
    await get(service, '/coats/api-info', OF_PROXY)
    const lines = await settled(service, 5)
    t.strictSame(
      lines.map(({ status, client }) => [status, client]),
      [
        [401, '203.0.113.7'],
        [403, '203.0.113.7'],
        [200, undefined],
        [429, '203.0.113.7'],
        [200, undefined],
      ],
    )
  },
)

t.test('with LOG_ADDRESS_KEY addresses are logged as a hash under that key', async (t) => {
  const addressKey = 'a key of the operator'
  const service = await startService(t, { addressKey })
  await get(service, '/coats/api-info', { 'X-API-Key': 'none' })
  const [line] = await settled(service, 1)
  const hash = createHmac('sha256', addressKey).update('127.0.0.1').digest('hex')
  t.equal(line?.['client'], hash.slice(0, 32))
  t.notMatch(JSON.stringify(service.log), '127.0.0.1')
})

t.test('failed keys from one address are always 401, and leave 20 lines and one a minute', async (t) => {
  const service = await startService(t)
  for (let call = 0; call < 50; call++)
    t.equal((await get(service, '/coats/api-info', { 'X-API-Key': 'none' })).status, 401)
  t.equal((await get(service, '/coats/api-info')).status, 200, 'a valid key from there is served')
  await settled(service, MAX_FAILED_KEY_LINES + 1)
  t.equal(access(service).filter(({ status }) => status === 401).length, MAX_FAILED_KEY_LINES)
  service.refusals.endMinute()
  service.refusals.endMinute()
  const warnings = service.log.filter(({ level }) => level === 'warn')
  t.match(warnings, [{ what: { client: '127.0.0.1', failures: 50 } }])
  t.equal(warnings.length, 1)
  await get(service, '/coats/api-info', { 'X-API-Key': 'none' })
  t.equal(
    (await settled(service, MAX_FAILED_KEY_LINES + 2)).length,
    MAX_FAILED_KEY_LINES + 2,
    'the next minute',
  )
})

t.test('requests to unknown paths are sampled in the log, and all are counted', async (t) => {
  let counted = 0
  const service = await startService(t, { observe: (path) => void (counted += Number(path === '-')) })
  const calls = MAX_UNMATCHED_LINES + 15
  for (let call = 0; call < calls; call++) t.equal((await get(service, `/x${call}`)).status, 404)
  while (counted < calls) await new Promise((resolve) => setImmediate(resolve))
  t.equal(access(service).length, MAX_UNMATCHED_LINES)
  service.refusals.endMinute()
  t.match(
    service.log.filter(({ level }) => level === 'warn'),
    [{ what: { unmatched: calls } }],
  )
})

t.test('any number of addresses takes bounded memory and lines; a network of IPv6 is one client', (t) => {
  const told: object[] = []
  const log = createRefusalLog({ warn: (fields) => void told.push(fields) }, undefined)
  let lines = 0
  for (let i = 0; i < 50; i++) lines += Number(log.failedKey(`2001:db8::${i.toString(16)}`))
  t.equal(lines, MAX_FAILED_KEY_LINES)
  for (let i = 0; i < 100_000; i++)
    lines += Number(log.failedKey(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`))
  t.ok(lines <= (MAX_ADDRESSES + 1) * MAX_FAILED_KEY_LINES, `${lines} lines`)
  log.endMinute()
  t.strictSame(told, [
    { client: '2001:db8:0:0::/64', failures: 50 },
    { client: 'other addresses', failures: 100_000 - (MAX_ADDRESSES - 1) },
  ])
  t.end()
})
