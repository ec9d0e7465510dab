/**
 * Answers that a client cannot bring about at will: limits and faults of ours. Each keeps the contract, at every
 * operation that declares it.
 */
import t from 'tap'
import type { OffspringListing, OffspringQuestion } from '../../src/operations/generate-child/offspring.js'
import type { Coats } from '../../src/operations/coats.js'
import { ContractError } from '../../src/operations/contract-error.js'
import { BAY, shippedCoats, startService, type Service } from '../http/service.js'
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
  const broken: Record<string, (coats: Coats) => Coats> = {
    'a rule that throws': (coats) => ({ ...coats, result: fault, offspringAsked: fault, genes: fault }),
    'an answer with a field too many': (coats) => ({
      ...coats,
      result: (...asked) => withMore(coats.result(...asked)),
      offspringAsked: (...asked) => around(coats.offspringAsked(...asked), withMore),
      genes: (...asked) => withMore(coats.genes(...asked)),
    }),
    'an answer with a field too few': (coats) => ({
      ...coats,
      result: () => ({ body: {} as never, language: 'en' }),
      offspringAsked: (...asked) => around(coats.offspringAsked(...asked), () => ({ body: {} as never })),
      genes: () => ({ body: {} as never, language: 'en' }),
    }),
    'an answer that JSON cannot hold': (coats) => ({
      ...coats,
      result: (...asked) => circular(coats.result(...asked)),
      offspringAsked: (...asked) => around(coats.offspringAsked(...asked), circular),
      genes: (...asked) => circular(coats.genes(...asked)),
    }),
  }
  let present: Coats | undefined
  const service = await startService(t, {
    coats: (coats) => ({
      ...coats,
      result: (...asked) => (present ?? coats).result(...asked),
      offspringAsked: (...asked) => (present ?? coats).offspringAsked(...asked),
      genes: (...asked) => (present ?? coats).genes(...asked),
    }),
  })
  const shipped = await shippedCoats()
  for (const [title, breaking] of Object.entries(broken)) {
    present = breaking(shipped)
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

/** A question whose answer has something else around its rows. */
function around(
  question: OffspringQuestion,
  spoil: <Body extends object>(answer: { readonly body: Body }) => { readonly body: Body },
): OffspringQuestion {
  const list = (): OffspringListing => {
    const listing = question.list()
    return { ...listing, envelope: spoil({ body: listing.envelope }).body }
  }
  return { ...question, list }
}

/** An answer with a field that no contract declares. */
function withMore<Answer extends { readonly body: object }>(answer: Answer): Answer {
  return { ...answer, body: { ...answer.body, more: 1 } }
}

/** An answer whose first field is the answer itself. */
function circular<Answer extends { readonly body: object }>(answer: Answer): Answer {
  const body: Record<string, unknown> = { ...answer.body }
  const [first = ''] = Object.keys(body)
  body[first] = body
  return { ...answer, body }
}

t.test('a refusal that no operation declares becomes a fault of ours', async (t) => {
  const service = await startService(t, {
    coats: (coats) => ({
      ...coats,
      genes: () => {
        throw new ContractError('PAYLOAD_TOO_LARGE', 'a catalogue is never too large')
      },
    }),
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
    coats: (coats) => ({
      ...coats,
      result: () => {
        throw new ContractError('SERVICE_UNAVAILABLE', 'not now')
      },
    }),
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
