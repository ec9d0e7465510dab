/**
 * How well memories of finished work pay, as `/metrics` tells it; and that being counted changes nothing of a memo.
 */
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { Metrics } from '../../src/service/admin/metrics.js'
import { createAdminServer } from '../../src/service/admin/admin-server.js'
import { createMemo, memoFigures } from '../../src/common/memo.js'
import { startService } from './service.js'

async function metricsOf(t: Test): Promise<() => Promise<string>> {
  const server = createAdminServer(new Metrics(), () => ({ ready: true, details: {} }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
}

t.test('a coat requested three times counts as one miss and two hits, and one entry', async (t) => {
  const metrics = await metricsOf(t)
  const service = await startService(t)
  const ask = async (): Promise<string> => {
    const base = JSON.stringify({ extension: ['E', 'e'], agouti: ['A', 'a'] })
    const answer = await service.fetch(`${service.url}/coats/result`, {
      method: 'POST',
      headers: { 'X-API-Key': service.key },
      body: new URLSearchParams({ base }),
    })
    t.equal(answer.status, 200)
    return answer.text()
  }
  t.match(await metrics(), 'robe_memo_entries{memo="answers"} 0')
  const first = await ask()
  t.equal(await ask(), first)
  t.equal(await ask(), first)
  for (const _ of ['read twice', 'counted once']) {
    const text = await metrics()
    t.match(text, 'robe_memo_lookups_total{memo="answers",outcome="miss"} 1')
    t.match(text, 'robe_memo_lookups_total{memo="answers",outcome="hit"} 2')
    t.match(text, 'robe_memo_entries{memo="answers"} 1')
    t.ok(Number(/^robe_memo_bytes\{memo="answers"\} (\d+)$/m.exec(text)?.[1]) >= first.length)
  }
})

t.test('memos of one name are told of together, within their bounds', (t) => {
  const figures = () => memoFigures().find(({ name }) => name === 'texts')
  const [one, other] = [1, 2].map(() =>
    createMemo<{ text: string }>(1000, ({ text }) => text.length, 'texts'),
  )
  const make = () => ({ text: 'x'.repeat(100) })
  for (let i = 0; i < 50; i++) one?.take(`${i}`, make)
  other?.take('1', make)
  other?.take('1', make)
  other?.known('2')
  t.strictSame(figures(), { name: 'texts', hits: 1, misses: 52, bytes: 1100, entries: 11 })
  t.end()
})
