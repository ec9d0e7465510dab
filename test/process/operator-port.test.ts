/**
 * The operator's port: what it tells, and when a server goes without it.
 */
import t from 'tap'
import { freePort, take } from './ports.js'
import { startRobe } from './robe.js'

t.test('health, readiness and metrics stand on the port asked for, without a key', async (t) => {
  const port = await freePort(t)
  const robe = await startRobe(t, { OPS_PORT: String(port) })
  const ops = `http://127.0.0.1:${port}`
  const health = await fetch(`${ops}/healthz`)
  t.same([health.status, await health.text()], [200, 'ok\n'])
  const readiness = await fetch(`${ops}/readyz`)
  t.equal(readiness.status, 200)
  t.match(await readiness.json(), {
    ready: true,
    store: 'memory',
    rules: { serving: /^\d+\.\d+\.\d+\+[0-9a-f]{12}$/, refused: null },
  })

  await fetch(`${robe.url}/coats/genes`)
  await fetch(`${robe.url}/made/up`)
  const metrics = await (await fetch(`${ops}/metrics`)).text()
  t.match(metrics, /^robe_requests_total\{path="\/coats\/genes",status="401"\} 1$/m)
  t.match(metrics, /^robe_requests_total\{path="-",status="404"\} 1$/m)
  t.notMatch(metrics, /made/, 'no path that a client made up becomes a label')
  t.match(metrics, /^robe_request_seconds_bucket\{le="30",path="\/coats\/genes"\} 1$/m, 'of each operation')
  t.match(metrics, /^robe_connections \d+$/m)
  t.match(metrics, /^robe_connections_limit (\d+|\+Inf)$/m)

  t.equal((await fetch(`${ops}/coats/genes`)).status, 404)
  t.equal((await fetch(`${ops}/healthz`, { method: 'POST' })).status, 405)
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    t.equal((await fetch(`${robe.url}${path}`)).status, 404, `${path} is not public`)
  }
})

/** Whether anybody listens there. */
const answers = (host: string, port: number): Promise<boolean> =>
  fetch(`http://${host}:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

t.test('the operator’s port is on the loopback address, wherever clients are served', async (t) => {
  const port = await freePort(t)
  const robe = await startRobe(t, { HOST: '0.0.0.0', OPS_PORT: String(port) })
  t.equal((await fetch(`http://127.0.0.2:${new URL(robe.url).port}/openapi.json`)).status, 200)
  t.same([await answers('127.0.0.1', port), await answers('127.0.0.2', port)], [true, false])
})

t.test('OPS_HOST moves the operator’s port and nothing else', async (t) => {
  const port = await freePort(t)
  const robe = await startRobe(t, { OPS_HOST: '127.0.0.2', OPS_PORT: String(port) })
  t.equal(new URL(robe.url).hostname, '127.0.0.1')
  t.same([await answers('127.0.0.2', port), await answers('127.0.0.1', port)], [true, false])
})

t.test('the usual port taken costs one warning and nothing else', async (t) => {
  await take(t, 3001)
  const robe = await startRobe(t, { OPS_PORT: '', LOG_LEVEL: 'warn' })
  t.equal((await fetch(`${robe.url}/openapi.json`)).status, 200)
  // What waits to be written is written by the end.
  const lines = (await robe.stop()).out.split('\n').filter((line) => /^\{"level":[4-6]0/.test(line))
  t.equal(lines.length, 1)
  t.match(JSON.parse(lines[0] ?? ''), { level: 40, msg: /OPS_PORT/ })
})
