/**
 * What reaches a port and is no proper request, or does not behave like one: smuggling, garbage, halves, drips, resets.
 * Guarantees: the same seed and number are the same bytes; what is smuggled carries a key of its own, so that whatever
 * gets through stands on its bill.
 */
import { worstCross } from '../support/questions.js'
import { HORSE } from '../process/horse.js'
import type { Secrets } from './fuzz-keys.js'
import { below, oneOf, randomOf, weighted, type Random } from './fuzz-random.js'

export type RawKind =
  'smuggling' | 'spoiled' | 'keyless' | 'pipelined' | 'half' | 'dripped' | 'left early' | 'reset'

export interface RawCase {
  readonly number: number
  readonly kind: RawKind
  /** Written one after the other, with a pause between them. */
  readonly pieces: readonly Buffer[]
}

export function rawCaseOf(seed: number, number: number, secrets: Secrets): RawCase {
  const random = randomOf(seed ^ 0x5eed, number)
  const whole = (): string => request(secrets.good, HORSE)
  const kind = weighted<RawKind>(random, [
    ...([
      [6, 'smuggling'],
      [8, 'spoiled'],
      [4, 'keyless'],
      [3, 'pipelined'],
      [3, 'half'],
      [2, 'dripped'],
    ] as const),
    ...([
      [2, 'left early'],
      [0.5, 'reset'],
    ] as const),
  ])
  const bytes: Readonly<Record<RawKind, () => string>> = {
    smuggling: () => smuggling(random, secrets),
    spoiled: () => garbled(random, whole()),
    keyless: () => garbled(random, request(undefined, HORSE)),
    pipelined: () =>
      Array.from({ length: 2 + below(random, 6) }, () =>
        random() < 0.8 ? whole() : garbled(random, whole()),
      ).join(''),
    half: () => whole().slice(0, below(random, whole().length)),
    dripped: whole,
    'left early': whole,
    reset: () => large(secrets.good),
  }
  const text = Buffer.from(bytes[kind](), 'latin1')
  return { number, kind, pieces: kind === 'dripped' ? pieces(random, text) : [text] }
}

function request(
  key: string | undefined,
  body: string,
  type = 'application/json',
  path = '/coats/result',
): string {
  const own = key === undefined ? '' : `X-API-Key: ${key}\r\n`
  return `POST ${path} HTTP/1.1\r\nHost: x\r\n${own}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

/** Some megabytes of answer. */
function large(key: string): string {
  const { path, body } = worstCross()
  return request(key, body, 'application/x-www-form-urlencoded', path)
}

/** At most forty, so that what is dripped is whole in a second. */
function pieces(random: Random, bytes: Buffer): readonly Buffer[] {
  const size = Math.ceil(bytes.length / (1 + below(random, 40)))
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
}

/** Headers about whose end two parsers may disagree, and then a request for whoever is taken in. */
function smuggling(random: Random, { smuggled }: Secrets): string {
  const inner = request(smuggled, HORSE)
  const size = inner.length.toString(16)
  const ending = oneOf(random, [
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n',
    `Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n`,
    `Content-Length: 0, ${inner.length}\r\n\r\n`,
    'Content-Length: +0\r\n\r\n',
    'Content-Length: -1\r\n\r\n',
    'Content-Length: 0x0\r\n\r\n',
    'Content-Length : 0\r\n\r\n',
    'Content-Length:\r\n 0\r\n\r\n',
    'X-Note: a\r\n Content-Length: 0\r\n\r\n',
    'X-Note: a\nContent-Length: 0\r\n\r\n',
    'X-Note: a\rTransfer-Encoding: chunked\r\n\r\n',
    'Content-Length: 0\n\n',
    'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n',
    'Transfer-Encoding: chunked\r\n\r\n-1\r\n',
    'Transfer-Encoding: chunked\r\n\r\n0x1\r\n',
    'Transfer-Encoding: chunked\r\n\r\n1;\n\r\nx\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\n0\n\n',
    ': x\r\nContent-Length: 0\r\n\r\n',
    'X-Note: a\x00b\r\nContent-Length: 0\r\n\r\n',
    `Content-Length: ${2 ** 53}\r\n\r\n`,
    `Transfer-Encoding: chunked\r\nContent-Length: ${inner.length}\r\n\r\n${size}\r\n`,
  ])
  const method = oneOf(random, ['POST', 'POST', 'GET', 'HEAD'])
  const first = `${method} /coats/result HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
  return `${first}${ending}${inner}`
}

const ODD = [
  '\r\n',
  '\n',
  '\r',
  '\x00',
  ' ',
  '\t',
  ':',
  '\x80',
  '\xff',
  'HTTP/1.1',
  'HTTP/9.9',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01',
  'CONNECT x:1 ',
  'x'.repeat(9_000),
]

function garbled(random: Random, text: string): string {
  let spoiled = text
  for (let left = 1 + below(random, 3); left > 0; left--) {
    const at = below(random, spoiled.length + 1)
    const to = Math.min(spoiled.length, at + below(random, 12))
    const odd = random() < 0.5 ? oneOf(random, ODD) : String.fromCharCode(below(random, 256))
    spoiled = spoiled.slice(0, at) + odd + spoiled.slice(random() < 0.5 ? at : to)
  }
  return spoiled
}
