/**
 * The operator's port: alive, ready, measured; and the limits of the public one.
 */
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { Metrics } from '../../src/service/admin/metrics.js'
import { createAdminServer, type Readiness } from '../../src/service/admin/admin-server.js'
import { createHttpServer } from '../../src/service/http/server.js'

t.test('alive whatever is not ready, ready when told so, measured by route and status', async (t) => {
  const metrics = new Metrics(['swapped', 'refused'])
  const state: { now: Readiness } = { now: { ready: false, details: { store: 'memory' } } }
  const server = createAdminServer(metrics, () => state.now)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  t.equal((await fetch(`${url}/healthz`)).status, 200)
  const notYet = await fetch(`${url}/readyz`)
  t.equal(notYet.status, 503)
  t.match(await notYet.json(), { ready: false, store: 'memory' })
  state.now = { ready: true, details: { store: 'memory' } }
  t.equal((await fetch(`${url}/readyz`)).status, 200)

  metrics.serves('0.9.0+ba9876543210')
  metrics.serves('1.0.0+0123456789ab')
  metrics.reloaded('refused')
  metrics.observe('/coats/result', 200, 0.002)
  metrics.observe('/coats/result', 400, 0.001)
  const text = await (await fetch(`${url}/metrics`)).text()
  t.match(text, 'robe_requests_total{path="/coats/result",status="200"} 1')
  t.match(text, 'robe_requests_total{path="/coats/result",status="400"} 1')
  t.match(text, 'robe_ruleset_info{version="1.0.0+0123456789ab"} 1')
  t.notMatch(text, '0.9.0', 'one rule set answers')
  t.match(text, 'robe_rules_reloads_total{outcome="swapped"} 0')
  t.match(text, 'robe_rules_reloads_total{outcome="refused"} 1')
  t.match(text, 'robe_rules_refused 1')

  t.equal((await fetch(`${url}/coats/result`)).status, 404)
  t.equal((await fetch(`${url}/healthz`, { method: 'POST' })).status, 405)
})

t.test('the public port waits for nobody', (t) => {
  const server = createHttpServer(() => {})
  t.equal(server.headersTimeout, 10_000)
  t.equal(server.requestTimeout, 15_000)
  t.equal(server.maxHeadersCount, 0, 'app.ts refuses what is too much, and drops nothing')
  t.end()
})
