/**
 * Large answers, sent row by row: the same bytes as any other way, no more memory than the reader takes, and
 * nobody else kept waiting.
 */
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { createTurns } from '../../src/service/threads/turns.js'
import { shippedCoats, startService } from './service.js'

const MARE = {
  base: { extension: ['E', 'e'], agouti: ['A', 'a'] },
  others: {
    matp: ['Cr', 'Prl'],
    dun: ['D', 'nd1'],
    silver: ['Z', 'n'],
    champagne: ['Ch', 'n'],
    grey: ['G', 'n'],
    kit: ['To', 'Rn'],
    lp: ['Lp', 'n'],
  },
}
const STALLION = { ...MARE, others: { ...MARE.others, matp: ['Cr', 'n'], dun: ['D', 'nd2'], kit: ['To'] } }
const ROWS = 46_656

const form = (more: Readonly<Record<string, string>> = {}): string =>
  new URLSearchParams({
    mother: JSON.stringify(MARE),
    father: JSON.stringify(STALLION),
    lang: 'fr',
    ...more,
  }).toString()

const CODINGS = ['identity', 'br', 'identity', 'gzip']

interface Got {
  readonly response: IncomingMessage
  readonly bytes: Buffer
}

/** Plain HTTP, so that bytes are seen as they were sent. */
function post(
  url: string,
  key: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  path = '/coats/generateChild',
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ response, bytes: Buffer.concat(chunks) }))
      response.on('error', reject)
    })
    sent.end(body)
  })
}

const made = new Map<string, Promise<string>>()

/** What the library answers, as JSON; it is made once. */
function expected(body: string): Promise<string> {
  const known = made.get(body) ?? makeExpected(body)
  made.set(body, known)
  return known
}

async function makeExpected(body: string): Promise<string> {
  const coats = await shippedCoats()
  const fields = Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      value.startsWith('{') ? (JSON.parse(value) as unknown) : value,
    ]),
  )
  return JSON.stringify(coats.offspring(fields, 'en').body)
}

t.test('the bytes are the same row by row, at once, compressed and not', async (t) => {
  const service = await startService(t)
  const { secret } = await service.newKey()
  let streamed = 0
  for (const more of [
    {},
    { limit: '1000' },
    { limit: '400', recombination_band: 'true' },
    { group_by: 'coat' },
    { group_by: 'coat', limit: '500' },
    { limit: '1000', tokens: 'true' },
    { limit: '301', has_IDK: 'true', kit_linkage: JSON.stringify({ mother: ['E', 'Rn'], father: [] }) },
  ]) {
    const body = form(more)
    const whole = await expected(body)
    const plain = await post(service.url, secret, body)
    t.equal(plain.response.statusCode, 200)
    t.ok(plain.bytes.equals(Buffer.from(whole)), `${JSON.stringify(more)}: ${whole.length} characters`)
    // What fits into one chunk is sent as it is, with its length.
    const isStreamed = whole.length > 64 * 1024
    t.equal(plain.response.headers['content-length'] === undefined, isStreamed)
    if (!isStreamed) continue
    streamed++
    // Compressed, all rows are seen below.
    if (Object.keys(more).length === 0) continue
    for (const [coding, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { response, bytes } = await post(service.url, secret, body, { 'Accept-Encoding': coding })
      t.equal(response.headers['content-encoding'], coding)
      t.equal(response.headers['vary'], 'Accept-Encoding')
      t.ok(open(bytes).equals(Buffer.from(whole)), coding)
      t.ok(bytes.length < whole.length / 10, `${coding}: ${bytes.length} bytes`)
    }
  }
  t.ok(streamed >= 4, `${streamed} answers were streamed`)
})

t.test('an answer of few rows is sent at once, with its length, and the bytes are the same', async (t) => {
  const service = await startService(t)
  const { secret } = await service.newKey()
  for (const more of [
    ...['1', '64', '65', '200', '300'].map((limit) => ({ limit })),
    { limit: '200', group_by: 'coat' },
    { limit: '64', tokens: 'true' },
    { limit: '150', recombination_band: 'true' },
    { limit: '100', group_by: 'coat', recombination_band: 'true', has_IDK: 'true' },
  ]) {
    const body = form(more)
    const { response, bytes } = await post(service.url, secret, body, { 'Accept-Encoding': 'br' })
    t.equal(response.headers['content-length'], String(bytes.length))
    t.equal(response.headers['content-encoding'], undefined)
    t.equal(bytes.toString(), await expected(body), JSON.stringify(more))
  }
})

t.test('a row that breaks the contract destroys the connection before the JSON can close', async (t) => {
  const script = new URL('./spoilt-thread.js', import.meta.url)
  const service = await startService(t, { pool: { script } })
  const { secret } = await service.newKey()
  await t.rejects(post(service.url, secret, form()))
  t.ok(service.log.some(({ what }) => String(what['err']).includes('breaks the contract')))
  t.equal(
    (await post(service.url, secret, form({ limit: '10' }))).response.statusCode,
    200,
    'the service goes on',
  )
})

t.test('beyond a key’s line a large cross is refused and costs nothing; others pass', async (t) => {
  const turns = createTurns({ most: 1, mostOfOneKey: 1, refusalsASecond: 3 }, () => 0)
  const service = await startService(t, { turns })
  const { secret, id } = await service.newKey({ plan: 'free' })
  const other = await service.newKey()
  const holding = await turns.take(other.id, 1)
  const large = form({ limit: '1000' })
  const waiting = Array.from({ length: 8 }, () => post(service.url, secret, large))
  while (turns.waiting() < 8) await delay(5)
  const remaining = new Set<unknown>()
  for (let i = 0; i < 5; i++) {
    const refused = await post(service.url, secret, large)
    remaining.add(refused.response.headers['x-ratelimit-remaining'])
    t.equal(refused.response.statusCode, 503)
    t.match(refused.response.headers['retry-after'], /^[1-9]\d*$/)
    t.match(JSON.parse(refused.bytes.toString()), { code: 'SERVICE_UNAVAILABLE' })
  }
  const [first, ...others] = remaining
  t.match(first, /^[1-9]\d*$/, 'an accepted key is told its limits')
  t.same(others, [], 'and the same by what is refused unread')
  t.equal(
    (await post(service.url, secret, form({ limit: '10' }))).response.statusCode,
    503,
    'after so many refusals in a second the rest is refused unread',
  )
  const answered = post(service.url, other.secret, large)
  holding?.release()
  t.equal((await answered).response.statusCode, 200, 'another key has its turn')
  for (const each of waiting) t.equal((await each).response.statusCode, 200)
  while (turns.running() > 0) await delay(5)
  t.equal((await service.store.counters.usage(id)).hour, 8, 'no refusal was charged')
  t.equal(turns.running(), 0)
})

t.test('a question about relatives is not read while the line of its key is full', async (t) => {
  const turns = createTurns({ most: 1, mostOfOneKey: 1, refusalsASecond: 20 }, () => 0)
  const service = await startService(t, { turns })
  const { secret, id } = await service.newKey({ plan: 'free' })
  const holding = await turns.take(id, 0)
  const waiting = Array.from({ length: 8 }, () => post(service.url, secret, form({ limit: '1000' })))
  while (turns.waiting() < 8) await delay(5)
  const slip = 'horses=[]&ask=[]'
  const unread = await post(service.url, secret, slip, {}, '/coats/infer')
  t.equal(unread.response.statusCode, 503)
  t.equal(
    (await post(service.url, secret, 'mother={}')).response.statusCode,
    400,
    'a cross is, as it may be small',
  )
  holding?.release()
  for (const each of waiting) t.equal((await each).response.statusCode, 200)
  t.equal((await post(service.url, secret, slip, {}, '/coats/infer')).response.statusCode, 400)
  t.equal((await service.store.counters.usage(id)).hour, 10, 'and it is not charged')
})

t.test('a client that goes away ends the work and gives its turn back', async (t) => {
  const turns = createTurns({ most: 1, mostOfOneKey: 1, refusalsASecond: 20 }, Date.now)
  const service = await startService(t, { turns })
  const { secret } = await service.newKey()
  await abandon(service.url, secret)
  for (let tries = 0; turns.running() > 0 && tries < 200; tries++) await delay(10)
  t.equal(turns.running(), 0)
  t.equal((await post(service.url, secret, form({ limit: '1000' }))).response.statusCode, 200)
})

t.test('a slow reader keeps nobody waiting, and the server makes no more than it takes', async (t) => {
  const turns = createTurns({ most: 1, mostOfOneKey: 1, refusalsASecond: 20 }, Date.now)
  const service = await startService(t, { turns })
  const { secret } = await service.newKey()
  const slow = await openSlowly(t, service.url, secret)
  while (turns.running() > 0) await delay(10)
  const { bytes } = await post(service.url, secret, form())
  const { results } = JSON.parse(bytes.toString()) as { results: unknown[] }
  t.equal(results.length, ROWS)
  slow.destroy()
})

t.test(
  'answers under way at the same time, quick and slow and broken off, never mix their bytes',
  async (t) => {
    const service = await startService(t)
    const { secret } = await service.newKey()
    const bodies = [{}, { lang: 'en' }, { lang: 'de' }, { has_IDK: 'true' }].map(form)
    const whole = await Promise.all(bodies.map(expected))
    const slow = await openSlowly(t, service.url, secret)
    const abandoned = [abandon(service.url, secret), abandon(service.url, secret)]
    const answers = await Promise.all(
      bodies.map((body, i) => post(service.url, secret, body, { 'Accept-Encoding': CODINGS[i] ?? '' })),
    )
    for (const [i, { bytes, response }] of answers.entries()) {
      const coding = response.headers['content-encoding']
      t.equal(coding ?? 'identity', CODINGS[i])
      const plain =
        coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes
      t.ok(plain.toString() === whole[i], `answer ${i}`)
    }
    const late: Buffer[] = []
    slow.on('data', (chunk: Buffer) => late.push(chunk)).resume()
    await once(slow, 'end')
    t.ok(Buffer.concat(late).toString() === whole[0], 'the slow one, which waited for all others')
    await Promise.all(abandoned)
  },
)

/** A worst cross asked for, up to the head of its answer. */
function begin(url: string, key: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/coats/generateChild`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    sent.on('error', reject)
    sent.on('response', resolve)
    sent.end(form())
  })
}

/** Reads the first bytes and leaves. */
async function abandon(url: string, key: string): Promise<void> {
  const response = await begin(url, key)
  await once(response, 'data')
  response.destroy()
}

/** Reads nothing beyond the head. */
async function openSlowly(t: Test, url: string, key: string): Promise<IncomingMessage> {
  const response = await begin(url, key)
  response.pause()
  t.teardown(() => response.destroy())
  return response
}
