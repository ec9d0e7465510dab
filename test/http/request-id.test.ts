/**
 * Every answer names its request, by the client's own name where that can be used.
 */
import { connect } from 'node:net'
import t from 'tap'
import { sendRaw } from './raw.js'
import { BAY, form, startService, type Service } from './service.js'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const idOf = async (service: Service, path: string, init: RequestInit = {}): Promise<string | null> =>
  (await service.fetch(`${service.url}${path}`, { redirect: 'manual', ...init })).headers.get('x-request-id')

t.test('an id of 16 to 64 letters, digits, - and _ is kept, any other is replaced', async (t) => {
  const service = await startService(t)
  const kept = ['a'.repeat(16), 'A-b_9'.repeat(12), 'z'.repeat(64), '----------------', crypto.randomUUID()]
  for (const id of kept) t.equal(await idOf(service, '/docs', { headers: { 'X-Request-Id': id } }), id)
  const refused = [
    '',
    'a'.repeat(15),
    'a'.repeat(65),
    'with a blank in it',
    'with.dots.and.more',
    'é'.repeat(20),
  ]
  for (const id of refused)
    t.match(await idOf(service, '/docs', { headers: { 'X-Request-Id': id } }), UUID, id)
  const twice: [string, string][] = kept.slice(0, 2).map((id) => ['X-Request-Id', id])
  t.match(await idOf(service, '/docs', { headers: twice }), UUID, 'two of them are none')
})

t.test('a key in the wrong header is neither kept nor logged', async (t) => {
  const service = await startService(t)
  for (const id of [service.key, `x${service.key.slice(0, 40)}`, `${service.key}_more`])
    t.match(await idOf(service, '/docs', { headers: { 'X-Request-Id': id } }), UUID)
  t.notOk(JSON.stringify(service.log).includes(service.key.slice(0, 40)))
})

t.test('whatever the answer is, it carries the id that stands in the log', async (t) => {
  const service = await startService(t)
  const key = { 'X-API-Key': service.key }
  const body = form({ base: BAY })
  const posted = { ...key, 'Content-Type': 'application/x-www-form-urlencoded' }
  const tag = (await service.fetch(`${service.url}/docs`)).headers.get('etag') ?? ''
  const asked: Readonly<Record<string, readonly [string, RequestInit]>> = {
    200: ['/coats/result', { method: 'POST', headers: posted, body }],
    302: ['/', {}],
    304: ['/docs', { headers: { 'If-None-Match': tag } }],
    400: ['/coats/result', { method: 'POST', headers: posted, body: 'base={}' }],
    401: ['/coats/genes', {}],
    404: ['/nowhere', {}],
    405: ['/coats/result', { headers: key }],
    415: ['/coats/result', { method: 'POST', headers: { ...key, 'Content-Type': 'text/plain' }, body }],
  }
  for (const [status, [path, init]] of Object.entries(asked)) {
    const id = `${status}-of-this-test-here`
    const headers = { ...(init.headers as Record<string, string>), 'X-Request-Id': id }
    const response = await service.fetch(`${service.url}${path}`, { ...init, headers, redirect: 'manual' })
    t.equal(response.status, Number(status))
    t.equal(response.headers.get('x-request-id'), id, status)
    t.ok(response.headers.get('x-api-version'), status)
    await response.arrayBuffer()
    const isLogged = () => service.log.some(({ what }) => what['requestId'] === id)
    while (!isLogged()) await new Promise(setImmediate)
    t.match(await idOf(service, path, init), UUID, `${status}, unnamed`)
  }
})

t.test('the body of a 404 is the same bytes whatever the request is called', async (t) => {
  const service = await startService(t)
  const bodies = new Set<string>()
  for (const headers of [{}, { 'X-Request-Id': 'named-by-the-client' }, { 'X-API-Key': service.key }])
    bodies.add(await (await service.fetch(`${service.url}/nowhere`, { headers })).text())
  t.equal(bodies.size, 1)
  t.match([...bodies][0], /^\{"error":"Not Found","message":"There is nothing at this address\. /)
})

t.test('what is no request is answered bare, with an id that stands in the log', async (t) => {
  const service = await startService(t)
  for (const [bytes, status] of [
    ['BAD\r\n\r\n', 400],
    ['GET / HTTP/9.9\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Note: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['GET /docs HTTP/1.1\r\nX-Note: no host\r\n\r\n', 400],
  ] as const) {
    const heard = await sendRaw(service.port, bytes)
    t.match(heard, new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`))
    t.match(heard, /\r\nConnection: close\r\n/)
    t.match(heard, /\r\n\r\n$/, 'no body')
    t.match(heard, new RegExp(`\r\nX-API-Version: ${service.contract.version}\r\n`))
    const id = /\r\nX-Request-Id: (.*)\r\n/.exec(heard)?.[1] ?? ''
    t.match(id, UUID)
    t.match(service.log.at(-1), { level: 'info', what: { requestId: id, status } })
  }
})

t.test('bytes that are no request never get into an answer that has begun', async (t) => {
  const service = await startService(t)
  const socket = connect(service.port, '127.0.0.1')
  socket.write('GET /docs HTTP/1.1\r\nHost: x\r\n\r\nBAD\r\n\r\n')
  let heard = ''
  for await (const piece of socket) heard += String(piece)
  t.equal([...heard.matchAll(/HTTP\/1\.1 /g)].length, 1, 'one answer')
})
