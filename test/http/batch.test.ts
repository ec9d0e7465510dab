/**
 * POST /coats/batch: what a batch answers, what it costs, and what it refuses.
 */
import t from 'tap'
import { bay, NDJSON, PATH, send, used } from './batches.js'
import { BAY, get, post, startService } from './service.js'

const CHESTNUT = { extension: ['e', 'e'], agouti: ['a', 'a'] }

t.test('each line is answered as a request of its own, in order', async (t) => {
  const service = await startService(t)
  const cross = { mother: { base: BAY }, father: { base: CHESTNUT } }
  const questions = [
    bay('first'),
    { id: 7, op: 'coats.generateChild', fields: cross },
    { op: 'coats.result', fields: { base: CHESTNUT, lang: 'de' } },
    { op: 'coats.infer', fields: { animals: {}, ask: [] } },
  ]
  const { status, lines, headers } = await send(service, questions)
  t.equal(status, 200)
  t.equal(headers.get('content-type'), `${NDJSON}; charset=utf-8`)
  t.same(
    lines.map(({ line, id, status }) => [line, id, status]),
    [
      [1, 'first', 200],
      [2, 7, 200],
      [3, undefined, 200],
      [4, undefined, 400],
    ],
  )
  const alone = await Promise.all(
    questions.map(async ({ op, fields }) => (await post(service, `/coats/${op.slice(6)}`, fields)).body),
  )
  t.same(
    lines.map(({ body }) => body),
    alone,
  )
})

t.test('a faulty line names its fault and stops nothing', async (t) => {
  const service = await startService(t)
  const text = [
    JSON.stringify(bay(1)),
    '{"op": "coats.result", ',
    '',
    '[1]',
    '{"fields": {}}',
    '{"op": "coats.reslt"}',
    '{"op": "coats.genes"}',
    '{"op": "coats.picture", "fields": {}}',
    '{"op": "coats.batch"}',
    '{"op": "coats.result", "fields": []}',
    '{"op": "coats.result", "base": {}}',
    '{"op": "coats.result", "field": {}}',
    '{"id": [1], "op": "coats.result"}',
    JSON.stringify(bay(2)),
  ].join('\r\n')
  const { lines } = await send(service, text)
  const shown = lines.map(({ line, status, body }) => {
    const { field } = (body['details'] ?? {}) as { readonly field?: string }
    return [line, status, field, body['message']]
  })
  const accepted = 'coats.result, coats.generateChild, coats.infer, '
  t.match(shown, [
    [1, 200],
    [2, 400, 'body', /^The line is not JSON: it ends before every quote and bracket is closed, at column 23/],
    [4, 400, 'body', /^The line is not a JSON object/],
    [5, 400, 'op', new RegExp(`^op is missing: ${accepted}`)],
    [6, 400, 'op', /"coats\.reslt" is not an operation of a batch: did you mean coats\.result\?/],
    [7, 400, 'op', /"coats\.genes" is not an operation of a batch/],
    [8, 400, 'op', /"coats\.picture" is not an operation of a batch/],
    [9, 400, 'op', /"coats\.batch" is not an operation of a batch/],
    [10, 400, 'fields', /fields must be an object/],
    [
      11,
      400,
      'base',
      /A line of a batch has no field "base": fields of the operation belong inside "fields"/,
    ],
    [12, 400, 'field', /did you mean "fields"/],
    [13, 400, 'id', /id must be a number or a text/],
    [14, 200],
  ])
  t.equal(shown.length, 13)
})

t.test('a batch costs one unit per line in every window, or is refused and costs nothing', async (t) => {
  const service = await startService(t, { key: { limits: { hour: 10, day: 12, month: 100 } } })
  t.equal((await send(service, Array(7).fill(bay()))).headers.get('x-ratelimit-remaining'), '3')
  t.same(await service.store.counters.usage(1), { hour: 7, day: 7, month: 7 })
  const refused = await send(service, Array(4).fill(bay()))
  t.equal(refused.status, 429)
  t.match(refused.error, {
    code: 'RATE_LIMIT_EXCEEDED',
    message: /^4 requests are charged together, and this key has 3 of 10 left for this hour/,
  })
  t.equal(refused.headers.get('retry-after'), '1800')
  t.equal(await used(service), 7)
  t.equal((await send(service, Array(3).fill(bay()))).status, 200)
  t.match(
    (await send(service, Array(11).fill(bay()))).error['message'],
    /^11 requests together exceed the 10 that this key may make per hour/,
  )
})

t.test('an invalid batch is refused as a whole and costs nothing', async (t) => {
  const service = await startService(t)
  const refusals = [
    await send(service, ''),
    await send(service, '\n \r\n'),
    await send(service, Array(1_001).fill(bay())),
    await send(service, ' '.repeat(4 * 1024 * 1024 + 1)),
    await send(service, [bay()], { 'Content-Type': 'application/json' }),
    await send(service, [bay()], { 'Content-Encoding': 'gzip' }),
    await send(service, [bay()], { 'Idempotency-Key': 'x'.repeat(256) }),
  ]
  t.match(
    refusals.map(({ status, error }) => [status, error['message']]),
    [
      [400, 'The batch has no lines: send 1 to 1000 lines of JSON'],
      [400, 'The batch has no lines: send 1 to 1000 lines of JSON'],
      [413, 'The batch has 1001 lines, and at most 1000 are accepted: send several batches'],
      [413, 'The request body exceeds the limit of 4194304 bytes for this operation'],
      [415, 'Content-Type application/json is not supported: send application/x-ndjson in UTF-8'],
      [
        415,
        'Content-Encoding gzip is not supported: send the body uncompressed, as application/x-ndjson in UTF-8',
      ],
      [400, 'The header Idempotency-Key must have 1 to 255 visible ASCII characters'],
    ],
  )
  t.equal(await used(service), 0)
})

t.test('a line longer than a request of its own may be is refused', async (t) => {
  const service = await startService(t)
  const long = { op: 'coats.result', fields: { base: BAY, note: 'x'.repeat(16 * 1024) } }
  t.same(
    (await send(service, [long, bay()])).lines.map(({ status }) => status),
    [413, 200],
  )
})

t.test('a key needs access to the batch and to each operation in it', async (t) => {
  const service = await startService(t)
  const { secret } = await service.newKey({ allowedEndpoints: ['coats.batch', 'coats.result'] })
  const cross = { op: 'coats.generateChild', fields: { mother: { base: BAY }, father: { base: BAY } } }
  const { lines } = await send(service, [bay(), cross], {}, secret)
  t.same(
    lines.map(({ status, body }) => [status, body['code']]),
    [
      [200, undefined],
      [403, 'AUTH_ACCESS_DENIED'],
    ],
  )
  const other = await service.newKey({ allowedEndpoints: ['coats.result'] })
  t.equal((await send(service, [bay()], {}, other.secret)).status, 403)
})

t.test('lines that fail with a fault of the service are refunded', async (t) => {
  let calls = 0
  const service = await startService(t, {
    reads: {
      'coats.result':
        (read) =>
        (...given) => {
          if (++calls % 2 === 0) throw new Error('a fault of this test')
          return read(...given)
        },
    },
  })
  const questions = ['en', 'fr', 'de', 'en', 'fr'].map((lang) => ({
    op: 'coats.result',
    fields: { base: BAY, lang, [`x${calls}`]: '' },
  }))
  const { lines } = await send(
    service,
    questions.map((each, i) => ({ ...each, id: i })),
  )
  const failed = lines.filter(({ status }) => status === 500)
  t.ok(failed.length > 0)
  t.match(failed[0]?.body, { code: 'INTERNAL_ERROR' })
  t.equal(await used(service), 5 - failed.length)
  const line = service.log.find(({ what }) => what['path'] === PATH)?.what
  t.equal(line?.['charged'], 5 - failed.length, 'the access log shows what was paid')
})

t.test('an answer over the limit of a line is refused with a way out', async (t) => {
  const service = await startService(t)
  const open = { base: { extension: ['E', 'e'], agouti: ['A', 'a'] } }
  const kit = {
    others: {
      kit: ['To', 'n'],
      matp: ['Cr', 'n'],
      dun: ['D', 'nd2'],
      lp: ['LP', 'n'],
      patn1: ['PATN1', 'n'],
    },
  }
  const rich = {
    ...open,
    others: { ...kit.others, silver: ['Z', 'n'], champagne: ['CH', 'n'], grey: ['G2', 'n'] },
  }
  const cross = { mother: rich, father: rich, limit: 6_000 }
  const { lines } = await send(service, [{ op: 'coats.generateChild', fields: cross }, bay()])
  t.same(
    lines.map(({ status, body }) => [status, body['code']]),
    [
      [400, 'RESULT_TOO_LARGE'],
      [200, undefined],
    ],
  )
  t.match(lines[0]?.body['message'], /exceeds 1048576 bytes, the limit within a batch: ask for fewer/)
})

t.test('a key has at most two batches under way', async (t) => {
  const service = await startService(t)
  const questions = Array.from({ length: 400 }, (_, i) => bay(i))
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => send(service, questions)))).map(
    ({ status }) => status,
  )
  t.ok(statuses.filter((status) => status === 200).length >= 2)
  t.ok(statuses.includes(503), statuses.join(' '))
  t.equal((await send(service, [bay()])).status, 200, 'and more when these have ended')
})

t.test('api-info lists the batch among the endpoints of a key', async (t) => {
  const service = await startService(t)
  const { body } = await get(service, '/coats/api-info')
  t.match(body['allowed_endpoints'], /coats\.batch/)
})
