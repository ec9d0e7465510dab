/** When a call is made again, and what ends it. */
import t from 'tap'
import { RobeClient, RobeError } from 'robe-client'
import { BAY, LARGE } from './horses.js'
import { startProxy, type Refusal } from './proxy.js'
import { startService } from './service.js'

const { url, key } = await startService(t)

const BUSY = '{"error":"Service Unavailable","message":"Not now","code":"SERVICE_UNAVAILABLE"}'

function busy(retryAfter?: string): Refusal {
  const headers = {
    'Content-Type': 'application/json',
    ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
  }
  return { status: 503, headers, body: BUSY }
}

t.test('a call that should wait for a moment waits and is answered', async (t) => {
  const refusals = [busy('0'), { ...busy('0'), status: 429 }]
  const proxy = await startProxy(t, url, { refusals })
  const robe = new RobeClient({ baseUrl: proxy.url, key })
  t.equal((await robe.result({ ...BAY, lang: 'en' })).translate, 'Bay')
  t.equal(proxy.calls(), 3)
})

t.test('so does one for rows', async (t) => {
  const proxy = await startProxy(t, url, { refusals: [busy('0')] })
  let rows = 0
  for await (const { percentage } of new RobeClient({ baseUrl: proxy.url, key }).rows({
    mother: BAY,
    father: BAY,
  }))
    rows += percentage > 0 ? 1 : 0
  t.equal(rows, 9)
})

t.test('a date in Retry-After is a wait too', async (t) => {
  const proxy = await startProxy(t, url, { refusals: [busy(new Date(0).toUTCString())] })
  await new RobeClient({ baseUrl: proxy.url, key }).apiInfo()
  t.equal(proxy.calls(), 2)
})

t.test('no call is made again more often, or after a longer wait, than was allowed', async (t) => {
  const cases = [
    ['switched off', [busy('0')], false, 1],
    ['no Retry-After', [busy()], undefined, 1],
    ['a wait of 11 s', [busy('11')], undefined, 1],
    ['twice by default', [busy('0'), busy('0'), busy('0')], undefined, 3],
    ['once', [busy('0'), busy('0')], { times: 1, longestWaitMs: 0 }, 2],
    ['another status', [{ ...busy('0'), status: 500 }], undefined, 1],
  ] as const
  for (const [title, refusals, retry, calls] of cases) {
    const proxy = await startProxy(t, url, { refusals })
    const robe = new RobeClient({ baseUrl: proxy.url, key, ...(retry !== undefined && { retry }) })
    await t.rejects(
      robe.apiInfo(),
      { name: 'RobeError', code: 'SERVICE_UNAVAILABLE', message: 'Not now' },
      title,
    )
    t.equal(proxy.calls(), calls, title)
  }
})

t.test(
  'a client told to wait for the window waits for it, within its limit and beside the retries',
  async (t) => {
    const full = (retryAfter: string): Refusal => ({ ...busy(retryAfter), status: 429 })
    const cases = [
      ['as often as the window asks', [full('1'), full('0')], 2_000, 3],
      ['a window beyond the limit', [full('2')], 1_999, 1],
      ['windows beyond the limit together', [full('0'), full('1')], 1_999, 2],
      ['only windows', [busy('0')], 1_999, 1],
      ['not unless told so', [full('0')], undefined, 1],
    ] as const
    const tried = cases.map(async ([title, refusals, waitForWindowMs, calls]) => {
      const proxy = await startProxy(t, url, { refusals })
      const wait = waitForWindowMs === undefined ? {} : { waitForWindowMs }
      const robe = new RobeClient({ baseUrl: proxy.url, key, retry: false, ...wait })
      const answered = await robe.apiInfo().then(
        () => true,
        () => false,
      )
      t.equal(proxy.calls(), calls, title)
      t.equal(answered, calls > refusals.length, title)
    })
    await Promise.all(tried)
  },
)

t.test('an abort ends a call, while it waits too, and its reason is thrown', async (t) => {
  const robe = new RobeClient({ baseUrl: url, key })
  await t.rejects(robe.apiInfo({ signal: AbortSignal.abort() }), { name: 'AbortError' })
  const ending = new AbortController()
  let calls = 0
  const refused: typeof fetch = async () => {
    calls += 1
    const pull = (controller: ReadableStreamDefaultController): void => {
      controller.enqueue(Buffer.from(BUSY))
      controller.close()
      // By then the refusal was read.
      setImmediate(() => ending.abort(new Error('enough')))
    }
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), busy('9'))
  }
  const waiting = new RobeClient({ baseUrl: url, key, fetch: refused })
  await t.rejects(waiting.apiInfo({ signal: ending.signal }), { message: 'enough' })
  t.equal(calls, 1)
})

t.test('a silent service is not waited for longer than allowed', async (t) => {
  const silent = await startProxy(t, url, { stopAfter: 0, then: 'silence' })
  const robe = new RobeClient({ baseUrl: silent.url, key, timeoutMs: 50 })
  await t.rejects(robe.apiInfo(), { name: 'TimeoutError' })
  const stuck = await startProxy(t, url, { stopAfter: 40_000, then: 'silence' })
  const rows = new RobeClient({ baseUrl: stuck.url, key }).rows(LARGE, { timeoutMs: 5_000 })
  let taken = 0
  await t.rejects(
    async () => {
      for await (const { coat } of rows) taken += coat === '' ? 0 : 1
    },
    { name: 'TimeoutError' },
  )
  t.ok(taken > 10, 'the rows that had come were given')
  t.notOk(rows.summary)
  await stuck.left
})

t.test('no connection is no refusal', async (t) => {
  const robe = new RobeClient({ baseUrl: 'http://127.0.0.1:1', key })
  const error: unknown = await robe.apiInfo().catch((reason: unknown) => reason)
  t.type(error, TypeError)
  t.notOk(error instanceof RobeError)
})
