/**
 * The contract as a client meets it: a server of its own process, its served document, every documented example.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { brackets, form } from '../http/service.js'
import { startRobe, storeWithKey, type Robe } from '../process/robe.js'
import { at, committedDocument, type Conformance, type Json, servedConformance } from './conformance.js'

const FORM = 'application/x-www-form-urlencoded'

const store = `sqlite:${join(t.testdir(), 'robe.db')}`
const key = await storeWithKey(store, 'premium')
const robe: Robe = await startRobe(t, { STORE: store, BASE_PATH: '/v1' })
const contract: Conformance & { readonly document: Json } = await servedConformance(robe.url)
const { document } = contract

const operations = Object.entries(document['paths'] as Json).flatMap(([path, item]) =>
  Object.entries(item as Json).map(([method, operation]) => ({ path, method, operation: operation as Json })),
)

/** Request and answer of every documented example. */
const examples = operations.flatMap(({ path, operation }) => {
  const requests = at(operation, '/requestBody/content/application~1json/examples') ?? {}
  const forms = at(operation, `/requestBody/content/${FORM.replace('/', '~1')}/examples`) as Json
  return Object.entries(requests as Json).map(([name, request]) => ({
    path,
    name,
    fields: (request as Json)['value'] as Json,
    formFields: (forms[name] as Json)['value'] as Json,
    answer: at(operation, `/responses/200/content/application~1json/examples/${name}/value`),
  }))
})

async function post(path: string, type: string, body: string): Promise<Response> {
  return contract.fetch(`${robe.url}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': type },
    body,
  })
}

t.test('what is served is the committed document, as YAML and as JSON', async (t) => {
  const yaml = await fetch(`${robe.url}/openapi.yaml`)
  t.equal(yaml.status, 200)
  t.match(yaml.headers.get('content-type'), /^application\/yaml/)
  t.same(parse(await yaml.text()), document)
  t.same(document, committedDocument())
})

t.test('every operation of each kind has examples, and each example its answer', (t) => {
  t.same(
    [...new Set(examples.map(({ path }) => path))],
    Object.entries(document['paths'] as Readonly<Record<string, object>>)
      // The questions of a batch are those of the other operations.
      .filter(([path, methods]) => 'post' in methods && path !== '/coats/batch')
      .map(([path]) => path),
  )
  for (const { path, name, answer } of examples)
    t.equal(
      answer === undefined,
      path === '/coats/picture',
      `${name}: a picture is too long to stand in the document`,
    )
  t.end()
})

t.test('every documented example is answered as documented, however it is written', async (t) => {
  for (const { path, name, fields, formFields, answer } of examples) {
    const ways = {
      'the documented form': [FORM, form(formFields)],
      'groups as JSON text': [FORM, form(fields)],
      // Lists of objects are too deep for brackets, and go as text.
      ...(['/coats/infer', '/coats/chooseMate', '/coats/nextTest'].includes(path)
        ? {}
        : { 'bracketed keys': [FORM, brackets(fields)] as const }),
      'a JSON body': ['application/json', JSON.stringify(fields)],
    } as const
    for (const [way, [type, body]] of Object.entries(ways)) {
      const response = await post(path, type, body)
      t.equal(response.status, 200, `${name}, ${way}`)
      if (answer === undefined) t.match(await response.text(), /^<svg .*<\/svg>$/s, `${name}, ${way}`)
      else t.same(await response.json(), answer, `${name}, ${way}`)
    }
  }
})

t.test('links lead from every documented answer to another one', async (t) => {
  const followed = new Set<string>()
  /** A literal, with what its expressions point to in the answer. */
  const read = (answer: Json, value: unknown): unknown =>
    typeof value === 'string'
      ? at(answer, value.replace('$response.body#', ''))
      : Object.fromEntries(Object.entries(value as Json).map(([name, each]) => [name, read(answer, each)]))
  for (const { path, name, answer } of examples) {
    const links = at(document, `/paths/${path.replaceAll('/', '~1')}/post/responses/200/links`) as
      Json | undefined
    for (const { $ref } of Object.values(links ?? {}) as { readonly $ref: string }[]) {
      const { operationId, 'x-requestBody': requestBody } = at(document, $ref.slice(1)) as Json
      const target = operations.find(({ operation }) => operation['operationId'] === operationId)
      const fields = JSON.stringify(read(answer as Json, requestBody))
      const response = await post(target?.path ?? '', 'application/json', fields)
      t.equal(response.status, 200, `${name} → ${String(operationId)} ${fields}`)
      followed.add($ref)
    }
  }
  t.equal(followed.size, Object.keys(at(document, '/components/links') as Json).length, 'each is followed')
})

t.test('the routes are those of the document and the pages, and no others', async (t) => {
  const pages = ['/openapi.yaml', '/openapi.json', '/docs', '/docs/reference.css', '/docs/reference.js']
  for (const path of pages) {
    for (const prefix of ['', '/v1']) {
      const page = await fetch(`${robe.url}${prefix}${path}`)
      t.equal(page.status, 200, path)
      t.match(page.headers.get('x-api-version'), /^\d+\.\d+\.\d+$/, path)
      t.equal((await fetch(`${robe.url}${prefix}${path}`, { method: 'POST' })).status, 405, path)
    }
  }
  for (const { path, method } of operations) {
    const { status } = await contract.fetch(`${robe.url}${path}`, { method: method.toUpperCase() })
    t.equal(status, 401, `${method} ${path} is there and wants a key`)
    const prefixed = await fetch(`${robe.url}/v1${path}`, { method: method.toUpperCase() })
    t.equal(prefixed.status, 401, `and so does /v1${path}`)
  }
  for (const path of [...NOT_SERVED, ...madeUp]) {
    const response = await contract.fetch(`${robe.url}${path}`, { headers: { 'X-API-Key': key } })
    t.equal(response.status, 404, path)
    await response.arrayBuffer()
  }
})

/** Names nobody thought of. */
const madeUp = Array.from({ length: 50 }, (_, i) => {
  const name = createHash('sha256').update(String(i)).digest('base64url')
  return `${i % 2 === 0 ? '' : '/coats'}/${name.slice(0, 1 + (i % 40))}`
})

/** What scanners, frameworks and habits ask for. */
const NOT_SERVED = [
  ...['/coats', '/coats/', '/coats/result/', '/coats/genes/matp', '/coats/keys', '/coats/result.json'],
  ...[
    '/healthz',
    '/readyz',
    '/metrics',
    '/health',
    '/status',
    '/ready',
    '/live',
    '/ping',
    '/version',
    '/info',
  ],
  ...['/admin', '/keys', '/users', '/login', '/api', '/api/v1', '/v1', '/v2/coats/result', '/graphql'],
  ...['/docs/', '/docs/index.html', '/swagger', '/swagger.json', '/swagger-ui', '/api-docs', '/redoc'],
  ...['/openapi', '/openapi.yml', '/openapi.json/', '/package.json', '/CHANGELOG.md', '/rules', '/locales'],
  ...['/.env', '/.git/config', '/.well-known/security.txt', '/robots.txt', '/favicon.ico', '/index.html'],
  ...['/debug', '/debug/pprof', '/trace', '/actuator', '/actuator/health', '/server-status', '/console'],
  ...[
    '/data/robe.db',
    '/robe.db',
    '/node_modules',
    '/src',
    '/build',
    '/test',
    '/etc/passwd',
    '/wp-login.php',
  ],
  ...['/constructor', '/__proto__', '/toString', '/hasOwnProperty', '/coats/__proto__', '/coats/constructor'],
]

t.test('each kind of answer a client can bring about keeps the contract', async (t) => {
  const url = `${robe.url}/coats/result`
  const headers = { 'X-API-Key': key, 'Content-Type': FORM }
  const base = form({ base: { agouti: ['A', 'a'], extension: ['E', 'e'] } })
  const seen = new Map<number, Response>()
  const ask = async (target: string, init: RequestInit): Promise<void> => {
    const response = await contract.fetch(target, init)
    seen.set(response.status, response)
  }
  await ask(url, { method: 'POST', headers, body: base })
  await ask(url, { method: 'POST', headers, body: 'base=Ee' })
  await ask(url, { method: 'POST', body: base })
  await ask(`${robe.url}/coats/nothing`, { headers })
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])
    await ask(url, { method, headers })
  await ask(url, { method: 'POST', headers, body: `others=${'x'.repeat(20_000)}` })
  await ask(url, { method: 'POST', headers: { ...headers, 'Content-Type': 'text/plain' }, body: base })
  t.same([...seen.keys()].sort(), [200, 400, 401, 404, 405, 413, 415])

  for (const path of ['/coats/genes', '/coats/genes?lang=en', '/coats/api-info']) {
    t.equal((await contract.fetch(`${robe.url}${path}`, { headers })).status, 200, path)
  }
  t.equal((await contract.fetch(`${robe.url}/coats/genes?lang=xx`, { headers })).status, 400)
})

t.test('the contract’s judge is no yes-man', async (t) => {
  const response = await contract.fetch(`${robe.url}/coats/api-info`, { headers: { 'X-API-Key': key } })
  const good = {
    method: 'GET',
    path: '/coats/api-info',
    status: 200,
    headers: response.headers,
    text: await response.text(),
  }
  t.same(contract.faultsOf(good), [])
  const without = (name: string): Headers => {
    const headers = new Headers(good.headers)
    headers.delete(name)
    return headers
  }
  const withHeader = (name: string, value: string): Headers => {
    const headers = new Headers(good.headers)
    headers.set(name, value)
    return headers
  }
  const bad = {
    'an undeclared status': { ...good, status: 418 },
    'an undeclared method': { ...good, method: 'POST' },
    'a missing header': { ...good, headers: without('X-RateLimit-Reset') },
    'a header of another shape': { ...good, headers: withHeader('X-API-Version', '1.2') },
    'a count that is no integer': { ...good, headers: withHeader('X-RateLimit-Limit', '10.5') },
    'more left than there is': { ...good, headers: withHeader('X-RateLimit-Limit', '1') },
    'an undeclared header': { ...good, headers: withHeader('X-Powered-By', 'x') },
    'another media type': { ...good, headers: withHeader('Content-Type', 'text/html') },
    'no JSON': { ...good, text: 'ok' },
    'a field too many': { ...good, text: good.text.replace('{', '{"more":1,') },
    'a field too few': { ...good, text: '{}' },
    'another status’s body': { ...good, status: 401 },
  }
  for (const [title, exchange] of Object.entries(bad)) t.not(contract.faultsOf(exchange).length, 0, title)
})
