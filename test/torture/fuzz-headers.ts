/**
 * Headers as clients, proxies and attackers send them, most of them sound.
 */
import { below, oneOf, weighted, type Random } from './fuzz-random.js'

export type HeaderPair = readonly [name: string, value: string]

const TYPES = [
  ...[
    '',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=utf-8',
  ],
  ...[
    'application/json; charset=UTF-16',
    'application/json; charset=utf-7',
    'APPLICATION/JSON',
    'application/json;',
  ],
  ...[
    'application/x-www-form-urlencoded; charset=iso-8859-1',
    'application/x-www-form-urlencoded;charset="utf-8"',
  ],
  ...[
    'application/json, text/plain',
    'json',
    '/',
    ';;;',
    '*/*',
    'application/json; charset=utf-8; charset=latin1',
    '\u00e9/\u00ff',
  ],
]

const OTHERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['Accept', ['*/*', 'text/html', 'application/json;q=0', '', 'x'.repeat(500)]],
  [
    'Accept-Encoding',
    ['gzip', 'br', 'gzip, br', 'identity;q=0', '*;q=0', 'gzip;q=9', 'deflate', ',,,', 'gzip;q=0.5, *'],
  ],
  [
    'Accept-Language',
    ['en', 'de-AT,de;q=0.8', 'xx', '*', 'fr;q=0', 'en;q=abc', ',', '\u00ff', 'en-'.repeat(300)],
  ],
  ['Content-Encoding', ['gzip', 'br', 'identity', 'IDENTITY', 'gzip, identity', '', 'x']],
  [
    'X-Request-Id',
    ['abcdefabcdefabcdef', 'short', 'x'.repeat(500), "'; drop", '', '\u00e9'.repeat(20), '__proto__'],
  ],
  ['Authorization', ['Bearer x', 'Basic Og==', '']],
  ['X-Forwarded-For', ['127.0.0.1', '203.0.113.9,', 'unknown', '::1', ',,,', '999.1.1.1']],
  ['X-HTTP-Method-Override', ['DELETE', 'GET']],
  ['Expect', ['100-continue', '200-ok', 'x']],
  ['Connection', ['close', 'keep-alive', 'X-API-Key', 'Upgrade']],
  ['Upgrade', ['websocket', 'h2c']],
  ['Range', ['bytes=0-1', 'bytes=-1', 'lines=1']],
  ['If-None-Match', ['*', '"x"', 'W/"x"']],
  ['Origin', ['https://evil.example', 'null']],
  ['Cookie', ['a=b', '=', ';;;;']],
  ['X-API-Key-', ['robe_live_x']],
  ['TE', ['trailers', 'chunked']],
  ['Max-Forwards', ['0', '-1']],
  ['X-Long', ['x'.repeat(7_000), 'x'.repeat(9_000)]],
]

/** @param own what the request must say to be understood */
export function oddHeaders(random: Random, own: readonly HeaderPair[]): readonly HeaderPair[] {
  const typed = own.map(([name, value]): HeaderPair => [name, random() < 0.06 ? oneOf(random, TYPES) : value])
  const count = weighted(random, [
    [5, 0],
    [3, 1],
    [1, 3],
    [0.05, 80],
  ])
  const more = Array.from({ length: count }, (_, i): HeaderPair => {
    if (count > 60) return [`X-Note-${i}`, 'x']
    const [name, values] = oneOf(random, OTHERS)
    return [name, oneOf(random, values)]
  })
  const all = [...typed, ...more]
  // Some say the same thing twice.
  return random() < 0.03 && all.length > 0 ? [...all, all[below(random, all.length)] as HeaderPair] : all
}
