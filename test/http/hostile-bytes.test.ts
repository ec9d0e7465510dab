/**
 * What reaches the port and is no proper HTTP request never reaches a handler.
 */
import t from 'tap'
import { sendRaw, statuses } from './raw.js'
import { BAY, form, post, startService } from './service.js'

const GOOD = form({ base: BAY })

t.test('no ambiguity about where a body ends smuggles a request past the key', async (t) => {
  const service = await startService(t)
  const head = 'POST /coats/result HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n'
  const inner = `POST /coats/result HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${GOOD.length}\r\n\r\n${GOOD}`
  const requests: Readonly<Record<string, string>> = {
    'length and chunked': `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    'chunked and length': `${head}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${inner}`,
    'two lengths': `${head}Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
    'two lengths in one': `${head}Content-Length: 0, ${inner.length}\r\n\r\n${inner}`,
    'a signed length': `${head}Content-Length: +0\r\n\r\n${inner}`,
    'a negative length': `${head}Content-Length: -1\r\n\r\n${inner}`,
    'a hexadecimal length': `${head}Content-Length: 0x0\r\n\r\n${inner}`,
    'a length with a space': `${head}Content-Length : 0\r\n\r\n${inner}`,
    'a folded header': `${head}X-Note: a\r\n Content-Length: 0\r\n\r\n${inner}`,
    'bare line feeds': `${head.replaceAll('\r\n', '\n')}Content-Length: 0\n\n${inner}`,
    'a bare line feed in a header': `${head}X-Note: a\nContent-Length: 0\r\n\r\n${inner}`,
    'a bare carriage return': `${head}X-Note: a\rTransfer-Encoding: chunked\r\n\r\n${inner}`,
    'an unknown transfer coding': `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`,
    'chunked not last': `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`,
    'chunked after a vertical tab': `${head}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${inner}`,
    'a chunk size that overflows': `${head}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n${inner}`,
    'a negative chunk size': `${head}Transfer-Encoding: chunked\r\n\r\n-1\r\n${inner}`,
    'a header without a name': `${head}: x\r\nContent-Length: 0\r\n\r\n${inner}`,
    'a NUL in a header': `${head}X-Note: a\x00b\r\nContent-Length: 0\r\n\r\n${inner}`,
    'another protocol': `POST /coats/result HTTP/9.9\r\nHost: x\r\n\r\n${inner}`,
    'a space in the path': `POST /coats/result x HTTP/1.1\r\nHost: x\r\n\r\n${inner}`,
    'the preface of HTTP/2': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${inner}`,
    'no HTTP at all': `\x16\x03\x01\x02\x00\x01${inner}`,
  }
  for (const [title, bytes] of Object.entries(requests)) {
    const told = statuses(await sendRaw(service.port, bytes))
    t.ok(told.length > 0 && told.every((status) => status >= 400 && status < 500), `${title}: ${told.join()}`)
    t.equal(told.length, 1, `${title}: one answer, then the connection is closed`)
    t.equal((await service.store.counters.usage(1)).day, 0, `${title}: no handler was reached`)
  }
})

t.test('a request that names no host is none', async (t) => {
  const service = await startService(t)
  const told = await sendRaw(service.port, `GET /coats/genes HTTP/1.1\r\nX-API-Key: ${service.key}\r\n\r\n`)
  t.same(statuses(told), [400])
})

t.test('two proper requests on one connection are two answers, in order', async (t) => {
  const service = await startService(t)
  const one = `POST /coats/result HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${GOOD.length}\r\n\r\n${GOOD}`
  const last = 'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  t.same(statuses(await sendRaw(service.port, one + one + last)), [200, 200, 404])
  t.equal((await service.store.counters.usage(1)).day, 2)
})

t.test('huge headers and more than 64 header lines are refused', async (t) => {
  const service = await startService(t)
  const huge = `GET /coats/genes HTTP/1.1\r\nHost: x\r\nX-Note: ${'x'.repeat(20_000)}\r\n\r\n`
  t.same(statuses(await sendRaw(service.port, huge)), [431])
  const long = `GET /coats/genes?x=${'y'.repeat(9_000)} HTTP/1.1\r\nHost: x\r\n\r\n`
  t.same(statuses(await sendRaw(service.port, long)), [431], 'a long address is a huge header')
  /** With so many lines in all, the key last. */
  const withLines = (count: number): string => {
    const notes = Array.from({ length: count - 3 }, (_, i) => `X-Note-${i}: x\r\n`).join('')
    const head = 'GET /coats/genes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n'
    return `${head}${notes}X-API-Key: ${service.key}\r\n\r\n`
  }
  t.same(statuses(await sendRaw(service.port, withLines(64))), [200])
  for (const count of [65, 200, 600]) {
    const refused = await sendRaw(service.port, withLines(count))
    t.same(statuses(refused), [431], `${count} lines`)
    t.match(refused, /X-API-Version: .*\r\nX-Request-Id: .*\r\nConnection: close/)
  }
})

t.test('no number of header lines hides the address that a proxy appends', async (t) => {
  const service = await startService(t, {
    trustedProxies: ['127.0.0.1'],
    key: { allowedIps: ['203.0.113.7'] },
  })
  for (const count of [1, 60, 61, 62, 100]) {
    const notes = Array.from({ length: count }, (_, i) => `X-Note-${i}: x\r\n`).join('')
    const told = await sendRaw(
      service.port,
      `GET /coats/genes HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${service.key}\r\n` +
        `X-Forwarded-For: 203.0.113.7\r\n${notes}X-Forwarded-For: 198.51.100.1\r\n\r\n`,
    )
    const [status = 0] = statuses(told)
    t.ok([403, 431].includes(status), `${count} lines between: ${status}`)
  }
})

t.test('the service goes on after all that', async (t) => {
  const service = await startService(t)
  await sendRaw(service.port, '\x00'.repeat(1_000))
  t.equal((await post(service, '/coats/result', GOOD)).status, 200)
})

t.test('odd bytes anywhere in a form are never a fault of ours', async (t) => {
  const service = await startService(t)
  const odd = [
    '%00',
    '%0d%0a',
    '%E2%80%AE',
    '%EF%BB%BF',
    '%F0%9F%90%B4',
    '%25',
    '%5B%5D',
    '%26',
    '+',
    '%7F',
    'é',
  ]
  const places = [
    '#=1',
    'base=#',
    'base[#][]=A',
    'base[agouti][]=#',
    'lang=#',
    'mother=#',
    'kit_linkage[mother][]=#',
  ]
  for (const place of places) {
    for (const text of odd) {
      const body = place.replace('#', text)
      for (const path of ['/coats/result', '/coats/generateChild']) {
        const told = await post(service, path, body)
        t.equal(told.status, 400, `${path} ${body}`)
      }
    }
  }
})
