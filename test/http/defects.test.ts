/**
 * Our own faults: what a client sees of them, what it pays, and what the operator is told.
 */
import t from 'tap'
import { generateKey } from '../../src/access/key.js'
import type { Store } from '../../src/access/ports.js'
import { StoreUnavailable } from '../../src/access/ports.js'
import { TaggedDocument } from '../../src/service/http/cache/tagged-document.js'
import { BAY, form, get, post, startService, type Reads, type Service, type Told } from './service.js'

const PATH = '/coats/result'
const GOOD = form({ base: BAY })
const INTERNAL = {
  error: 'Internal Server Error',
  message: 'The request could not be answered because of a fault of the service',
  code: 'INTERNAL_ERROR',
}

const errors = (service: Service) => service.log.filter(({ level }) => level === 'error')

const throwing = (): never => {
  throw new TypeError('SECRET_DETAIL at /srv/robe/src/x.ts')
}

/** Reads as ever, and answers with another body. */
const spoilt =
  (spoil: (body: Readonly<Record<string, unknown>>) => object): Reads[string] =>
  (read) =>
  (...asked) => {
    const result = read(...asked)
    if (result.kind !== 'value') return result
    return { ...result, body: spoil(result.body as Readonly<Record<string, unknown>>) }
  }

/** One place after another that may break, each with a question that passes it. */
const SEAMS: Readonly<
  Record<
    string,
    {
      reads?: Reads
      store?: (store: Store) => Store
      ask: (service: Service) => Promise<Told>
    }
  >
> = {
  'the rules throw': {
    reads: { 'coats.result': () => throwing },
    ask: (service) => post(service, PATH, GOOD),
  },
  'the rules throw in a cross': {
    reads: { 'coats.generateChild': () => throwing },
    ask: (service) => post(service, '/coats/generateChild', ''),
  },
  'the catalogue throws': {
    reads: { 'coats.genes': () => throwing },
    ask: (service) => get(service, '/coats/genes'),
  },
  'an answer lacks a field': {
    reads: { 'coats.result': spoilt(({ translate: _, ...rest }) => rest) },
    ask: (service) => post(service, PATH, GOOD),
  },
  'an answer has a field too many': {
    reads: { 'coats.result': spoilt((body) => ({ ...body, SECRET_DETAIL: 1 })) },
    ask: (service) => post(service, PATH, GOOD),
  },
  'an answer names an allele the contract does not': {
    reads: {
      'coats.result': spoilt((body) => ({
        ...body,
        base: { ...(body['base'] as object), agouti: ['A', 'SECRET_DETAIL'] },
      })),
    },
    ask: (service) => post(service, PATH, GOOD),
  },
  'a percentage is no number': {
    reads: {
      'coats.generateChild':
        (read) =>
        (...asked) => {
          const cross = read(...asked)
          if (cross.kind !== 'rows') return cross
          const list: typeof cross.list = () => {
            const { envelope, rows } = cross.list()
            return { envelope, rows: [...rows].map((row) => ({ ...(row as object), percentage: NaN })) }
          }
          return { ...cross, list }
        },
    },
    ask: (service) =>
      post(service, '/coats/generateChild', form({ mother: { base: BAY }, father: { base: BAY } })),
  },
  'keys cannot be found': {
    store: (store) => ({ ...store, keys: { ...store.keys, findByDigest: throwing } }),
    ask: (service) => post(service, PATH, GOOD),
  },
  'keys cannot be found, later': {
    store: (store) => ({
      ...store,
      keys: { ...store.keys, findByDigest: () => Promise.reject(new Error('SECRET_DETAIL')) },
    }),
    ask: (service) => post(service, PATH, GOOD),
  },
  'a call cannot be charged': {
    store: (store) => ({ ...store, counters: { ...store.counters, charge: throwing } }),
    ask: (service) => post(service, PATH, GOOD),
  },
  'usage cannot be read': {
    store: (store) => ({ ...store, counters: { ...store.counters, usage: throwing } }),
    ask: (service) => get(service, '/coats/api-info'),
  },
  'a key’s use cannot be noted': {
    store: (store) => ({ ...store, counters: { ...store.counters, usage: throwing } }),
    ask: (service) => get(service, '/coats/genes'),
  },
}

t.test('a fault of ours is one bare answer, costs nothing, and is logged', async (t) => {
  for (const [title, { reads, store, ask }] of Object.entries(SEAMS)) {
    const service = await startService(t, { ...(reads && { reads }), ...(store && { store }) })
    const told = await ask(service)
    t.equal(told.status, 500, title)
    t.same(told.body, INTERNAL, title)
    t.match(told.headers.get('content-type'), 'application/json; charset=utf-8', title)
    t.match(told.headers.get('x-request-id'), /^[0-9a-f-]{36}$/, title)
    t.notMatch(
      told.text + JSON.stringify([...told.headers]),
      /SECRET_DETAIL|node_modules|\.ts|TypeError/,
      title,
    )
    t.equal((await service.store.counters.usage(1)).month, 0, `${title}: nothing is charged`)
    t.ok(errors(service).length > 0, `${title}: the operator is told`)
    const { what } = service.log.find(({ level }) => level === 'info') ?? { what: {} }
    t.match(what, { status: 500, charged: 0 }, title)
  }
})

t.test('a fault that cannot be refunded is still answered', async (t) => {
  const service = await startService(t, {
    reads: { 'coats.result': () => throwing },
    store: (store) => ({
      ...store,
      counters: {
        ...store.counters,
        refund: () => Promise.reject(new Error('away')),
      },
    }),
  })
  t.equal((await post(service, PATH, GOOD)).status, 500)
  t.match(errors(service).at(-1), { what: { message: 'a charge could not be taken back' } })
})

t.test(
  'a store that is away gives a 503 to be tried again, uncharged and without a word on the key',
  async (t) => {
    let isAway = false
    const service = await startService(t, {
      store: (store) => ({
        ...store,
        keys: {
          ...store.keys,
          findByDigest(digest) {
            if (isAway) throw new StoreUnavailable('away')
            return store.keys.findByDigest(digest)
          },
        },
      }),
    })
    isAway = true
    for (const key of [service.key, generateKey('live')]) {
      const told = await post(service, PATH, GOOD, { 'X-API-Key': key })
      t.equal(told.status, 503)
      t.same(told.body, {
        error: 'Service Unavailable',
        message: 'The service cannot answer at present',
        code: 'SERVICE_UNAVAILABLE',
      })
      t.equal(told.headers.get('retry-after'), '1')
      t.equal(told.headers.get('x-ratelimit-limit'), null)
    }
    t.same(errors(service), [], 'the store itself tells that it is away, not every request')
    isAway = false
    t.equal((await post(service, PATH, GOOD)).status, 200)
    t.equal((await service.store.counters.usage(1)).month, 1)
  },
)

t.test('after a fault the next question is answered', async (t) => {
  let calls = 0
  const service = await startService(t, {
    reads: {
      'coats.result':
        (read) =>
        (...asked) =>
          ++calls === 1 ? throwing() : read(...asked),
    },
  })
  t.equal((await post(service, PATH, GOOD)).status, 500)
  t.equal((await post(service, PATH, GOOD)).status, 200)
  t.equal((await service.store.counters.usage(1)).day, 1)
})

t.test('a page that cannot be made is a 500, under the id that its lines in the log have', async (t) => {
  const service = await startService(t, { pages: 'shipped' })
  for (const path of ['/', '/docs', '/coats/genes']) {
    const restore = failing(TaggedDocument.prototype)
    const told = await get(service, path, { Accept: 'text/html' })
    t.equal(told.status, 500, path)
    t.same(told.body, INTERNAL, path)
    const requestId = told.headers.get('x-request-id')
    t.match(errors(service).at(-1), { what: { requestId } }, path)
    await new Promise(setImmediate)
    t.match(service.log.findLast(({ level }) => level === 'info')?.what, { requestId, status: 500 }, path)
    restore()
    t.equal((await get(service, path, { Accept: 'text/html' })).status, 200, `${path} afterwards`)
  }
})

/** @returns takes it back */
function failing(prototype: { send: unknown }): () => void {
  const own = Object.getOwnPropertyDescriptor(prototype, 'send') ?? {}
  prototype.send = () => Promise.reject(new Error('no memory'))
  return () => void Object.defineProperty(prototype, 'send', own)
}
