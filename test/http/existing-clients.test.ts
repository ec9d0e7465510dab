/**
 * A client library that was written before this service: its requests, byte by byte, each with the request that
 * openapi.yaml documents for the same question.
 * Guarantees: both have one answer; with `/v1` before the path too, whether a proxy takes that off or the service knows it.
 */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { form, post, startService, type Service } from './service.js'

interface Wire {
  readonly path: string
  /** As it is sent. */
  readonly body: string
  /** The documented fields of the same question. */
  readonly fields: Readonly<Record<string, unknown>>
}

const MARE = {
  base: { agouti: ['A', 'a'], extension: ['E', 'e'] },
  others: { matp: ['Cr', 'n'], kit: ['Rn'] },
}
const STALLION = { base: { agouti: ['a', 'a'], extension: ['e', 'e'] } }

const BRACKETED_BASE =
  'base%5Bagouti%5D%5B%5D=A&base%5Bagouti%5D%5B%5D=a&base%5Bextension%5D%5B%5D=E&base%5Bextension%5D%5B%5D=e'
const MARE_TEXT =
  '{"base":{"agouti":["A","a"],"extension":["E","e"]},"others":{"matp":["Cr","n"],"kit":["Rn"]},"lang":"en"}'
const STALLION_TEXT = '{"base":{"agouti":["a","a"],"extension":["e","e"]},"others":[],"lang":"en"}'
const PARENTS = `mother=${encodeURIComponent(MARE_TEXT)}&father=${encodeURIComponent(STALLION_TEXT)}`

function coat(body: string, others?: object): Wire {
  return { path: '/coats/result', body, fields: { base: MARE.base, others, lang: 'en' } }
}

function foals(options: string, fields: object = {}): Wire {
  const documented = { mother: MARE, father: STALLION, lang: 'en', ...fields }
  return { path: '/coats/generateChild', body: `${PARENTS}${options}&lang=en`, fields: documented }
}

const LINKED = { kit_linkage: { mother: ['E', 'Rn'], father: [] } }

const WIRES: Readonly<Record<string, Wire>> = {
  'base in brackets beside others in JSON': coat(
    `${BRACKETED_BASE}&others=%7B%22matp%22%3A%5B%22Cr%22%2C%22n%22%5D%2C%22kit%22%3A%5B%22Rn%22%5D%7D&lang=en`,
    MARE.others,
  ),
  'the same with brackets as they are': coat(
    `${decodeURIComponent(BRACKETED_BASE)}&others={"matp":["Cr","n"],"kit":["Rn"]}&lang=en`,
    MARE.others,
  ),
  'no others, written as an empty list': coat(`${BRACKETED_BASE}&others=%5B%5D&lang=en`),
  'no others, written as an empty object': coat(`${BRACKETED_BASE}&others=%7B%7D&lang=en`),
  'parents with a language and an empty list inside': foals(''),
  'fields that the service does not know': coat(
    `${BRACKETED_BASE}&lang=en&name=Stella&race=Lusitano&date=2026-11-28&page=2&token=abc&id=17&seed=9`,
  ),
  'parents with fields that the service does not know': {
    path: '/coats/generateChild',
    body: `mother=${encodeURIComponent(MARE_TEXT.replace('{', '{"id":1,"name":"Stella","race":"Lusitano","seed":9,'))}&father=${encodeURIComponent(STALLION_TEXT)}&token=abc&page=2&lang=en`,
    fields: { mother: MARE, father: STALLION, lang: 'en' },
  },
  'no linkage, written as empty lists': foals(
    `&kit_linkage=${encodeURIComponent('{"mother":[],"father":[]}')}&has_IDK=false`,
  ),
  'no linkage, written as an empty list': foals('&kit_linkage=%5B%5D&has_IDK=false'),
  "the mother's linkage alone": foals(
    `&kit_linkage=${encodeURIComponent('{"mother":["E","Rn"]}')}&has_IDK=false`,
    LINKED,
  ),
  'a phase that is not known': foals(
    `&kit_linkage=${encodeURIComponent('{"mother":["E","Rn"]}')}&has_IDK=true`,
    { ...LINKED, has_IDK: 'true' },
  ),
}

/** Sends a wire form to an address. */
async function send(service: Service, address: string, { path, body }: Wire): Promise<Response> {
  const headers = { 'X-API-Key': service.key, 'Content-Type': 'application/x-www-form-urlencoded' }
  return await fetch(`${address}${path}`, { method: 'POST', headers, body })
}

for (const [title, wire] of Object.entries(WIRES)) {
  t.test(`${title} is what is documented`, async (t) => {
    const service = await startService(t, { basePath: '/v1' })
    const { url } = await startProxy(t, service.url)
    const present = Object.entries(wire.fields).filter(([, value]) => value !== undefined)
    const documented = await post(service, wire.path, form(Object.fromEntries(present)))
    t.equal(documented.status, 200, documented.text)
    for (const address of [service.url, `${service.url}/v1`, `${url}/v1`]) {
      const told = await send(service, address, wire)
      t.equal(told.status, 200, address)
      t.equal(await told.text(), documented.text, address)
      for (const name of ['content-type', 'content-language', 'x-api-version', 'x-ruleset-version'])
        t.equal(told.headers.get(name), documented.headers.get(name), `${name} ${address}`)
    }
  })
}

t.test('the declaration is heard, and the words inside of a parent decide nothing', async (t) => {
  const service = await startService(t)
  const linked = await send(service, service.url, WIRES["the mother's linkage alone"] as Wire)
  t.match(await linked.json(), { has_kit_linkage: true, has_IDK: false })
  const without = { path: '/coats/generateChild', body: `${PARENTS}&lang=fr`, fields: {} }
  const french = await send(service, service.url, without)
  t.equal(french.headers.get('content-language'), 'fr')
})

t.test('what the key is and a refusal come through such a proxy too', async (t) => {
  const service = await startService(t)
  const { url } = await startProxy(t, service.url)
  const info = await fetch(`${url}/v1/coats/api-info`, { headers: { 'X-API-Key': service.key } })
  t.match(await info.json(), { authenticated: true, endpoints: { calculate_coat: '/coats/result (POST)' } })
  const refused = await send(service, `${url}/v1`, { path: '/coats/result', body: 'lang=en', fields: {} })
  t.equal(refused.status, 400)
  t.match(await refused.json(), { code: 'VALIDATION_MISSING_FIELD', details: { field: 'base' } })
})

/** Passes what comes under `/v1` on without it, and nothing else. */
async function startProxy(t: Test, target: string): Promise<{ readonly url: string }> {
  const server = createServer((asked, answer) => {
    if (asked.url?.startsWith('/v1/') !== true) return answer.writeHead(502).end()
    const { method, headers } = asked
    const passed = request(target + asked.url.slice('/v1'.length), { method, headers })
    passed.on('response', (told) => told.pipe(answer.writeHead(told.statusCode ?? 500, told.headers)))
    return asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
