/** Each operation of the contract, as the running service answers it. */
import t from 'tap'
import { RobeClient, RobeError, type Parent } from 'robe-client'
import { BAY } from './horses.js'
import { startProxy } from './proxy.js'
import { startService } from './service.js'

const { url, key, newKey } = await startService(t)
const robe = new RobeClient({ baseUrl: url, key })

/** What a call that must fail fails with. */
async function failure(call: Promise<unknown>): Promise<RobeError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof RobeError) return error
  throw new Error(`no RobeError: ${String(error)}`)
}

t.test('each operation has a method', async (t) => {
  const coat = await robe.result({ ...BAY, others: { matp: ['Cr', 'n'] }, lang: 'en', explain: true })
  t.equal(coat.translate, 'Buckskin')
  t.same(coat.others.matp, ['Cr', 'n'])
  t.ok(coat.explain?.text.length)
  const foals = await robe.generateChild({ mother: BAY, father: BAY, limit: 2, lang: 'en', tokens: true })
  t.same(
    foals.results.map(({ tokens }) => tokens),
    [['bay'], ['bay']],
  )
  t.equal(foals.results.length, 2)
  t.equal(foals.results[0]?.coat, 'Bay')
  t.equal(foals.total_results, 9)
  t.match(
    await robe.picture({ base: { agouti: ['A', 'a'], extension: ['E', 'e'] }, lang: 'en' }),
    /^<svg .*Bay.*<\/svg>$/s,
  )
  const untested = { base: { agouti: ['?', '?'], extension: ['E', 'E'] } } as const
  const open = await robe.result({ ...untested, population: 'arabian-russia', lang: 'en' })
  t.match(open, { translate: 'Bay', certain: false, results: [{ percentage: 99 }, { percentage: 1 }] })
  const bred = await robe.generateChild({ mother: untested, father: BAY, population: 'none', lang: 'en' })
  t.match(bred.results[0], { coat: 'Bay', percentage_band: { low: 50, high: 100 } })
  const rows = robe.rows({ mother: untested, father: BAY, population: 'none', lang: 'en' })
  for await (const row of rows) t.ok(row.percentage_band)
  t.equal(rows.summary?.operations, bred.operations)
  const { answers } = await robe.infer({
    population: 'none',
    horses: [{ id: 'mare', ...BAY, sex: 'f' }],
    ask: [{ genotype: 'mare' }],
  })
  t.match(answers, [{ ask: 'genotype', horse: 'mare' }])
  const { readings } = await robe.genotypesOf({ name: 'buckskin', lang: 'en' })
  t.match(readings, [{ name: 'Buckskin', genotypes: [{ matp: ['Cr/n'] }] }])
  const { best } = await robe.nextTest({
    population: 'arabian-russia',
    question: { horse: { base: untested.base } },
    tests: [{ id: 'a', genes: ['agouti'] }],
  })
  t.same(best?.tests, ['a'])
  t.equal((await robe.apiInfo()).key_name, 'test')
  t.equal((await robe.genes({ lang: 'de' })).language, 'de')
  t.ok((await robe.genes()).genes.some(({ gene }) => gene === 'agouti'))
})

t.test('a batch answers each question, refusals included, and a retry is not charged again', async (t) => {
  const client = new RobeClient({ baseUrl: url, key: newKey('--plan', 'premium') })
  const questions = [
    { id: 'mare', op: 'coats.result', fields: BAY },
    { op: 'coats.result', fields: {} },
  ]
  const first = await client.batch(questions, { idempotencyKey: 'herd', lang: 'en' })
  t.match(first, [
    { line: 1, id: 'mare', status: 200, body: { translate: 'Bay' } },
    { line: 2, status: 400, body: { code: 'VALIDATION_MISSING_FIELD' } },
  ])
  t.same(await client.batch(questions, { idempotencyKey: 'herd', lang: 'en' }), first)
  t.equal((await client.apiInfo()).daily_usage, 2)
  const mistaken = await failure(client.batch([], { idempotencyKey: 'none' }))
  t.match(mistaken, { status: 400, field: 'body' })
})

t.test('a refusal tells what the service told', async (t) => {
  const base = { agouti: ['A', 'A'], extension: ['E', 'E'] } as const
  const wrong = await failure(robe.result({ base: { ...base, agouti: ['A', 'E'] } } as Parent))
  t.match(wrong, {
    name: 'RobeError',
    status: 400,
    code: 'VALIDATION_INVALID_GENES',
    field: 'base.agouti',
    value: ['A', 'E'],
    message: /base\.agouti/,
    requestId: /^[\w-]{16,64}$/,
    retryAfter: undefined,
  })
  t.same(wrong.expected?.[0], ['A', 'A'])
  t.match(await failure(new RobeClient({ baseUrl: url }).apiInfo()), {
    status: 401,
    code: 'AUTH_MISSING_KEY',
  })
  t.match(await failure(new RobeClient({ baseUrl: url, key: 'robe_live_x' }).apiInfo()), {
    status: 401,
    code: 'AUTH_INVALID_KEY',
  })
})

t.test('a used-up key fails at once, with the wait that the service names', async (t) => {
  const small = new RobeClient({ baseUrl: url, key: newKey('--plan', 'free', '--limit-month', '1') })
  await small.result(BAY)
  const refused = await failure(small.result(BAY))
  t.match(refused, { status: 429, code: 'RATE_LIMIT_EXCEEDED' })
  t.ok((refused.retryAfter ?? 0) >= 1)
  t.equal((await small.apiInfo()).monthly_usage, 1, 'what is refused is not charged')
})

t.test('the base address may end with a slash and have a path', async (t) => {
  const { url: proxied } = await startProxy(t, url, { prefix: '/v1' })
  for (const baseUrl of [`${url}/`, `${proxied}/v1`, `${proxied}/v1/`])
    t.equal((await new RobeClient({ baseUrl, key }).result({ ...BAY, lang: 'fr' })).translate, 'Bai', baseUrl)
  const wrong = await failure(new RobeClient({ baseUrl: proxied, key }).apiInfo())
  t.match(wrong, { status: 404, code: undefined, message: 'HTTP status 404' }, 'what is no answer of Robe')
})

t.test('a key is never taken elsewhere', async (t) => {
  const { url: other, calls } = await startProxy(t, url)
  const refusals = [{ status: 307, headers: { Location: `${other}/coats/api-info` } }]
  const { url: redirecting } = await startProxy(t, url, { refusals })
  await t.rejects(new RobeClient({ baseUrl: redirecting, key }).apiInfo(), TypeError)
  t.equal(calls(), 0)
})

t.test('another fetch may be handed in', async (t) => {
  const asked: string[] = []
  const watched: typeof fetch = (input, init) => {
    const { method, url: address } = new Request(input, init)
    asked.push(`${method} ${address}`)
    return fetch(input, init)
  }
  await new RobeClient({ baseUrl: url, key, fetch: watched }).apiInfo()
  t.same(asked, [`GET ${url}/coats/api-info`])
})
