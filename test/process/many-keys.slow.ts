/**
 * Key commands beside a server with 30 000 keys: how long calls wait for them.
 */
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { judgeLatency } from './latency.js'
import { createKey } from '../../src/access/keys/issue.js'
import { systemClock } from '../../src/access/clock.js'
import { windowsAt } from '../../src/access/window.js'
import { openStore } from '../../src/stores/open.js'
import { newKey } from '../stores/samples.js'
import { startClients } from './clients.js'
import { HORSE } from './horse.js'
import { runRobe, startRobe } from './robe.js'

const KEYS = 30_000

/** The promise: no call waits longer for a key command than this. */
const MAX_DELAY_MS = 50

/** A server reads changes once a second: its reading belongs to the command. */
const SETTLED_MS = 1_500

const RUNS = 3

/** A store of so many keys that were all used today, and the secret of one more. */
async function storeOfMany(STORE: string): Promise<string> {
  const now = Date.now()
  const windows = windowsAt(now)
  const keys = Array.from({ length: KEYS }, (_, place) => ({
    ...newKey({ secrets: [{ digest: String(place).padStart(64, '0'), expiresAt: null }] }),
    id: place + 1,
    lastUsedAt: now,
  }))
  const ledger = keys.flatMap(({ id }) =>
    (['day', 'month'] as const).map((window) => ({
      keyId: id,
      window,
      start: windows[window].start,
      count: 1,
    })),
  )
  const store = await openStore(STORE, { purpose: 'command' })
  try {
    await store.keys.import({ keys, ledger }, { event: 'keys.imported', keyId: null, actor: 'test' })
    const request = { name: 'test', plan: 'premium', actor: 'test' } as const
    return (await createKey(store, request, systemClock())).secret
  } finally {
    await store.close()
  }
}

/** The longest that any call took while the command ran and its change was read, in milliseconds. */
async function slowestDuring(t: Test, url: string, secret: string, STORE: string, words: readonly string[]) {
  const init = {
    method: 'POST',
    headers: { 'X-API-Key': secret, 'Content-Type': 'application/json' },
    body: HORSE,
  }
  const judge = ({ status }: { readonly status: number }): string | undefined =>
    status === 200 ? undefined : String(status)
  const stop = startClients([{ url: `${url}/coats/result`, init, judge }], { clients: 4, perSecond: 200 })
  const { code, err } = await runRobe(t, words, { STORE })
  t.equal(code, 0, err)
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
  const { faults, latencies } = await stop()
  t.same(faults, [])
  return latencies.at(-1) ?? 0
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[RUNS >> 1] ?? 0

t.test('with 30 000 keys no call waits more than 50 ms for a key command', async (t) => {
  const STORE = `sqlite:${join(t.testdir(), 'robe.db')}`
  const secret = await storeOfMany(STORE)
  const robe = await startRobe(t, { STORE })
  const measure = (...words: readonly string[]) => slowestDuring(t, robe.url, secret, STORE, words)
  await measure('keys', 'show', '1')
  const set: number[] = []
  const create: number[] = []
  for (let run = 0; run < RUNS; run++) {
    // A command that changes nothing takes as much of the machine.
    const normal = await measure('keys', 'show', '1')
    set.push((await measure('keys', 'set', '1', '--note', String(run))) - normal)
    create.push((await measure('keys', 'create', '--name', String(run), '--plan', 'free')) - normal)
  }
  const shown = (delays: readonly number[]): string => delays.map((ms) => `${ms.toFixed(1)} ms`).join(', ')
  judgeLatency(t, median(set) <= MAX_DELAY_MS, `keys set: ${shown(set)}`)
  judgeLatency(t, median(create) <= MAX_DELAY_MS, `keys create: ${shown(create)}`)
  t.equal((await robe.stop()).code, 0)
})
