/**
 * A client that asks again before it has been answered: each answer ends, whatever becomes of the connection.
 */
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t, { type Test } from 'tap'
import type { Counters, Store } from '../../src/access/ports.js'
import { MAX_UNANSWERED } from '../../src/service/http/connections/pipelining.js'
import { createHttpServer, drain, listen } from '../../src/service/http/server.js'
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
  const kept = (): number => collectable.filter((each) => each.deref() !== undefined).length
  // On a busy machine the system closes some sockets a few turns later.
  for (let i = 0; i < 50 && (i < 3 || kept() > 0); i++) {
    await turn()
    collect()
  }
  t.equal(kept(), 0)
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

t.test('of a connection at most sixteen unanswered requests are read, however many it sends', async (t) => {
  const { server, port, begun } = await startWaiting(t)
  t.teardown(() => server.closeAllConnections())
  const socket = await opened(port)
  socket.write(ask('/a').repeat(5000))
  while (begun.length < MAX_UNANSWERED) await turn()
  await delay(50)
  t.equal(begun.length, MAX_UNANSWERED)
  begun[0]?.give()
  while (begun.length < MAX_UNANSWERED + 1) await turn()
  await delay(50)
  t.equal(begun.length, MAX_UNANSWERED + 1, 'one more for each that is answered')
  const calm = sendRaw(port, ask('/calm'))
  while (begun.at(-1)?.path !== '/calm') await turn()
  begun.at(-1)?.give()
  t.same(statuses(await calm), [200], 'other connections are read')
})

/** Answers with the number of the request and what it sent, some at once and some later. */
async function startCounting(t: Test): Promise<number> {
  const server = createHttpServer((request, response) => {
    const number = Number(request.url?.slice(1))
    const answer = async (): Promise<void> => {
      const body = await text(request)
      if (number % 3 === 0) await delay(number % 7)
      // Now and then more than a socket holds, so that Node stops reading by itself.
      response.end(`<${number} ${body.length}>`.padEnd(number % 50 === 0 ? 200_000 : 0))
    }
    void answer()
  })
  const port = await listen(server, 0, '127.0.0.1')
  t.teardown(() => server.closeAllConnections())
  t.teardown(() => drain(server))
  return port
}

t.test(
  'hundreds of pipelined requests are answered in their order, in whatever pieces they come',
  async (t) => {
    const port = await startCounting(t)
    const COUNT = 600
    const bodyOf = (i: number): string => (i % 4 === 0 ? '\r\n\r\n'.repeat(i) : 'x'.repeat((i * 37) % 3000))
    const requests = Array.from({ length: COUNT }, (_, i) => {
      const body = bodyOf(i)
      if (i % 5 === 1) return `GET /${i} HTTP/1.1\r\nHost: x\r\n\r\n`
      const head = `POST /${i} HTTP/1.1\r\nHost: x\r\n`
      if (i % 5 !== 2 || body === '') return `${head}Content-Length: ${body.length}\r\n\r\n${body}`
      return `${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\nX-End: x\r\n\r\n`
    }).join('')
    const expected = Array.from({ length: COUNT }, (_, i) => `<${i} ${i % 5 === 1 ? 0 : bodyOf(i).length}>`)
    for (const pieceLength of [requests.length, 65_536, 1_461, 997]) {
      const socket = await opened(port)
      let heard = ''
      socket.setEncoding('latin1').on('data', (data: string) => (heard += data))
      for (let at = 0; at < requests.length; at += pieceLength) {
        socket.write(requests.slice(at, at + pieceLength))
        if (pieceLength < 10_000) await turn()
      }
      while (!heard.includes(expected.at(-1) ?? '') && !socket.destroyed) await delay(5)
      t.same(heard.match(/<\d+ \d+>/g), expected, `pieces of ${pieceLength} bytes`)
      socket.destroy()
    }
  },
)

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
