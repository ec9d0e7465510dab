/**
 * Clients that cost a server more than they pay for: they ask for what is free, or do not read what they asked for.
 * Guarantees under each attack: another key's single coats have a p99 of at most 50 ms, `/healthz` answers within 50 ms
 * (both the median of three runs, judged by `npm run attacks`), and no more than 400 MB are resident, 500 MB
 * under a thousand large crosses.
 */
import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { worstCross } from '../support/questions.js'
import { call } from '../torture/call.js'
import { startWatched } from '../torture/watched-server.js'
import { judgeLatency } from './latency.js'
import { attackThrice, openUnread, type Attacked, type Noticed } from './attack-run.js'

const MAX_MS = 50
const MAX_RESIDENT_MB = 400
/** The target is 400. A fast machine begins 250 crosses in the second after which the first ones count as blocked. */
const MAX_RESIDENT_MB_OF_CROSSES = 500
/** How long it takes an attacker to open its connections. */
const SECONDS = 4

function judge(t: Test, noticed: Noticed, maxResidentMB = MAX_RESIDENT_MB): void {
  judgeLatency(t, noticed.p99 <= MAX_MS, `p99 of another key: ${noticed.p99.toFixed(1)} ms`)
  judgeLatency(t, noticed.healthLongest <= MAX_MS, `/healthz: ${noticed.healthLongest.toFixed(1)} ms`)
  t.ok(noticed.residentMB <= maxResidentMB, `${noticed.residentMB.toFixed(0)} MB resident`)
  t.equal(noticed.notOk + noticed.healthNotOk, 0, 'every other call is answered')
}

t.setTimeout(300_000)

t.test(
  'one key asks for the genes over and over, with a new query each time',
  { timeout: 120_000 },
  async (t) => {
    judge(t, await attackThrice(t, askForGenes))
  },
)

t.test('clients without a key ask for pages and read nothing', { timeout: 120_000 }, async (t) => {
  const bytes = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100)
  judge(t, await attackThrice(t, async ({ port }) => (await openUnread(port, 2_500, bytes, SECONDS)).end))
})

t.test('a key asks for a thousand large crosses and reads none', { timeout: 120_000 }, async (t) => {
  const { path, body } = worstCross()
  judge(
    t,
    await attackThrice(t, async ({ port, key }) => {
      const bytes =
        `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      return (await openUnread(port, 1_000, bytes, SECONDS)).end
    }),
    MAX_RESIDENT_MB_OF_CROSSES,
  )
})

t.test('an answer that is not read for a minute ends its connection', { timeout: 120_000 }, async (t) => {
  const server = await startWatched(t, { STORE: 'memory:' })
  const bytes = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100)
  const before = server.sockets()
  const { end } = await openUnread(server.port, 10, bytes, 0)
  await delay(30_000)
  t.equal(server.sockets(), before + 10, 'not after half a minute')
  await delay(35_000)
  t.equal(server.sockets(), before)
  t.equal(await server.metric('robe_connections_closed_total', /deadline/), 10)
  end()
})

async function askForGenes({ port, key }: Attacked): Promise<() => void> {
  const agent = new Agent({ keepAlive: true })
  let isOver = false
  let asked = 0
  const askOn = async (): Promise<void> => {
    while (!isOver) await call({ agent, port, key, path: `/coats/genes?x=${asked++}` })
  }
  for (let i = 0; i < 32; i++) void askOn()
  return Promise.resolve(() => {
    isOver = true
    agent.destroy()
  })
}
