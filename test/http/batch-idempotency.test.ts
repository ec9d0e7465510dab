/**
 * The header Idempotency-Key of POST /coats/batch.
 */
import t from 'tap'
import { bay, NDJSON, PATH, send, used } from './batches.js'
import { BAY, startService } from './service.js'

t.test('the same Idempotency-Key and body are charged and computed once', async (t) => {
  const service = await startService(t)
  const sent = [bay('a'), { op: 'coats.result', fields: {} }]
  const first = await send(service, sent, { 'Idempotency-Key': 'herd-1' })
  t.equal(first.headers.get('idempotency-replayed'), null)
  const again = await send(service, sent, { 'Idempotency-Key': 'herd-1' })
  t.equal(again.text, first.text)
  t.equal(again.headers.get('idempotency-replayed'), 'true')
  t.equal(await used(service), 2)
  const other = await send(service, [bay('b')], { 'Idempotency-Key': 'herd-1' })
  t.match([other.status, other.error['code']], [422, 'IDEMPOTENCY_MISMATCH'])
  const german = await send(service, sent, { 'Idempotency-Key': 'herd-1', 'Accept-Language': 'de' })
  t.equal(german.status, 422, 'another language is another answer')
  t.equal(await used(service), 2)
  service.clock.time += 24 * 3_600_000
  t.equal((await send(service, [bay('b')], { 'Idempotency-Key': 'herd-1' })).status, 200)
})

t.test('of two batches with one Idempotency-Key at the same time, one is computed', async (t) => {
  const service = await startService(t)
  const sent = Array.from({ length: 300 }, (_, i) => bay(i))
  const both = await Promise.all([1, 2].map(() => send(service, sent, { 'Idempotency-Key': 'twice' })))
  t.same(both.map(({ status }) => status).sort(), [200, 409])
  t.equal(await used(service), 300)
})

t.test('a batch refused for its limits leaves its Idempotency-Key free', async (t) => {
  const service = await startService(t, { key: { limits: { hour: 1, day: 100, month: 100 } } })
  const sent = [bay(1), bay(2)]
  t.equal((await send(service, sent, { 'Idempotency-Key': 'later' })).status, 429)
  t.equal((await send(service, [bay(1)], { 'Idempotency-Key': 'later' })).status, 200)
})

t.test('a large answer is not stored, and a replay of it is refused and not charged', async (t) => {
  const service = await startService(t)
  const long = 'x'.repeat(200)
  const sent = Array.from({ length: 1_000 }, (_, i) => ({
    id: `${i}-${long}`.slice(0, 200),
    op: 'coats.result',
    fields: { base: BAY, explain: true },
  }))
  const first = await send(service, sent, { 'Idempotency-Key': 'large' })
  t.ok(first.text.length > 1024 * 1024, String(first.text.length))
  const again = await send(service, sent, { 'Idempotency-Key': 'large' })
  t.match([again.status, again.error['code']], [409, 'IDEMPOTENCY_CONFLICT'])
  t.equal(await used(service), 1_000)
})

t.test('a client that disconnects finds the answer of its batch with the same Idempotency-Key', async (t) => {
  const service = await startService(t)
  const sent = Array.from({ length: 500 }, (_, i) => bay(i))
  const body = sent.map((each) => JSON.stringify(each)).join('\n')
  const headers = { 'X-API-Key': service.key, 'Content-Type': NDJSON, 'Idempotency-Key': 'broken' }
  const response = await fetch(`${service.url}${PATH}`, { method: 'POST', headers, body })
  await response.body?.cancel()
  let again = await send(service, sent, { 'Idempotency-Key': 'broken' })
  for (let tries = 0; again.status === 409 && tries < 200; tries++)
    again = await send(service, sent, { 'Idempotency-Key': 'broken' })
  t.equal(again.lines.length, 500)
  t.equal(await used(service), 500)
})
