/**
 * A start, as clients meet it that do not wait for it.
 */
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { freePort } from './ports.js'
import { startRobe } from './robe.js'

t.test('who comes before the store is open waits and is answered', async (t) => {
  // A Redis that says nothing, so that opening the store takes its time.
  const silent = createServer((socket) => socket.on('error', () => undefined).resume())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  t.teardown(() => silent.close())
  const store = `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const port = await freePort(t)
  let isUp = false
  const started = startRobe(t, { PORT: String(port), STORE: store }).finally(() => (isUp = true))
  const statuses = new Set<number>()
  while (!isUp || statuses.size === 0) {
    const response = await fetch(`http://127.0.0.1:${port}/openapi.json`).catch(() => undefined)
    if (response !== undefined) statuses.add(response.status)
    await response?.arrayBuffer()
    // To be refused without end would take the processor from the one that starts.
    await delay(5)
  }
  await started
  t.same(statuses, new Set([200]))
})
