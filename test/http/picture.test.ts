/**
 * POST /coats/picture over a real socket: an SVG for whoever may ask, and JSON for every refusal.
 */
import t from 'tap'
import { faultsOf } from '../picture/svg-faults.js'
import { BAY, brackets, form, post, startService } from './service.js'

const PATH = '/coats/picture'

t.test('a coat is answered with an SVG in the language asked for, charged one unit', async (t) => {
  const service = await startService(t)
  const asked = { base: BAY, others: { matp: ['Cr', 'n'] }, lang: 'en' }
  const { status, headers, text } = await post(service, PATH, asked)
  t.equal(status, 200)
  t.equal(headers.get('content-type'), 'image/svg+xml; charset=utf-8')
  t.equal(headers.get('content-language'), 'en')
  t.equal(headers.get('x-content-type-options'), 'nosniff')
  t.match(headers.get('content-security-policy'), /^default-src 'none'/)
  t.equal(headers.get('cache-control'), 'no-store')
  t.equal(Number(headers.get('content-length')), Buffer.byteLength(text))
  t.same(faultsOf(text, 'h-'), [])
  t.match(text, /<title [^>]*>Buckskin<\/title>/)
  for (const body of [form(asked), brackets(asked)]) t.equal((await post(service, PATH, body)).text, text)
  t.equal(
    Number((await post(service, PATH, asked)).headers.get('x-ratelimit-remaining')),
    Number(headers.get('x-ratelimit-remaining')) - 3,
  )
})

t.test('what is remembered keeps its media type', async (t) => {
  const service = await startService(t)
  const answers = []
  for (let call = 0; call < 4; call++) answers.push(await post(service, PATH, { base: BAY }))
  t.same(
    answers.map(({ headers }) => headers.get('content-type')),
    Array.from({ length: 4 }, () => 'image/svg+xml; charset=utf-8'),
  )
  t.equal(new Set(answers.map(({ text }) => text)).size, 1)
})

t.test('a coat that does not live is a 200 with a note', async (t) => {
  const service = await startService(t)
  const { status, text } = await post(service, PATH, { base: BAY, others: { frame: ['O', 'O'] }, lang: 'fr' })
  t.equal(status, 200)
  t.match(text, /Il n'y a pas d'image/)
  t.notMatch(text, /<path/)
})

t.test('faults are JSON, the language first, then the age, then the genes', async (t) => {
  const service = await startService(t)
  for (const [fields, field] of [
    [{ base: BAY, lang: 'xx', age: -1 }, 'lang'],
    [{ base: { agouti: ['A'] }, age: -1 }, 'age'],
    [{ base: BAY, age: 41 }, 'age'],
    [{ base: BAY, age: 'old' }, 'age'],
    [{ base: { agouti: ['A', 'a'] } }, 'base.extension'],
    [{}, 'base'],
  ] as const) {
    const { status, headers, body } = await post(service, PATH, fields)
    t.equal(status, 400)
    t.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    t.match(body, { details: { field } }, JSON.stringify(fields))
  }
  const { body } = await post(service, PATH, { base: BAY, age: 41 })
  t.match(body, {
    code: 'VALIDATION_INVALID_FIELD',
    message: 'age must be a number of years from 0 to 40; 41 was sent',
    details: { field: 'age', value: 41, expected: [{ type: 'number', minimum: 0, maximum: 40 }] },
  })
})

t.test('a key with a list of endpoints draws only where the list says so', async (t) => {
  const service = await startService(t)
  const { secret } = await service.newKey({ allowedEndpoints: ['coats.result'] })
  const { secret: drawing } = await service.newKey({ allowedEndpoints: ['coats.picture'] })
  t.equal((await post(service, PATH, { base: BAY }, { 'X-API-Key': secret })).status, 403)
  t.equal((await post(service, PATH, { base: BAY }, { 'X-API-Key': drawing })).status, 200)
})
