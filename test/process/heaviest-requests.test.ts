/**
 * The heaviest legal requests that a search found (test/fixtures/heaviest-requests.json, `npm run torture:heaviest`),
 * asked of a real server. Leaves to others: how long they take (bench P17).
 */
import { Agent } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { worstCross } from '../../bench/http/questions.js'
import type { Ask } from '../../bench/http/wire.js'
import { call, type Called } from '../torture/call.js'
import { everythingHeterozygous, readHeaviest } from '../torture/heaviest.js'
import { HORSE } from './horse.js'
import { freePort } from './ports.js'
import { startRobe, storeWithKey } from './robe.js'

const MAX_RESULTS = 50_000
const TRIES = 3

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

t.ok(requests.length > 0, 'the search has been run')

t.test('each is answered, or refused as too large with what it would cost and the ways out', async (t) => {
  for (const [i, each] of [...known, ...requests].entries()) {
    const { status, text = '' } = await ask(each)
    if (status === 200) continue
    t.equal(status, 400, `request ${i}`)
    const { code, details } = JSON.parse(text) as {
      readonly code: string
      readonly details: { readonly value: number; readonly expected: readonly string[] }
    }
    t.equal(code, 'RESULT_TOO_LARGE', `request ${i}`)
    t.ok(details.value > MAX_RESULTS, `${details.value} is more than one answer may hold`)
    t.match(details.expected.join(), /limit|group_by|recombination_band/)
  }
})

t.test('the worst cross of the listed genes is never refused', async (t) => {
  for (const more of [{}, { group_by: 'coat' }, { recombination_band: 'true' }])
    t.equal((await ask(worstCross(more))).status, 200, JSON.stringify(more))
})

t.test('while one is computed, health and a single coat are answered', async (t) => {
  const coat = new URLSearchParams({ base: JSON.stringify((JSON.parse(HORSE) as { base: object }).base) })
  const heavy = [
    ...known,
    ...requests.filter(({ worst, cpu }) => worst !== 'refused' && cpu >= worstListedCross),
  ]
  for (const [i, each] of heavy.entries()) {
    let first = ''
    // On a busy machine the short ones may be over before anybody else had a turn, but not each time.
    for (let tried = 0; tried < TRIES && first !== 'the others'; tried++) {
      first = ''
      const heavyAnswer = ask(each).then((called) => {
        first ||= 'the heavy one'
        return called
      })
      const health = await call({ agent, port: opsPort, path: '/healthz' })
      const single = await ask({ path: '/coats/result', body: coat.toString() })
      first ||= 'the others'
      t.same([health.status, single.status], [200, 200])
      // A refusal is quick, and that is as good.
      if ((await heavyAnswer).status === 400) first = 'the others'
    }
    t.equal(first, 'the others', `request ${i}: ${each.body.length} bytes`)
  }
})
