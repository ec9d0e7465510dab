/**
 * What clients may keep: the pages and the catalogue of genes, asked for by a bare HTTP client and by fetch.
 * Leaves to others: all pages, reloads and nginx (test/process/kept-documents.test.ts).
 */
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { GenesAnswer } from '../../src/operations/genes/genes.js'
import type { Result } from '../../src/operations/operation.js'
import t from 'tap'
import { startService, type Service } from './service.js'

type Asked = Readonly<Record<string, string>>

interface Heard {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
}

const DOCS = '/docs'
const GENES = '/coats/genes?lang=en'

function ask(service: Service, path: string, headers: Asked = {}, method = 'GET'): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const sent = { method, headers: { 'X-API-Key': service.key, ...headers } }
    request(`${service.url}${path}`, sent, (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode, headers: response.headers, bytes }),
        reject,
      )
    })
      .once('error', reject)
      .end()
  })
}

const CONTROL: Asked = { [DOCS]: 'no-cache', [GENES]: 'private, no-cache' }
const VARY: Asked = { [DOCS]: 'Accept-Encoding', [GENES]: 'Accept-Encoding, Accept-Language' }

t.test(
  'pages and the catalogue are sent plain, as gzip and as br, each with a strong tag of its own',
  async (t) => {
    const service = await startService(t)
    for (const path of [DOCS, GENES]) {
      const plain = await ask(service, path)
      t.equal(plain.headers['content-encoding'], undefined)
      const tags = new Set([plain.headers['etag']])
      for (const [coding, decode] of [
        ['gzip', gunzipSync],
        ['br', brotliDecompressSync],
      ] as const) {
        // The third of equal questions is answered from memory.
        for (let i = 0; i < 3; i++) {
          const { status, headers, bytes } = await ask(service, path, { 'Accept-Encoding': coding })
          t.equal(status, 200)
          t.match(headers, { 'content-encoding': coding, 'content-length': String(bytes.length) })
          t.match(headers, { vary: VARY[path], 'cache-control': CONTROL[path], etag: /^"[\w-]{43}"$/ })
          t.ok(decode(bytes).equals(plain.bytes), `${coding} of ${path}`)
          tags.add(headers['etag'])
        }
      }
      t.equal(tags.size, 3, 'one tag for each coding')
      t.equal(plain.headers['vary'], VARY[path])
      t.equal(plain.headers['cache-control'], CONTROL[path])
    }
  },
)

t.test('a client that has it is told so, without a body', async (t) => {
  const service = await startService(t)
  for (const path of [DOCS, GENES]) {
    for (const coding of ['identity', 'gzip', 'br']) {
      const accepting = { 'Accept-Encoding': coding }
      const { headers } = await ask(service, path, accepting)
      const tag = String(headers['etag'])
      for (const known of [tag, `W/${tag}`, `"another", ${tag}`, `W/"a",W/${tag} , "b"`, '*']) {
        for (const method of ['GET', 'HEAD']) {
          const told = await ask(service, path, { ...accepting, 'If-None-Match': known }, method)
          t.equal(told.status, 304, `${method} ${path} ${coding} ${known}`)
          t.equal(told.bytes.length, 0)
          for (const name of ['etag', 'vary', 'cache-control', 'x-api-version', 'x-ruleset-version'])
            t.equal(told.headers[name], headers[name], name)
          for (const name of ['content-type', 'content-length', 'content-encoding', 'transfer-encoding'])
            t.equal(told.headers[name], undefined, name)
          t.match(told.headers, { 'x-request-id': /^[\w-]{36}$/ })
        }
      }
      for (const unknown of ['"another"', tag.slice(1, -1), `${tag}x`, `x${tag}`, ''])
        t.equal((await ask(service, path, { ...accepting, 'If-None-Match': unknown })).status, 200, unknown)
    }
    const { headers } = await ask(service, path, { 'Accept-Encoding': 'br' })
    const gzip = { 'Accept-Encoding': 'gzip', 'If-None-Match': String(headers['etag']) }
    t.equal((await ask(service, path, gzip)).status, 200, 'who has the br form does not have the gzip form')
  }
})

t.test('HEAD has the headers of GET and no body, on pages and the catalogue only', async (t) => {
  const service = await startService(t)
  const own = ['date', 'x-request-id', 'connection', 'keep-alive']
  const lasting = ({ headers }: Heard): object =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)))
  for (const path of [DOCS, GENES, '/']) {
    const get = await ask(service, path)
    const head = await ask(service, path, {}, 'HEAD')
    t.equal(head.status, get.status)
    t.equal(head.bytes.length, 0)
    t.same(lasting(head), lasting(get), path)
    t.match(await ask(service, path, {}, 'DELETE'), { status: 405, headers: { allow: 'GET, HEAD' } })
  }
  t.match(await ask(service, GENES, { 'X-API-Key': '' }, 'HEAD'), { status: 401 })
  t.match(await ask(service, '/coats/genes?lang=xx', {}, 'HEAD'), { status: 400 })
  t.match(await ask(service, '/coats/api-info', {}, 'HEAD'), { status: 405, headers: { allow: 'GET' } })
  t.match(await ask(service, '/coats/result', {}, 'HEAD'), { status: 405, headers: { allow: 'POST' } })
})

t.test('the contract declares what the catalogue answers, to HEAD and with 304 too', async (t) => {
  const service = await startService(t)
  // It throws for what the contract does not declare.
  const judged = async (method: string, headers: Asked = {}): Promise<Response> =>
    service.fetch(`${service.url}${GENES}`, { method, headers: { 'X-API-Key': service.key, ...headers } })
  const tag = (await judged('GET')).headers.get('etag') ?? ''
  for (const method of ['GET', 'HEAD']) {
    t.equal((await judged(method)).status, 200)
    t.equal((await judged(method, { 'If-None-Match': tag })).status, 304)
    t.equal((await judged(method, { 'X-API-Key': 'x' })).status, 401)
  }
  const refused = await judged('GET', { 'X-API-Key': '', 'If-None-Match': '*' })
  t.equal(refused.status, 401, 'no key, no 304')
  t.equal(refused.headers.get('cache-control'), 'no-store')
})

t.test(
  'a 304 and a HEAD of the catalogue are as free as the catalogue, and logged as what they were',
  async (t) => {
    const service = await startService(t)
    const { headers } = await ask(service, GENES)
    const limits = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit-policy']
    const told = await ask(service, GENES, { 'If-None-Match': String(headers['etag']) })
    await ask(service, GENES, {}, 'HEAD')
    for (const name of limits)
      t.ok(told.headers[name] !== undefined && told.headers[name] === headers[name], name)
    t.same(await service.store.counters.usage(1), { hour: 0, day: 0, month: 0 })
    const lines = () => service.log.map(({ what }) => what).filter(({ message }) => message === 'request')
    while (lines().length < 3) await new Promise(setImmediate)
    t.match(lines(), [
      { method: 'GET', path: '/coats/genes', status: 200, charged: 0, keyId: 1 },
      { method: 'GET', path: '/coats/genes', status: 304, charged: 0, keyId: 1, whole: true },
      { method: 'HEAD', path: '/coats/genes', status: 200, charged: 0, keyId: 1, whole: true },
    ])
  },
)

t.test('the tag of the catalogue is that of its language, and of its content', async (t) => {
  const service = await startService(t)
  const changed = await startService(t, {
    reads: {
      'coats.genes':
        (read) =>
        (...asked) => {
          const answer = read(...asked) as Extract<Result<GenesAnswer>, { kind: 'value' }>
          return { ...answer, body: { ...answer.body, synonyms: answer.body.synonyms.slice(1) } }
        },
    },
  })
  const tagOf = async (of: Service, path: string, headers: Asked = {}) =>
    (await ask(of, path, headers)).headers['etag']
  const english = await tagOf(service, GENES)
  t.equal(await tagOf(service, '/coats/genes', { 'Accept-Language': 'en' }), english)
  t.not(await tagOf(service, '/coats/genes', { 'Accept-Language': 'fr' }), english)
  t.not(await tagOf(changed, GENES), english)
  t.equal(await tagOf(await startService(t), GENES), english, 'two instances agree')
})

t.test('fetch reads them compressed and needs to know nothing of it', async (t) => {
  const service = await startService(t)
  for (const path of [DOCS, GENES]) {
    const response = await fetch(`${service.url}${path}`, { headers: { 'X-API-Key': service.key } })
    t.equal(response.headers.get('content-encoding'), 'gzip')
    t.equal(await response.text(), (await ask(service, path)).bytes.toString())
  }
})

t.test('the bare address leads to the reference, under a prefix too', async (t) => {
  const service = await startService(t, { basePath: '/v1' })
  for (const [path, place] of [
    ['/', '/docs'],
    ['/?from=somewhere', '/docs'],
    ['/v1/', '/v1/docs'],
  ] as const) {
    const told = await ask(service, path)
    t.match(told, { status: 302, headers: { location: place, 'content-length': '0' } }, path)
    const followed = await fetch(`${service.url}${path}`)
    t.same([followed.status, followed.url], [200, `${service.url}${place}`])
  }
  for (const path of ['/v1', '//', '/v1//', '/v2/']) t.equal((await ask(service, path)).status, 404, path)
})
