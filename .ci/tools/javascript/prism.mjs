/**
 * Prism between a client and the service, holding each request and each answer against the document (`--errors`): what
 * comes through is what the service said.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { README_FORM } from './readme.mjs'

const { ROBE_URL = '', ROBE_KEY = '' } = process.env
const DOCUMENT = `${ROBE_URL}/openapi.json`
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

const proxy = await startPrism()
const document = await (await fetch(DOCUMENT)).json()

async function startPrism() {
  const port = await freePort()
  const program = 'node_modules/@stoplight/prism-cli/dist/index.js'
  const child = spawn(
    process.execPath,
    [program, 'proxy', DOCUMENT, ROBE_URL, '--errors', '--port', String(port)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  after(() => child.kill())
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => /is listening/.test(text) && resolve())
    child.once('exit', (code) => reject(new Error(`Prism ended with ${code}`)))
  })
  return `http://127.0.0.1:${port}`
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function call(url, { path, method = 'POST', type, body }) {
  const headers = { 'X-API-Key': ROBE_KEY, ...(type && { 'Content-Type': type }) }
  const response = await fetch(`${url}${path}`, { method, headers, body })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** A form, or JSON, of these fields. */
function written(type, fields) {
  return type === FORM ? new URLSearchParams(fields).toString() : JSON.stringify(fields)
}

function comesThrough(name, request, status = 200) {
  test(name, async () => {
    const direct = await call(ROBE_URL, request)
    assert.equal(direct.status, status)
    assert.deepEqual(await call(proxy, request), direct)
  })
}

comesThrough('the call of the README', {
  path: '/coats/result',
  type: FORM,
  body: written(FORM, README_FORM),
})

for (const [path, { post }] of Object.entries(document.paths))
  for (const [type, { examples = {} }] of Object.entries(post?.requestBody.content ?? {}))
    for (const [name, { value }] of Object.entries(examples))
      comesThrough(`${path}, ${name}, ${type}`, { path, type, body: written(type, value) })

const BRACKETS = new URLSearchParams([
  ...['A', 'a'].map((allele) => ['base[agouti][]', allele]),
  ...['E', 'e'].map((allele) => ['base[extension][]', allele]),
])
comesThrough('bracketed keys', { path: '/coats/result', type: FORM, body: BRACKETS.toString() })

const LABORATORY = { ...JSON.parse(README_FORM.base), extension: ['e', 'E'] }
comesThrough('spellings of laboratories', {
  path: '/coats/result',
  type: JSON_TYPE,
  body: written(JSON_TYPE, { base: LABORATORY, others: { kit: ['W20+TO', 'N'] }, lang: 'en-GB' }),
})

comesThrough('a refusal', { path: '/coats/result', type: FORM, body: 'lang=en' }, 400)
comesThrough('the genes', { path: '/coats/genes?lang=en', method: 'GET' })

test('the key, a moment later', async () => {
  const request = { path: '/coats/api-info', method: 'GET' }
  const [direct, proxied] = await Promise.all([call(ROBE_URL, request), call(proxy, request)])
  assert.equal(proxied.status, 200)
  assert.equal(JSON.parse(proxied.text).key_id, JSON.parse(direct.text).key_id)
})

test('what the document forbids does not come through', async () => {
  const { status, text } = await call(proxy, {
    path: '/coats/result',
    type: JSON_TYPE,
    body: '{"base":"Ee"}',
  })
  assert.equal(status, 422)
  assert.match(text, /stoplight/)
})
