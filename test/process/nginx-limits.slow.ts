/**
 * What deploy/nginx.conf lets one address have, and what it does with an instance that fails: real nginx before an
 * instance that is only as much of a server as each test needs.
 */
import { once } from 'node:events'
import { Agent, createServer, request, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { PLANS } from '../../src/access/plan.js'
import { createHttpServer } from '../../src/service/http/server.js'
import { directive } from './nginx-directives.js'
import { checkNginx, needsNginx, startNginx } from './nginx.js'

const { skip } = needsNginx()
const CALLS = Number(directive('limit_conn')[1])
const BURST = Number(directive('limit_req')[1]?.replace('burst=', ''))

/** The longest that refusals are waited for: at twice the rate that is allowed, a burst is used up by then. */
const MOST_CALLS = 2 * BURST

/** nginx before one instance, which stands in for all three. */
async function behindNginx(t: Test, answer: RequestListener): Promise<string> {
  const instance = createServer((asked, response) => {
    if (asked.url === '/openapi.json') response.end('{}')
    else answer(asked, response)
  })
  await once(instance.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    instance.closeAllConnections()
    instance.close()
  })
  const host = `127.0.0.1:${(instance.address() as AddressInfo).port}`
  return startNginx(t, [host, host, host])
}

interface Told {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: string
}

/** Asks from an address of this machine's own. */
function ask(url: string, from: string, agent: Agent, method = 'GET'): Promise<Told> {
  return new Promise((resolve, reject) => {
    request(`${url}/coats/result`, { agent, method, localAddress: from }, (response) => {
      text(response).then(
        (body) =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            body,
          }),
        reject,
      )
    })
      .once('error', reject)
      .end(method === 'POST' ? '{}' : undefined)
  })
}

function agentOf(t: Test, maxSockets: number): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets })
  t.teardown(() => agent.destroy())
  return agent
}

const BUSY = {
  status: 503,
  retryAfter: '1',
  body: '{"error":"Service Unavailable","message":"Too many calls at a time come from this address","code":"SERVICE_UNAVAILABLE"}',
}

t.test(
  'nginx takes the shipped file without a warning, also where a process may open 1024 files',
  { skip },
  async (t) => {
    const said = await checkNginx(t, 1024)
    t.match(said, /test is successful\n$/)
    t.notMatch(said, /\[(warn|alert|error|emerg)\]/)
  },
)

t.test(
  'an address with too many calls under way is refused more, while another one is served',
  { skip },
  async (t) => {
    const held: ServerResponse[] = []
    let allAreHeld = (): void => {}
    const full = new Promise<void>((resolve) => (allAreHeld = resolve))
    const url = await behindNginx(t, (asked, response) => {
      if (asked.method !== 'POST') return response.end('{}')
      held.push(response)
      if (held.length === CALLS) allAreHeld()
    })
    const agent = agentOf(t, CALLS + 1)
    const calls = Array.from({ length: CALLS }, () => ask(url, '127.0.0.2', agent, 'POST'))
    await full

    t.same(await ask(url, '127.0.0.2', agent), BUSY)
    t.match(await ask(url, '127.0.0.3', agent), { status: 200 })

    for (const response of held) response.end('{}')
    t.same(new Set((await Promise.all(calls)).map(({ status }) => status)), new Set([200]))
    t.match(await ask(url, '127.0.0.2', agent), { status: 200 }, 'what has ended counts no more')
  },
)

t.test('a burst of calls is served whole; an address that never rests is refused', { skip }, async (t) => {
  const url = await behindNginx(t, (_, response) => response.end('{}'))
  const agent = agentOf(t, 64)
  let asked = 0
  let served = 0
  let refused: Told | undefined
  const askOn = async (): Promise<void> => {
    while (refused === undefined && asked < MOST_CALLS) {
      asked += 1
      const told = await ask(url, '127.0.0.2', agent)
      if (told.status === 200) served += 1
      else refused = told
    }
  }
  await Promise.all(Array.from({ length: 64 }, askOn))
  t.ok(served >= BURST, `${served} calls were served first`)
  t.ok(BURST >= PLANS.premium.hour, 'no key that is within its limit is refused')
  t.same(refused, BUSY)
  t.match(await ask(url, '127.0.0.3', agent), { status: 200 }, 'another address is served')
})

t.test(
  'a POST that an instance has got is not sent again when the instance breaks off',
  { skip },
  async (t) => {
    const methods: (string | undefined)[] = []
    const url = await behindNginx(t, (asked) => {
      methods.push(asked.method)
      asked.resume().once('end', () => asked.socket.destroy())
    })
    const agent = agentOf(t, 1)
    t.match(await ask(url, '127.0.0.2', agent, 'POST'), { status: 503, body: /cannot be reached/ })
    t.same(methods, ['POST'])
  },
)

t.test('nginx and the server agree on how long anything may take', async (t) => {
  const server = createHttpServer(() => undefined)
  const milliseconds = (name: string): number => Number.parseInt(directive(name)[0] ?? '') * 1_000
  t.equal(milliseconds('client_header_timeout'), server.headersTimeout)
  t.equal(milliseconds('client_body_timeout'), server.requestTimeout)
  t.ok(
    milliseconds('upstream keepalive_timeout') < server.keepAliveTimeout,
    'nginx lets an idle connection go first',
  )
  // A minute is what a reader has for an answer (src/service/streaming/send-stream.ts).
  t.ok(milliseconds('proxy_read_timeout') > 60_000, 'an answer is given up by the instance, not by nginx')
})
