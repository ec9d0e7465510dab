/**
 * The heaviest legal requests that a search found (test/fixtures/heaviest-requests.json, `npm run torture:heaviest`),
 * asked of a real server. Leaves to others: how long they take (bench P17).
 */
import { Agent } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { worstCross } from '../support/questions.js'
import type { Ask } from '../support/ask.js'
import { call, type Called } from '../torture/call.js'
import { everythingHeterozygous, readHeaviest } from '../torture/heaviest.js'
import { freePort } from './ports.js'
import { startRobe, storeWithKey } from './robe.js'

const MAX_RESULTS = 50_000
const TRIES = 3
const COAT = new URLSearchParams({
  base: JSON.stringify({ agouti: ['A', 'a'], extension: ['E', 'e'] }),
}).toString()

const { requests, worstListedCross } = readHeaviest()
const known: readonly Ask[] = [everythingHeterozygous(), everythingHeterozygous({ limit: '1' })]

const store = `sqlite:${join(t.testdir(), 'robe.db')}`
const key = await storeWithKey(store, 'premium')
const opsPort = await freePort(t)
const { url } = await startRobe(t, {
  STORE: store,
  OPS_PORT: String(opsPort),
  MAX_RESULTS: String(MAX_RESULTS),
})
const port = Number(new URL(url).port)
const agent = new Agent({ keepAlive: true })
t.teardown(() => agent.destroy())
let asked = 0

/** In other words each time, so that no answer is remembered. */
function ask({ path, body }: Ask): Promise<Called> {
  return call({ agent, port, path, key, form: `${body}&call=${asked++}` })
}

interface Refusal {
  readonly code: string
  readonly details: { readonly value: number; readonly expected: readonly string[] }
}

interface Beside extends Called {
  /** Others that asked a moment later were answered before. */
  readonly letsOthers: boolean
}

async function askBeside(t: Test, heavy: Ask): Promise<Beside> {
  let isOver = false
  const answer = ask(heavy).finally(() => (isOver = true))
  const health = await call({ agent, port: opsPort, path: '/healthz' })
  const single = await ask({ path: '/coats/result', body: COAT })
  const letsOthers = !isOver
  t.same([health.status, single.status], [200, 200])
  return { ...(await answer), letsOthers }
}

t.ok(requests.length > 0, 'the search has been run')

t.test(
  'each is answered while others have their turn, or refused as too large with what it would cost',
  async (t) => {
    for (const [i, each] of [...known, ...requests].entries()) {
      const isHeavy = i < known.length || (requests[i - known.length]?.cpu ?? 0) >= worstListedCross
      let seen = await askBeside(t, each)
      // On a busy machine the short ones may be over before anybody else had a turn, but not each time.
      for (let tried = 1; seen.status === 200 && isHeavy && !seen.letsOthers && tried < TRIES; tried++)
        seen = await askBeside(t, each)
      const { status, text, letsOthers } = seen
      if (status === 200) {
        if (isHeavy) t.ok(letsOthers, `health and a single coat are answered before request ${i}`)
        continue
      }
      t.equal(status, 400, `request ${i}`)
      const { code, details } = JSON.parse(text ?? '') as Refusal
      // The search keeps every charged refusal that is expensive, such as one that suggests names.
      if (code !== 'RESULT_TOO_LARGE') continue
      t.ok(details.value > 0, `${details.value} is what it would cost`)
      t.ok(details.expected.length > 0, 'what would fit')
    }
  },
)

t.test('the worst cross of the listed genes is never refused', async (t) => {
  for (const more of [{}, { group_by: 'coat' }, { recombination_band: 'true' }])
    t.equal((await ask(worstCross(more))).status, 200, JSON.stringify(more))
})
