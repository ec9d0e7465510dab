/**
 * What a body may be: its size, media type and encoding, and in which order it is refused.
 */
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import axios from 'axios'
import t from 'tap'
import { sendRaw, statuses } from './raw.js'
import { BAY, brackets, form, post, startService } from './service.js'

const PATH = '/coats/result'
const FORM = 'application/x-www-form-urlencoded'
const LARGEST = 16 * 1024

/** A good form of exactly so many bytes. */
function formOf(bytes: number): string {
  const good = `${form({ base: BAY, lang: 'en' })}&pad=`
  return good + 'x'.repeat(bytes - good.length)
}

t.test('a body of 16 KiB is read, one byte more is refused', async (t) => {
  const service = await startService(t)
  t.equal((await post(service, PATH, formOf(LARGEST))).status, 200)
  const told = await post(service, PATH, formOf(LARGEST + 1))
  t.equal(told.status, 413)
  t.match(told.body, { error: 'Payload Too Large', code: 'PAYLOAD_TOO_LARGE' })
  t.equal(told.headers.get('connection'), 'close')
  t.ok(told.headers.get('x-ratelimit-remaining'), 'the key was accepted, so its limits are told')
})

t.test('a client that goes on sending hears why it is refused', async (t) => {
  const service = await startService(t)
  for (const bytes of [20_000, 200_000, 1_000_000, 5_000_000]) {
    const told = await post(service, PATH, formOf(bytes))
    t.equal(told.status, 413, `${bytes} bytes by fetch`)
    const { status } = await axios.post(`${service.url}${PATH}`, formOf(bytes), {
      headers: { 'X-API-Key': service.key },
      validateStatus: () => true,
    })
    t.equal(status, 413, `${bytes} bytes by axios`)
  }
})

t.test('a body without a length is measured as it comes', async (t) => {
  const service = await startService(t)
  const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n`
  const piece = `1000\r\n${'x'.repeat(4096)}\r\n`
  const heard = await sendRaw(service.port, head + piece.repeat(5))
  t.match(heard, /^HTTP\/1\.1 413 /)
  t.match(heard, /PAYLOAD_TOO_LARGE/)
  t.match(heard, /\r\nConnection: close\r\n/i)
})

t.test('a refused body is never taken for the next request', async (t) => {
  const service = await startService(t)
  const smuggled = `GET /coats/api-info HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\n\r\n`
  const body = smuggled + 'x'.repeat(LARGEST)
  const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\n`
  for (const [type, status] of [
    ['text/plain', '415'],
    [FORM, '413'],
  ]) {
    const heard = await sendRaw(
      service.port,
      `${head}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    t.equal(statuses(heard).length, 1)
    t.match(heard, new RegExp(`^HTTP/1\\.1 ${status} `))
  }
})

t.test('forms and JSON in UTF-8 are read, whatever the letters of the header', async (t) => {
  const service = await startService(t)
  const good = form({ base: BAY })
  for (const type of [
    FORM,
    `${FORM}; charset=utf-8`,
    `${FORM};charset=UTF-8`,
    `${FORM}; charset="utf-8"`,
    'Application/X-WWW-Form-URLencoded',
  ]) {
    t.equal((await post(service, PATH, good, { 'Content-Type': type })).status, 200, type)
  }
  for (const type of ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON']) {
    t.equal((await post(service, PATH, { base: BAY }, { 'Content-Type': type })).status, 200, type)
  }
})

t.test('another media type, charset or encoding is refused', async (t) => {
  const service = await startService(t)
  const good = form({ base: BAY })
  const types = [
    'text/plain',
    'text/plain;charset=UTF-8',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json-patch+json',
    `${FORM}; charset=iso-8859-1`,
    `${FORM}; charset=utf-16`,
    `${FORM}, application/json`,
    'form',
  ]
  for (const type of types) {
    const told = await post(service, PATH, good, { 'Content-Type': type })
    t.equal(told.status, 415, type)
    t.match(told.body, { error: 'Unsupported Media Type', code: 'UNSUPPORTED_MEDIA_TYPE' }, type)
  }
  for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity']) {
    const told = await post(service, PATH, good, { 'Content-Encoding': encoding })
    t.equal(told.status, 415, encoding)
  }
  const packed = await service.fetch(`${service.url}${PATH}`, {
    method: 'POST',
    headers: { 'X-API-Key': service.key, 'Content-Type': FORM, 'Content-Encoding': 'gzip' },
    body: gzipSync(good),
  })
  t.equal(packed.status, 415)
  t.equal((await post(service, PATH, good, { 'Content-Encoding': 'identity' })).status, 200)
})

t.test('no body, with or without a media type, is a request without fields', async (t) => {
  const service = await startService(t)
  for (const headers of [{}, { 'Content-Type': FORM }, { 'Content-Type': 'application/json' }]) {
    const response = await service.fetch(`${service.url}${PATH}`, {
      method: 'POST',
      headers: { 'X-API-Key': service.key, ...headers },
    })
    t.equal(response.status, 400)
    t.match(await response.json(), { code: 'VALIDATION_MISSING_FIELD', details: { field: 'base' } })
  }
  const bare = await sendRaw(
    service.port,
    `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\nConnection: close\r\n\r\n`,
  )
  t.match(bare, /VALIDATION_MISSING_FIELD/)
  const untyped = await sendRaw(
    service.port,
    `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\nContent-Length: 1\r\n\r\nx`,
  )
  t.match(untyped, /^HTTP\/1\.1 415 /)
  t.match(untyped, /"A body without Content-Type is not supported: send /)
})

t.test('the media type is asked before the size, and the size before the fields', async (t) => {
  const service = await startService(t)
  const told = await post(service, PATH, 'x'.repeat(LARGEST + 1), { 'Content-Type': 'text/plain' })
  t.equal(told.status, 415)
  t.equal((await post(service, PATH, '%'.repeat(LARGEST + 1))).status, 413)
})

t.test('a GET ignores a body', async (t) => {
  const service = await startService(t)
  const body = 'x'.repeat(100)
  const heard = await sendRaw(
    service.port,
    `GET /coats/api-info HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  t.match(heard, /^HTTP\/1\.1 200 /)
})

t.test('a body that is cut off harms nobody', async (t) => {
  const service = await startService(t)
  const socket = connect(service.port, '127.0.0.1')
  socket.write(
    `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\nContent-Type: ${FORM}\r\nContent-Length: 100\r\n\r\nbase=`,
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
  t.equal((await post(service, PATH, form({ base: BAY }))).status, 200)
})

t.test('an empty optional field of a form counts as absent, however deep', async (t) => {
  const service = await startService(t)
  const horse = form({ base: BAY })
  const parents = form({ mother: { base: BAY }, father: { base: BAY } })
  const bracketed = brackets({ mother: { base: BAY }, father: { base: BAY } })
  const rows: readonly (readonly [path: string, body: string, empty: readonly string[]])[] = [
    [
      '/coats/result',
      horse,
      [
        ...['lang', 'explain', 'sex', 'seen', 'untested', 'population', 'limit', 'others', 'Lang', 'matp'],
        ...['others[matp]', 'others[matp][]', 'others[matp][]=&others[matp][]', 'other[matp]'],
      ],
    ],
    ['/coats/picture', horse, ['lang', 'sex', 'age', 'others']],
    [
      '/coats/generateChild',
      parents,
      [
        ...[
          'lang',
          'has_IDK',
          'limit',
          'group_by',
          'recombination_band',
          'sexes',
          'kit_linkage',
          'population',
        ],
        ...['untested', 'foals', 'foals_for', 'wanted', 'kit_linkage[mother]', 'kit_linkage[mother][]'],
      ],
    ],
    [
      '/coats/generateChild',
      bracketed,
      ['mother[others]', 'mother[others][matp][]', 'father[seen]', 'father[untested]', 'father[other]'],
    ],
  ]
  for (const [path, body, empty] of rows) {
    const plain = await post(service, path, body)
    t.equal(plain.status, 200)
    for (const field of empty) {
      const told = await post(service, path, `${body}&${field}=`)
      t.same([told.status, told.text], [200, plain.text], `${path} ${field}`)
    }
  }
  const required = await post(service, '/coats/result', 'base[agouti]=&base[extension][]=E')
  t.match(required.body, { details: { field: 'base.agouti', value: '' } }, 'a required gene is still refused')
})
