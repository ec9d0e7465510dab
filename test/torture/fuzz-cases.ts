/**
 * One request of the fuzzer: whom it pretends to come from, where it goes, its headers and its body.
 * Guarantees: the same seed and number are the same request.
 * Leaves to others: requests that no HTTP client could send (raw-cases.ts).
 */
import { questionTree, spoil, type Tree } from './fuzz-fields.js'
import { oddHeaders, type HeaderPair } from './fuzz-headers.js'
import { below, oneOf, randomOf, weighted, type Random } from './fuzz-random.js'
import type { Vocabulary } from './fuzz-vocabulary.js'
import { FORM, spoilBytes, spoilText, write } from './fuzz-writing.js'

/** `good` has no limit to speak of, `limited` has soon used up its own; the others must never be answered with a result. */
export type Caller = 'good' | 'limited' | 'narrow' | 'suspended' | 'foreign' | 'nobody' | 'bogus' | 'doubled'

export interface Case {
  readonly number: number
  readonly caller: Caller
  readonly method: string
  readonly path: string
  readonly headers: readonly HeaderPair[]
  readonly body: Buffer | undefined
}

const CALLERS: readonly (readonly [number, Caller])[] = [
  ...([
    [80, 'good'],
    [3, 'limited'],
    [2, 'narrow'],
    [2, 'suspended'],
    [2, 'foreign'],
  ] as const),
  ...([
    [4, 'nobody'],
    [5, 'bogus'],
    [2, 'doubled'],
  ] as const),
]

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'SEARCH', 'POST']

const PATHS = [
  ...[
    '/',
    '/coats',
    '/coats/',
    '/coats/result/',
    '//coats/result',
    '/coats//result',
    '/Coats/Result',
    '/coats/%72esult',
  ],
  ...[
    '/coats/result%00',
    '/coats/../coats/result',
    '/coats/result;a=b',
    '/coats/result%2f',
    '/coats/./genes',
    '/v1/coats/result',
  ],
  ...[
    '/docs',
    '/openapi.json',
    '/openapi.yaml',
    '/healthz',
    '/readyz',
    '/metrics',
    '/.env',
    '/admin',
    '/favicon.ico',
  ],
  ...[
    '/__proto__',
    '/constructor',
    '/%',
    '/%zz',
    '/%ff%fe',
    '/\u00e9',
    '*',
    'http://elsewhere/coats/result',
    `/${'x'.repeat(3_000)}`,
  ],
]

const QUERIES = [
  '',
  '',
  '?',
  '?lang=en',
  '?lang=xx',
  '?lang=',
  '?lang=fr&lang=en',
  '?__proto__[x]=1',
  '?%',
  '?key=x',
  '?a'.repeat(200),
]

export function caseOf(seed: number, number: number, words: Vocabulary): Case {
  const random = randomOf(seed, number)
  const caller = weighted(random, CALLERS)
  return weighted<() => Case>(random, [
    [55, () => question(random, { number, caller }, '/coats/result', questionTree(random, words, false))],
    [
      30,
      () => question(random, { number, caller }, '/coats/generateChild', questionTree(random, words, true)),
    ],
    [5, () => bare(random, { number, caller }, 'GET', `/coats/genes${oneOf(random, QUERIES)}`)],
    [3, () => bare(random, { number, caller }, 'GET', `/coats/api-info${oneOf(random, QUERIES)}`)],
    [4, () => bare(random, { number, caller }, oneOf(random, ['GET', 'POST', 'HEAD']), oneOf(random, PATHS))],
    [
      3,
      () =>
        bare(
          random,
          { number, caller },
          oneOf(random, METHODS),
          oneOf(random, ['/coats/result', '/coats/genes', '/docs']),
        ),
    ],
  ])()
}

type Begun = Pick<Case, 'number' | 'caller'>

function bare(random: Random, begun: Begun, method: string, path: string): Case {
  const body = method === 'POST' ? Buffer.from('base[agouti][]=A') : undefined
  const type = body === undefined ? [] : [['Content-Type', FORM] as const]
  return { ...begun, method, path, headers: oddHeaders(random, type), body }
}

function question(random: Random, begun: Begun, path: string, tree: Tree): Case {
  // A third is sound, so that the way behind the checks is walked too.
  const spoilt = random() < 0.33 ? 0 : 1 + below(random, 3)
  let text = false
  let bytes = false
  for (let left = spoilt; left > 0; left--) {
    const kind = random()
    if (kind < 0.5) spoil(random, tree)
    else if (kind < 0.85) text = true
    else bytes = true
  }
  const written = write(random, tree)
  const { type, text: sent } = text ? spoilText(random, written) : written
  const body = Buffer.from(sent)
  return {
    ...begun,
    method: 'POST',
    path: random() < 0.97 ? path : path + oneOf(random, QUERIES),
    headers: oddHeaders(random, [['Content-Type', type]]),
    body: bytes ? spoilBytes(random, body) : body,
  }
}
