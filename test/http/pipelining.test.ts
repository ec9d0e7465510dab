/**
 * A client that asks again before it has been answered: each answer ends, whatever becomes of the connection.
 */
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t, { type Test } from 'tap'
import type { Counters, Store } from '../../src/access/ports.js'
import { createHttpServer, drain, listen } from '../../src/http/server.js'
import { sendRaw, statuses } from './raw.js'
import { BAY, form, startService } from './service.js'

const ask = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A server whose answers wait until they are told to be given. */
async function startWaiting(t: Test) {
  const begun: { readonly path: string; readonly give: () => void }[] = []
  let ended = 0
  const collectable: WeakRef<ServerResponse>[] = []
  const server = createHttpServer((request, response) => {
    collectable.push(new WeakRef(response))
    response.on('close', () => (ended += 1))
    const path = request.url ?? ''
    begun.push({ path, give: () => void (response.destroyed || response.end(path)) })
  })
  const port = await listen(server, 0, '127.0.0.1')
  t.teardown(() => server.closeAllConnections())
  t.teardown(() => drain(server))
  return { server, port, begun, ended: () => ended, collectable }
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.on('error', () => {})
  })
}

t.test('of a connection that is lost every answer ends, and none is kept', async (t) => {
  const { port, begun, ended, collectable } = await startWaiting(t)
  for (let i = 0; i < 20; i++) {
    const socket = await opened(port)
    socket.write(ask('/a').repeat(10))
    while (begun.length < (i + 1) * 10) await turn()
    // In the middle of them, so that one has been given and one has the connection.
    begun[i * 10]?.give()
    if (i % 2 === 0) socket.resetAndDestroy()
    else socket.destroy()
  }
  while (ended() < 200) await turn()
  begun.splice(0).forEach(({ give }) => give())
  await turn()
  t.equal(ended(), 200, 'each once')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let i = 0; i < 3; i++) {
    await turn()
    collect()
  }
  t.equal(collectable.filter((each) => each.deref() !== undefined).length, 0)
})

t.test('a stop gives all answers that a connection has asked for, and the last one ends it', async (t) => {
  const { server, port, begun } = await startWaiting(t)
  const heard = sendRaw(port, ask('/1') + ask('/2') + ask('/3'))
  while (begun.length < 3) await turn()
  const stopped = drain(server)
  for (const { give } of begun) give()
  const text = await heard
  t.same(statuses(text), [200, 200, 200])
  t.same(
    text.match(/Connection: [a-z-]+/g),
    ['keep-alive', 'keep-alive', 'close'].map((each) => `Connection: ${each}`),
  )
  await stopped
})

t.test('what is asked during a stop is answered too, unless its connection was said to end', async (t) => {
  const { server, port, begun } = await startWaiting(t)
  const socket = await opened(port)
  let text = ''
  socket.on('data', (data) => (text += data.toString()))
  socket.write(ask('/first'))
  while (begun.length < 1) await turn()
  const stopped = drain(server)
  socket.write(ask('/second'))
  while (begun.length < 2) await turn()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const { give } of begun) give()
  await stopped
  await closed
  t.same(text.match(/Connection: [a-z-]+|\/(first|second)/g), ['/first', 'Connection: close', '/second'])
})

t.test('a connection that asks for too much at a time is closed, and nobody else’s', async (t) => {
  const { port, begun, ended } = await startWaiting(t)
  const calm = sendRaw(port, ask('/calm'))
  while (begun.length < 1) await turn()
  t.same(statuses(await sendRaw(port, ask('/greedy').repeat(2000))), [])
  while (ended() < 100) await turn()
  t.equal(begun.length, 101, 'no more of it has begun')
  begun[0]?.give()
  t.same(statuses(await calm), [200])
})

/** What a charge costs is known only when the client has gone. */
function slowToCharge(memory: Store): Store {
  const charge: Counters['charge'] = async (keyId, limits) => {
    const made = await memory.counters.charge(keyId, limits)
    await delay(30)
    return made
  }
  return { ...memory, counters: { ...memory.counters, charge } }
}

t.test(
  'who goes away before the answers leaves a line for each call, with what it was charged',
  async (t) => {
    const service = await startService(t, { store: slowToCharge })
    const body = form({ base: BAY })
    const call =
      `POST /coats/result HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    for (let i = 0; i < 10; i++) {
      const socket = await opened(service.port)
      socket.write(call.repeat(20))
      for (let turns = 0; turns <= i; turns++) await turn()
      socket.resetAndDestroy()
    }
    // What the kernel still had of it may come for a while.
    let lines: readonly Readonly<Record<string, unknown>>[] = []
    for (let calm = 0, seen = -1; calm < 30; calm = seen === lines.length ? calm + 1 : 0) {
      seen = lines.length
      await delay(5)
      lines = service.log.filter(({ what }) => what['message'] === 'request').map(({ what }) => what)
    }
    const { hour } = await service.store.counters.usage(1)
    t.ok(hour > 0, `${hour} charged`)
    t.equal(lines.filter((line) => line['charged'] === 1).length, hour)
  },
)
