/**
 * What is served at the bare address and beside it: to whom, in which language, how large, and of which rules.
 * Leaves to others: what a browser makes of it (page-browser.test.ts).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import t from 'tap'
import { readConfig } from '../../src/service/config.js'
import { prepareSnapshot } from '../../src/service/snapshot/prepare.js'
import { readContractText } from '../../src/service/http/contract/contract-file.js'
import { ROOT, startService, type Service } from '../http/service.js'
import { get } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
/** What the page and all that it loads may weigh when it is first opened. */
const MOST_BYTES = 300_000

interface Heard {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

function ask(service: Service, path: string, headers: Record<string, string> = {}): Promise<Heard> {
  return new Promise((resolve, reject) => {
    get(`${service.url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      )
    }).on('error', reject)
  })
}

t.test('who asks for a page has one, whoever else is led to the reference as ever', async (t) => {
  const service = await startService(t, { pages: 'shipped', basePath: '/v1' })
  for (const path of ['/', '/v1/', '/?from=somewhere']) {
    const page = await ask(service, path, { Accept: BROWSER })
    t.match(page, { status: 200, headers: { 'content-type': 'text/html; charset=utf-8', etag: /^"/ } }, path)
    t.match(page.headers.vary, /Accept, Accept-Language/)
  }
  for (const accept of [undefined, '*/*', 'application/json', 'text/html;q=0', 'text/plain, */*;q=0.1']) {
    const led = await ask(service, '/v1/', accept === undefined ? {} : { Accept: accept })
    t.match(
      led,
      { status: 302, headers: { location: '/v1/docs', 'content-length': '0' } },
      accept ?? 'nothing',
    )
  }
})

t.test('it speaks the language of its reader', async (t) => {
  const service = await startService(t, { pages: 'shipped' })
  const languages: readonly (readonly [string, string])[] = [
    ['fr-CA,fr;q=0.9,en;q=0.5', 'fr'],
    ['de-CH', 'de'],
    ['en-GB', 'en'],
    ['ja', 'fr'],
  ]
  for (const [accepted, language] of languages) {
    const { headers, bytes } = await ask(service, '/', { Accept: BROWSER, 'Accept-Language': accepted })
    t.equal(headers['content-language'], language)
    t.match(bytes.toString(), `<html lang="${language}">`)
  }
})

t.test('without it, the bare address leads to the reference for everybody', async (t) => {
  const service = await startService(t)
  t.match(await ask(service, '/', { Accept: BROWSER }), { status: 302, headers: { location: '/docs' } })
  t.equal((await ask(service, '/page/page.js')).status, 404)
  t.equal(readConfig({ PLAYGROUND: 'off' }).playground, false)
  t.equal(readConfig({}).playground, true)
  t.throws(() => readConfig({ PLAYGROUND: 'no' }), /PLAYGROUND="no": expected on or off/)
})

t.test('a client that has a file asks for it in vain, and all of them together are small', async (t) => {
  const service = await startService(t, { pages: 'shipped' })
  const shell = await ask(service, '/', { Accept: BROWSER, 'Accept-Encoding': 'br' })
  const html = brotliDecompressSync(shell.bytes).toString()
  const files = [...html.matchAll(/(?:href|src)="(page\/[^"]+)"/g)].map(([, path = '']) => path)
  t.equal(files.length, 4, files.join(' '))
  let bytes = shell.bytes.length
  for (const path of files) {
    const file = await ask(service, `/${path}`, { 'Accept-Encoding': 'br' })
    t.match(
      file,
      { status: 200, headers: { 'content-encoding': 'br', 'x-content-type-options': 'nosniff' } },
      path,
    )
    const again = await ask(service, `/${path}`, {
      'Accept-Encoding': 'br',
      'If-None-Match': file.headers.etag ?? '',
    })
    t.equal(again.status, 304, path)
    bytes += file.bytes.length
  }
  t.ok(bytes <= MOST_BYTES, `${bytes} bytes`)
  t.comment(`${bytes} bytes in all`)
})

t.test('nothing is inline and nothing from elsewhere', async (t) => {
  const service = await startService(t, { pages: 'shipped' })
  const { headers, bytes } = await ask(service, '/', { Accept: BROWSER })
  const html = bytes.toString()
  t.notMatch(html, /<style|<script(?![^>]* src=)|style=|\son[a-z]+=|https?:/)
  t.match(
    headers['content-security-policy'],
    /^default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' blob:; /,
  )
})

t.test('other rules are another model, and the page leads to it', async (t) => {
  const options = {
    rulesDir: join(ROOT, 'test/fixtures/unicorn/rules'),
    localesDir: join(ROOT, 'test/fixtures/unicorn/locales'),
    maxResults: 1_000,
    defaultLanguage: undefined,
    contractText: readContractText(),
  }
  const { snapshot } = await prepareSnapshot(options)
  const pages = snapshot?.pages ?? []
  const revision = snapshot?.model.revision.slice(0, 12) ?? ''
  const model = pages.find(({ path }) => path === `/page/model-${revision}.json`)
  t.ok(model)
  const fronts = pages.filter(({ path }) => path === '/')
  t.same(
    fronts.map(({ language }) => language),
    [...(snapshot?.lexicons.keys() ?? [])],
  )
  for (const { bytes } of fronts) t.match(Buffer.from(bytes).toString(), `page/model-${revision}.json`)
})

t.test('what the build leaves for other pages is the model that is served', async (t) => {
  const service = await startService(t, { pages: 'shipped' })
  const left = readFileSync(join(ROOT, 'build/browser/model.json'))
  const { revision } = (JSON.parse(left.toString()) as { root: { model: { revision: string } } }).root.model
  const served = await ask(service, `/page/model-${revision.slice(0, 12)}.json`)
  t.ok(served.bytes.equals(left))
})
