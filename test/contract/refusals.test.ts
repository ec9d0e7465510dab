/**
 * Answers that a client cannot bring about at will: limits and faults of ours. Each keeps the contract, at every
 * operation that declares it.
 */
import t from 'tap'
import type { Result } from '../../src/operations/operation.js'
import { ClientError } from '../../src/operations/client-error.js'
import { BAY, startService, type Reads, type Service } from '../http/service.js'
import { sendRaw, statuses } from '../http/raw.js'
import { conformanceTo } from './conformance.js'

const HORSE = { base: BAY }
const CROSS = { mother: HORSE, father: HORSE }

/** One good request to each operation. */
const CALLS = [
  { path: '/coats/result', method: 'POST', body: HORSE },
  { path: '/coats/generateChild', method: 'POST', body: CROSS },
  { path: '/coats/genes', method: 'GET', body: undefined },
  { path: '/coats/api-info', method: 'GET', body: undefined },
] as const

type Call = (typeof CALLS)[number]

/** Sends the call; throws when the answer breaks the contract. */
async function ask(service: Service, { path, method, body }: Call, key = service.key): Promise<Response> {
  return conformanceTo(service.contract.document).fetch(`${service.url}${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { readonly code: unknown }).code
}

t.test('keys that may not call are refused by the contract', async (t) => {
  const service = await startService(t)
  const refused = {
    AUTH_KEY_SUSPENDED: await service.newKey({ status: 'suspended' }),
    AUTH_ACCESS_DENIED: await service.newKey({ allowedIps: ['192.0.2.1'] }),
    AUTH_INVALID_KEY: { secret: 'robe_live_nonsense' },
    AUTH_MISSING_KEY: { secret: '' },
  }
  for (const call of CALLS) {
    for (const [code, { secret }] of Object.entries(refused)) {
      const response = await ask(service, call, secret)
      t.equal(response.status, code.endsWith('_KEY') ? 401 : 403, `${call.path} ${code}`)
      t.equal(await codeOf(response), code, `${call.path} ${code}`)
    }
  }
})

t.test('a key without requests left is refused by the contract, and reads about itself still', async (t) => {
  const service = await startService(t, { key: { limits: { hour: 1 } } })
  const told: number[] = []
  for (const call of [CALLS[0], ...CALLS]) told.push((await ask(service, call)).status)
  t.same(told, [200, 429, 429, 200, 200])
})

t.test('a fault of ours is told by the contract, and nothing of its cause', async (t) => {
  const secret = 'ENOENT /srv/robe/node_modules/secret'
  const fault = (): never => {
    throw new Error(secret)
  }
  const broken: Readonly<Record<string, Reads[string]>> = {
    'a rule that throws': () => fault,
    'an answer with a field too many': spoilt((body) => ({ ...body, more: 1 })),
    'an answer with a field too few': spoilt(() => ({})),
    'an answer that JSON cannot hold': spoilt(circular),
  }
  let present: Reads[string] | undefined
  const breaking: Reads[string] =
    (read) =>
    (...asked) =>
      (present?.(read) ?? read)(...asked)
  const service = await startService(t, {
    reads: { 'coats.result': breaking, 'coats.generateChild': breaking, 'coats.genes': breaking },
  })
  for (const [title, spoiling] of Object.entries(broken)) {
    present = spoiling
    for (const call of CALLS.slice(0, 3)) {
      const response = await ask(service, call)
      const text = await response.text()
      t.equal(response.status, 500, `${title}: ${call.path}`)
      t.equal(response.headers.get('x-ratelimit-remaining'), '10000', `${title}: the headers say so too`)
      t.match(JSON.parse(text), { error: 'Internal Server Error', code: 'INTERNAL_ERROR' }, title)
      t.same(Object.keys(JSON.parse(text) as object), ['error', 'message', 'code'], title)
      t.notMatch(text, /ENOENT|node_modules|\/srv|at .*:\d+/, title)
    }
    t.equal((await ask(service, CALLS[3])).status, 200, `${title}: the service lives`)
    const info = (await (await ask(service, CALLS[3])).json()) as { readonly daily_usage: number }
    t.equal(info.daily_usage, 0, `${title}: nothing is charged`)
  }
})

/** Reads as ever, and answers with another body; of a cross, with something else around its rows. */
function spoilt(spoil: (body: object) => object): Reads[string] {
  return (read) =>
    (...asked): Result => {
      const result = read(...asked)
      if (result.kind === 'value') return { ...result, body: spoil(result.body as object) }
      if (result.kind !== 'rows') return result
      const list: typeof result.list = () => {
        const listing = result.list()
        return { ...listing, envelope: spoil(listing.envelope) }
      }
      return { ...result, list }
    }
}

/** An answer whose first field is the answer itself. */
function circular(answer: object): object {
  const body: Record<string, unknown> = { ...answer }
  const [first = ''] = Object.keys(body)
  body[first] = body
  return body
}

t.test('a refusal that no operation declares becomes a fault of ours', async (t) => {
  const service = await startService(t, {
    reads: {
      'coats.genes': () => () => {
        throw new ClientError('PAYLOAD_TOO_LARGE', 'a catalogue is never too large')
      },
    },
  })
  t.equal((await ask(service, CALLS[2])).status, 500)
  t.match(
    service.log.filter(({ level }) => level === 'error'),
    [{ what: { message: /breaks the contract/ } }],
  )
})

t.test('a store that fails is told by the contract', async (t) => {
  const service = await startService(t, {
    store: (memory) => ({
      ...memory,
      counters: {
        ...memory.counters,
        charge: () => Promise.reject(new Error('no space left on device')),
        usage: () => Promise.reject(new Error('no space left on device')),
      },
    }),
  })
  for (const call of CALLS) {
    const response = await ask(service, call)
    t.equal(response.status, 500, call.path)
    t.notMatch(await response.text(), /space|device/, call.path)
  }
})

t.test('a service that cannot answer now says so by the contract', async (t) => {
  const service = await startService(t, {
    reads: {
      'coats.result': () => () => {
        throw new ClientError('SERVICE_UNAVAILABLE', 'not now')
      },
    },
  })
  const response = await ask(service, CALLS[0])
  t.equal(response.status, 503)
  t.match(response.headers.get('retry-after'), /^[1-9]\d*$/)
})

t.test('an expectation nobody knows is ignored: Node’s own 417 is no answer of the contract', async (t) => {
  const service = await startService(t)
  const ask = (head: string): Promise<string> =>
    sendRaw(service.port, `${head} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: the-unknown\r\n\r\n`)
  t.same(statuses(await ask('GET /coats/genes')), [401])
  t.same(statuses(await ask('POST /coats/genes')), [405])
  t.same(statuses(await ask('GET /nowhere')), [404])
})
