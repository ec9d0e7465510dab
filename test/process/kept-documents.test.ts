/**
 * All public pages of a real process, and the catalogue: kept by clients, through nginx, and over a reload of the rules.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import t from 'tap'
import { needsNginx, startNginx } from './nginx.js'
import { startRobe, storeWithKey, until } from './robe.js'
import { unicornSettings } from './unicorn.js'

const PATHS = [
  '/docs',
  '/docs/reference.css',
  '/docs/reference.js',
  '/openapi.json',
  '/openapi.yaml',
  '/coats/genes',
]

interface Heard {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly bytes: Buffer
}

function ask(url: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Heard> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode, headers: response.headers, bytes }),
        reject,
      )
    })
      .once('error', reject)
      .end()
  })
}

t.test('a reload of the rules changes the tags, and what a client kept is sent anew', async (t) => {
  const settings = unicornSettings(t)
  const store = `sqlite:${join(settings.RULES_DIR, '../robe.db')}`
  const key = { 'X-API-Key': await storeWithKey(store, 'free') }
  const robe = await startRobe(t, { ...settings, STORE: store })
  const genes = `${robe.url}/coats/genes?lang=en`
  const kept = String((await ask(genes, key)).headers['etag'])
  const asking = { ...key, 'If-None-Match': kept }
  t.equal((await ask(genes, asking)).status, 304)

  const file = join(settings.LOCALES_DIR, 'en.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('horn: { name: horn }', 'horn: { name: spike }'))
  robe.signal('SIGHUP')
  await until('the new rules answer', async () => (await ask(genes, asking)).status === 200)
  const { headers, bytes } = await ask(genes, asking)
  t.not(headers['etag'], kept)
  t.match(bytes.toString(), /spike/)
  t.equal((await ask(genes, { ...key, 'If-None-Match': String(headers['etag']) })).status, 304)
})

const { skip } = needsNginx()

t.test(
  'through nginx all of them are compressed, kept and asked for as from the service',
  { skip },
  async (t) => {
    const store = `sqlite:${join(t.testdir(), 'robe.db')}`
    const key = { 'X-API-Key': await storeWithKey(store, 'free') }
    const robe = await startRobe(t, { STORE: store })
    const { host } = new URL(robe.url)
    const url = await startNginx(t, [host, host, host])
    for (const path of PATHS) {
      const plain = await ask(`${robe.url}${path}`, key)
      const asking = { ...key, 'Accept-Encoding': 'br', 'X-Request-Id': 'from-the-client-on' }
      const coded = await ask(`${url}${path}`, asking)
      t.match(coded, { status: 200, headers: { 'content-encoding': 'br', etag: /^"/ } }, path)
      t.equal(coded.headers['x-request-id'], 'from-the-client-on')
      t.ok(brotliDecompressSync(coded.bytes).equals(plain.bytes), path)
      t.ok(coded.bytes.length < plain.bytes.length)
      const head = await ask(`${url}${path}`, asking, 'HEAD')
      t.match(head, { status: 200, headers: { 'content-length': String(coded.bytes.length) } }, path)
      t.equal(head.bytes.length, 0)
      const again = await ask(`${url}${path}`, { ...asking, 'If-None-Match': String(coded.headers['etag']) })
      t.same([again.status, again.bytes.length, again.headers['etag']], [304, 0, coded.headers['etag']], path)
      t.equal(again.headers['x-request-id'], 'from-the-client-on')
    }
    const front = await fetch(`${url}/`)
    t.same([front.status, front.url], [200, `${url}/docs`])
  },
)
