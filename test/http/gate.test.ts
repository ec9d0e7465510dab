/**
 * No path but the very one of the contract leads anywhere, whatever the framework behind would make of it.
 */
import t from 'tap'
import { committedDocument } from '../contract/conformance.js'
import { createRouter } from '../../src/service/http/router.js'
import { sendRaw, statuses } from './raw.js'
import { BAY, form, get, post, startService } from './service.js'

const ROUTES = [
  { path: '/coats/result', method: 'POST' },
  { path: '/coats/genes', method: 'GET' },
  { path: '/docs', method: 'GET' },
]

t.test('only the exact path with its method passes', (t) => {
  const gate = createRouter(ROUTES, '')
  t.match(gate('POST', '/coats/result'), { kind: 'route', route: ROUTES[0], query: '' })
  t.match(gate('GET', '/coats/genes?lang=x&y'), { kind: 'route', query: 'lang=x&y' })
  t.match(gate('GET', '/coats/genes?'), { kind: 'route', query: '' })
  t.match(gate('GET', '/coats/genes??a'), { kind: 'route', query: '?a' })
  t.same(gate('GET', '/coats/result'), { kind: 'method', allow: 'POST' })
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'post', '']) {
    t.same(gate(method, '/coats/result'), { kind: 'method', allow: 'POST' }, method)
  }
  t.end()
})

t.test('a prefix serves every path twice and nothing else', (t) => {
  const gate = createRouter(ROUTES, '/v1')
  for (const path of ['/coats/result', '/v1/coats/result']) {
    t.match(gate('POST', path), { kind: 'route', route: { path: '/coats/result' } }, path)
    t.same(gate('GET', path), { kind: 'method', allow: 'POST' }, path)
  }
  for (const path of ['/v1', '/v1/', '/v1//coats/result', '/v1/v1/coats/result', '/v2/coats/result']) {
    t.same(gate('POST', path), { kind: 'unknown', path }, path)
  }
  t.end()
})

/** Spellings that some router or proxy would take for a path of the contract. */
const LOOKALIKES = [
  '/coats',
  '/coats/',
  '//coats/result',
  '///coats/result',
  '/coats//result',
  '/coats/result/',
  '/coats/result//',
  '/COATS/result',
  '/coats/Result',
  '/coats/./result',
  '/x/../coats/result',
  '/coats/result/..',
  '/coats%2fresult',
  '/%63oats/result',
  '/coats/resul%74',
  '/coats/result%20',
  '/coats/result%00',
  '/coats/result;x=1',
  '/coats/result.json',
  '/coats/result#x',
  '/coats\\result',
  '/coats/generatechild',
  '/coats/generate_child',
  '/coats/api_info',
  '/v1/coats/result',
  '*',
  'http://127.0.0.1/coats/result',
  'https://example.org/coats/result',
  '/__proto__',
  '/constructor',
  '/healthz',
  '/readyz',
  '/metrics',
  '/docs/',
  '/docs/../coats/result',
  '/openapi',
]

t.test('a path that only looks like one of the contract is nowhere, with a key and without', async (t) => {
  const service = await startService(t)
  const ask = (method: string, path: string, key: string): Promise<string> =>
    sendRaw(
      service.port,
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key}Content-Length: 0\r\n\r\n`,
    )
  const bytesOf = (heard: string): string => heard.replace(/\r\n(?:Date|X-Request-Id): .*/g, '')
  const keys = [`X-API-Key: ${service.key}\r\n`, 'X-API-Key: robe_live_x\r\n']
  for (const path of ['/nowhere', ...LOOKALIKES]) {
    const reference = bytesOf(await ask('GET', path, ''))
    t.match(reference, /^HTTP\/1\.1 404 /)
    for (const key of keys) {
      for (const method of ['POST', 'GET'])
        t.equal(bytesOf(await ask(method, path, key)), reference, `${method} ${path}`)
    }
  }
  t.match((await service.store.counters.usage(1)).day, 0, 'and costs nothing')
})

const OPERATIONS = Object.entries(committedDocument()['paths'] as Readonly<Record<string, object>>).flatMap(
  ([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'head')
      .map((method) => `${method.toUpperCase()} ${path}`),
)

t.test('a 404 lists the operations and asks whether the nearest one was meant', async (t) => {
  const service = await startService(t, { pages: 'shipped' })
  const meant: Readonly<Record<string, string | undefined>> = {
    '/coats/result/': 'POST /coats/result',
    '//coats/result': 'POST /coats/result',
    '/v1/coats/result': 'POST /coats/result',
    '/api/v1/coats/reslut': 'POST /coats/result',
    '/result': 'POST /coats/result',
    '/coats/result%20': 'POST /coats/result',
    '/coats/result.json': 'POST /coats/result',
    '/coats/generatechild': 'POST /coats/generateChild',
    '/coats/generate_child': 'POST /coats/generateChild',
    '/coats/api_info': 'GET /coats/api-info',
    '/coats/gene': 'GET /coats/genes',
    [`/${'x'.repeat(5_000)}/coats/infer`]: 'POST /coats/infer',
    '/docs/': 'GET /docs',
    '/openapi.yml': 'GET /openapi.yaml',
    '/coats': undefined,
    '/nowhere': undefined,
    '/favicon.ico': undefined,
    '/wp-login.php': undefined,
    [`/${'x/'.repeat(2_500)}`]: undefined,
  }
  for (const [path, operation] of Object.entries(meant)) {
    const heard = await get(service, path)
    const question = operation === undefined ? '' : ` Did you mean ${operation}?`
    const message = `There is nothing at this address.${question} The operations are ${OPERATIONS.join(', ')}`
    t.same(heard.body, { error: 'Not Found', message, code: 'NOT_FOUND' }, path.slice(0, 64))
  }
})

t.test('a 404 below the base path names the operations below it', async (t) => {
  const service = await startService(t, { basePath: '/v1' })
  const { body } = await get(service, '/v1/coats/Result')
  const list = OPERATIONS.map((each) => each.replace('/coats', '/v1/coats')).join(', ')
  t.match(body, { message: `Did you mean POST /v1/coats/result? The operations are ${list}` })
})

t.test('another method of a known path is told the right one, with a key and without', async (t) => {
  const service = await startService(t)
  const paths: Readonly<Record<string, string>> = {
    '/coats/result': 'POST',
    '/coats/generateChild': 'POST',
    '/coats/api-info': 'GET',
    '/coats/genes': 'GET, HEAD',
    '/docs': 'GET, HEAD',
    '/': 'GET, HEAD',
  }
  const methods = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY']
  for (const [path, allow] of Object.entries(paths)) {
    for (const method of methods.filter((each) => !allow.split(', ').includes(each))) {
      for (const key of ['', `X-API-Key: ${service.key}\r\n`]) {
        const told = await sendRaw(
          service.port,
          `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key}Content-Length: 0\r\n\r\n`,
        )
        // Which methods exist at all is the parser's business: an invented one is no request.
        if (method === 'QUERY' && statuses(told)[0] === 400) continue
        t.same(statuses(told), [405], `${method} ${path}`)
        t.match(told, new RegExp(`\r\nAllow: ${allow}\r\n`), `${method} ${path}`)
        t.notMatch(told, /ratelimit/i)
        if (method !== 'HEAD') t.match(told, /"code":"METHOD_NOT_ALLOWED"/)
      }
    }
  }
  t.equal((await service.store.counters.usage(1)).day, 0, 'and costs nothing')
})

t.test('a base path answers beside the bare one', async (t) => {
  const service = await startService(t, { basePath: '/v1' })
  const bare = await post(service, '/coats/result', form({ base: BAY }))
  const prefixed = await post(service, '/v1/coats/result', form({ base: BAY }))
  t.equal(prefixed.status, 200)
  t.equal(prefixed.text, bare.text)
  t.equal((await get(service, '/v1/coats/genes?lang=en')).status, 200)
  t.equal((await get(service, '/v1/docs')).status, 200)
  t.equal((await post(service, '/v2/coats/result', form({ base: BAY }))).status, 404)
})
