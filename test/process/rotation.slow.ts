/**
 * Rotation while the key is in use, over real HTTP, by the command line beside a running server.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { openStore } from '../../src/stores/open.js'
import { jsonOf, keys } from '../commands/run.js'
import { HORSE } from './horse.js'
import { startRobe, storeWithKey } from './robe.js'

const OVERLAP_MS = 3_000
/** A secret that has ended may be taken so long after its end. */
const LATE_MS = 1_000
const PER_SECOND = 50

interface Call {
  readonly secret: string
  readonly sent: number
  readonly answered: number
  readonly status: number
  readonly remaining: number
}

t.test('no call is refused in the overlap, the old secret ends, and the counter goes on', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  const old = await storeWithKey(`sqlite:${path}`, 'premium')
  const robe = await startRobe(t, { STORE: `sqlite:${path}` })
  const calls: Call[] = []
  const ask = async (secret: string): Promise<void> => {
    const sent = Date.now()
    const response = await fetch(`${robe.url}/coats/result`, {
      method: 'POST',
      headers: { 'X-API-Key': secret, 'Content-Type': 'application/json' },
      body: HORSE,
    })
    await response.arrayBuffer()
    const remaining = Number(response.headers.get('x-ratelimit-remaining') ?? NaN)
    calls.push({ secret, sent, answered: Date.now(), status: response.status, remaining })
  }
  let stopped = false
  const keepAsking = async (secret: string): Promise<void> => {
    const asked: Promise<void>[] = []
    while (!stopped) {
      asked.push(ask(secret))
      await delay(1_000 / PER_SECOND)
    }
    await Promise.all(asked)
  }

  const clients = [keepAsking(old)]
  await delay(500)
  const before = Date.now()
  const rotated = jsonOf(await keys(path, 'rotate', '1', '--overlap', '3s', '--json'))
  const fresh = String(rotated['key'])
  clients.push(keepAsking(fresh))
  const [{ accepted_until }] = (rotated['secrets'] as { accepted_until: string }[]).slice(1) as [
    { accepted_until: string },
  ]
  // The command shows whole seconds; the end itself is in the store.
  t.ok(Math.abs(Date.parse(`${accepted_until.replace(' ', 'T')}Z`) - before - OVERLAP_MS) < 2_000)
  const store = await openStore(`sqlite:${path}`, { purpose: 'command' })
  const end = (await store.keys.get(1))?.secrets[1]?.expiresAt ?? NaN
  await delay(end - Date.now() + LATE_MS + 1_000)
  stopped = true
  await Promise.all(clients)

  const of = (secret: string): readonly Call[] => calls.filter((call) => call.secret === secret)
  const inOverlap = of(old).filter((call) => call.answered < end)
  t.ok(inOverlap.length > (PER_SECOND * OVERLAP_MS) / 1_000 / 4, `${inOverlap.length} calls with the old one`)
  t.same(
    inOverlap.filter(({ status }) => status !== 200),
    [],
    'the old secret in the overlap',
  )
  const later = of(old).filter((call) => call.sent > end + LATE_MS)
  t.ok(later.length > PER_SECOND / 4, `${later.length} calls with it after its end`)
  t.same(
    later.filter(({ status }) => status !== 401),
    [],
    'the old secret after its end',
  )
  t.ok(of(fresh).length > (PER_SECOND * OVERLAP_MS) / 1_000 / 4, `${of(fresh).length} calls with the new one`)
  t.same(
    of(fresh).filter(({ status }) => status !== 200),
    [],
    'the new secret, from its first call on',
  )

  const admitted = calls.filter(({ status }) => status === 200)
  t.equal(new Set(admitted.map(({ remaining }) => remaining)).size, admitted.length, 'one counter for both')
  t.equal((await robe.stop()).code, 0)
  t.equal((await store.counters.usage(1)).month, admitted.length)
  await store.close()
})
