/**
 * Who goes first on a machine whose cores are few. Leaves to others: what that is worth to other keys (bench P18).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { worstCross } from '../support/questions.js'
import { startRobe, storeWithKey } from './robe.js'

const skip = existsSync('/proc/self/task') ? false : 'there are no priorities of threads'

t.test(
  'once a large cross was asked, every thread goes after the event loop, the engine’s too',
  { skip },
  async (t) => {
    const store = `sqlite:${join(t.testdir(), 'robe.db')}`
    const key = await storeWithKey(store, 'premium')
    const { url, pid } = await startRobe(t, { STORE: store })
    const before = nicenessOf(pid)
    const own = before.get(pid) ?? 0
    const { path, body } = worstCross()
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(url + path, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    t.equal(answer.status, 200)
    const after = nicenessOf(pid)
    const others = [...after].filter(([thread]) => thread !== pid && before.has(thread))
    t.ok(others.length > 0)
    t.same(
      others.filter(([, nice]) => nice <= own),
      [],
    )
    t.equal(after.get(pid), own)
  },
)

function nicenessOf(pid: number): ReadonlyMap<number, number> {
  const niceness = (thread: string): number => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    // The second field is a name in brackets, which may hold anything; niceness is the nineteenth.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  }
  return new Map(readdirSync(`/proc/${pid}/task`).map((thread) => [Number(thread), niceness(thread)]))
}
