/**
 * The example body of each error code in openapi.yaml is what the service says: each is provoked here by a request.
 * Leaves to others: that each refusal is declared where it occurs (document.test.ts, refusals.test.ts).
 */
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { ERROR_STATUS } from '../../src/operations/client-error.js'
import { StoreUnavailable } from '../../src/access/ports.js'
import { BAY, startService, type Service } from '../http/service.js'
import { bay, NDJSON } from '../http/batches.js'
import { at, committedDocument, type Json } from './conformance.js'

const document = committedDocument()
const RESULT = '/coats/result'
const FOALS = '/coats/generateChild'
const BATCH = '/coats/batch'
/** Heterozygous at many genes, so that two have very many possible offspring. */
const MANY = {
  base: BAY,
  others: {
    matp: ['Cr', 'n'],
    dun: ['D', 'nd2'],
    silver: ['Z', 'n'],
    champagne: ['Ch', 'n'],
    grey: ['G', 'n'],
    kit: ['To', 'Rn'],
    lp: ['LP', 'n'],
    patn1: ['PATN1', 'n'],
    frame: ['O', 'n'],
    mushroom: ['Mu', 'n'],
  },
}

const service = await startService(t)
const small = await startService(t, { key: { limits: { hour: 100 } } })

async function bodyOf(
  { url, fetch, key }: Service,
  method: string,
  path: string,
  { body, headers }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: { ...(key === '' ? {} : { 'X-API-Key': key }), 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return response.json()
}

const post = (path: string, body: unknown, headers = {}): Promise<unknown> =>
  bodyOf(service, 'POST', path, { body, headers })
const withKey = (key: string): Promise<unknown> =>
  bodyOf({ ...service, key }, 'POST', RESULT, { body: { base: BAY } })

/** Sends the same call until it is refused. */
async function untilRefused(call: () => Promise<unknown>): Promise<unknown> {
  for (let calls = 0; calls < 200; calls += 1) {
    const body = await call()
    if (at(body as Json, '/code') !== undefined) return body
  }
  throw new Error('200 calls were accepted')
}

const lines = (from: number): string =>
  Array.from({ length: 300 }, (_, index) => JSON.stringify(bay(from + index))).join('\n')
const batch = (from: number, key: string): Promise<unknown> =>
  post(BATCH, lines(from), { 'Content-Type': NDJSON, 'Idempotency-Key': key })

/** The refusal of one of two batches that are sent at the same time, or of the second. */
async function refused(calls: readonly Promise<unknown>[]): Promise<unknown> {
  const bodies = await Promise.allSettled(calls)
  return bodies.map((each) => (each.status === 'fulfilled' ? each.value : undefined)).find(Boolean)
}

/** By response and code. */
const PROVOKED: Readonly<Record<string, () => Promise<unknown>>> = {
  'BadRequest VALIDATION_INVALID_GENES': () => post(RESULT, { base: { ...BAY, agouti: 'Aa' } }),
  'BadRequest VALIDATION_MISSING_FIELD': () => post(RESULT, { others: {} }),
  'BadRequest VALIDATION_INVALID_FIELD': () =>
    post(FOALS, { mother: { base: BAY }, father: { base: BAY }, limit: 0 }),
  'BadRequest VALIDATION_CONTRADICTION': () =>
    post('/coats/infer', {
      horses: [
        { id: 'dam', base: { agouti: ['A', 'A'] } },
        { id: 'offspring', mother: 'dam', base: { agouti: ['a', 'a'] } },
      ],
      ask: { genotype: 'offspring' },
      population: 'none',
    }),
  'BadRequest RESULT_TOO_LARGE': () => post(FOALS, { mother: MANY, father: MANY }),
  'Unauthorized AUTH_MISSING_KEY': () => withKey(''),
  'Unauthorized AUTH_INVALID_KEY': () => withKey('robe_live_nonsense'),
  'Forbidden AUTH_KEY_SUSPENDED': async () => withKey((await service.newKey({ status: 'suspended' })).secret),
  'Forbidden AUTH_ACCESS_DENIED': async () =>
    withKey((await service.newKey({ allowedEndpoints: ['coats.genes'] })).secret),
  'NotFound NOT_FOUND': () => post('/coats/results', { base: BAY }),
  'MethodNotAllowed METHOD_NOT_ALLOWED': () => bodyOf(service, 'GET', RESULT),
  'IdempotencyConflict IDEMPOTENCY_CONFLICT': () => refused([batch(0, 'one'), batch(0, 'one')]),
  'IdempotencyMismatch IDEMPOTENCY_MISMATCH': async () => {
    await refused([batch(0, 'two')])
    return batch(1, 'two')
  },
  'PayloadTooLarge PAYLOAD_TOO_LARGE': () => post(RESULT, { base: BAY, note: 'x'.repeat(20_000) }),
  'UnsupportedMediaType UNSUPPORTED_MEDIA_TYPE': () => post(RESULT, 'bay', { 'Content-Type': 'text/plain' }),
  'TooManyRequests RATE_LIMIT_EXCEEDED': () =>
    untilRefused(() => bodyOf(small, 'POST', RESULT, { body: { base: BAY } })),
  'TooManyFreeCalls RATE_LIMIT_EXCEEDED': () =>
    untilRefused(() => bodyOf(service, 'GET', '/coats/genes?lang=en')),
  'InternalError INTERNAL_ERROR': async () => {
    const broken = await startService(t, {
      reads: {
        'coats.result': () => () => {
          throw new Error('a defect')
        },
      },
    })
    return bodyOf(broken, 'POST', RESULT, { body: { base: BAY } })
  },
  'Unavailable SERVICE_UNAVAILABLE': async () => {
    const away = await startService(t, {
      store: (memory) => ({
        ...memory,
        keys: {
          ...memory.keys,
          findByDigest: () => {
            throw new StoreUnavailable('the store cannot be reached')
          },
        },
      }),
    })
    return bodyOf(away, 'POST', RESULT, { body: { base: BAY } })
  },
}

interface Documented {
  readonly response: string
  readonly code: string
  readonly example: Json
}

function documented(): readonly Documented[] {
  const responses = Object.keys(at(document, '/components/responses') as Json)
  return responses.flatMap((response) => {
    const examples = at(document, `/components/responses/${response}/content/application~1json/examples`) as
      Readonly<Record<string, Json>> | undefined
    return Object.entries(examples ?? {}).map(([code, example]) => ({ response, code, example }))
  })
}

t.test('every error code has an example that says what it means and what to do', (t) => {
  const lacking = documented().filter(
    ({ example }) => !(typeof example['summary'] === 'string' && typeof example['description'] === 'string'),
  )
  t.same(lacking, [])
  const codes = new Set(documented().map(({ code }) => code))
  t.same([...codes].sort(), Object.keys(ERROR_STATUS).sort())
  t.end()
})

t.test('the example of every error code is the body that the service answers', async (t) => {
  const wrong: unknown[] = []
  for (const { response, code, example } of documented()) {
    const provoke = PROVOKED[`${response} ${code}`]
    const body = provoke === undefined ? 'nothing provokes it here' : await provoke()
    if (!isDeepStrictEqual(body, example['value']))
      wrong.push({ code, documented: example['value'], answered: body })
  }
  t.same(wrong, [])
})
