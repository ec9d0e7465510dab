/**
 * Connections whose client does not read its answers: which of them are closed, and when.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { Connections, type Connection } from '../../src/service/http/connections/connections.js'
import { createHttpServer, drain, listen } from '../../src/service/http/server.js'
import {
  findStalled,
  MAX_BLOCKED,
  type ClosedBecause,
} from '../../src/service/http/connections/stalled-answers.js'

const CHECKS_A_SECOND = 4
const CHECKS_A_MINUTE = 60 * CHECKS_A_SECOND

interface Standing {
  writableLength: number
  bytesWritten: number
  _handle: { writeQueueSize: number }
}

/** A connection on which so many bytes wait to leave, and the socket's own figures, to be changed. */
function blockedConnection(connections: Connections, waiting = 100) {
  const socket: Standing = {
    writableLength: waiting,
    bytesWritten: 1_000,
    _handle: { writeQueueSize: waiting },
  }
  const connection: Connection = {
    socket: socket as unknown as Socket,
    pending: [],
    wasAnswered: false,
    readOn: () => undefined,
    unsent: undefined,
    place: undefined,
  }
  connections.opened(connection)
  return { socket, connection }
}

/** @returns what was closed, by connection, as a server would */
function check(connections: Connections, times: number): ReadonlyMap<Connection, ClosedBecause> {
  const closed = new Map<Connection, ClosedBecause>()
  for (let i = 0; i < times; i++) {
    for (const [connection, why] of findStalled(connections)) {
      closed.set(connection, why)
      connections.closed(connection)
    }
  }
  return closed
}

t.test('an answer of which nothing leaves for a minute ends its connection', (t) => {
  const connections = new Connections()
  const { connection } = blockedConnection(connections)
  t.equal(check(connections, CHECKS_A_MINUTE).size, 0)
  t.same([...check(connections, 1)], [[connection, 'deadline']])
  t.end()
})

t.test('a reader that takes a little of one large write every half minute keeps its connection', (t) => {
  const connections = new Connections()
  const { socket } = blockedConnection(connections, 1_000_000)
  for (let i = 0; i < 20; i++) {
    t.equal(check(connections, CHECKS_A_MINUTE / 2).size, 0)
    socket._handle.writeQueueSize -= 1_000
  }
  t.end()
})

t.test('another answer that is written behind one that is stuck is no progress', (t) => {
  const connections = new Connections()
  const { socket, connection } = blockedConnection(connections)
  check(connections, CHECKS_A_MINUTE / 2)
  socket.writableLength += 500
  socket.bytesWritten += 500
  t.same([...check(connections, CHECKS_A_MINUTE / 2 + 1)], [[connection, 'deadline']])
  t.end()
})

t.test('a connection that is pending nothing is never closed, and begins anew with its next answer', (t) => {
  const connections = new Connections()
  const { socket, connection } = blockedConnection(connections)
  check(connections, CHECKS_A_MINUTE - 1)
  socket.writableLength = 0
  t.equal(check(connections, 2 * CHECKS_A_MINUTE).size, 0)
  socket.writableLength = 100
  t.equal(check(connections, CHECKS_A_MINUTE).size, 0)
  t.same([...check(connections, 1)], [[connection, 'deadline']])
  t.end()
})

t.test('beyond 64 answers blocked for a second the one idle longest is closed', (t) => {
  const connections = new Connections()
  const first = blockedConnection(connections)
  check(connections, 1)
  const others = Array.from({ length: MAX_BLOCKED - 1 }, () => blockedConnection(connections))
  t.equal(check(connections, 2 * CHECKS_A_SECOND).size, 0, '64 of them may be')
  const last = blockedConnection(connections)
  t.equal(
    check(connections, CHECKS_A_SECOND).size,
    0,
    'one that is blocked for less than a second is not counted',
  )
  t.same([...check(connections, 1)], [[first.connection, 'blocked']])
  t.ok(
    last.connection.place !== undefined && others.every(({ connection }) => connection.place !== undefined),
  )
  t.end()
})

t.test('a client that has gone on reading before is closed after those that never have', (t) => {
  const connections = new Connections()
  const reader = blockedConnection(connections)
  check(connections, 2 * CHECKS_A_SECOND)
  reader.socket._handle.writeQueueSize -= 50
  check(connections, 3 * CHECKS_A_SECOND)
  Array.from({ length: 2 * MAX_BLOCKED }, () => blockedConnection(connections))
  const closed = check(connections, 2 * CHECKS_A_SECOND)
  t.equal(closed.size, MAX_BLOCKED + 1)
  t.notOk(closed.has(reader.connection))
  t.end()
})

const LARGE = Buffer.alloc(30_000_000, 'x')

async function startLarge(t: Test) {
  const closed: ClosedBecause[] = []
  const server = createHttpServer((_request, response) => void response.end(LARGE), {
    onClosed: (why) => closed.push(why),
    checkMs: 25,
  })
  const port = await listen(server, 0, '127.0.0.1')
  t.teardown(() => server.closeAllConnections())
  t.teardown(() => drain(server))
  return { port, closed }
}

async function ask(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'connect')
  return socket
}

t.test('a slow but steady reader among a hundred that do not read gets all of its answer', async (t) => {
  const { port, closed } = await startLarge(t)
  const reader = await ask(port)
  let heard = 0
  const read = async (): Promise<void> => {
    while (heard < LARGE.length && !reader.destroyed) {
      heard += (reader.read() as Buffer | null)?.length ?? 0
      await delay(2)
    }
  }
  const isRead = read()
  const unread: Socket[] = []
  while (unread.length < 100) unread.push(await ask(port))
  await isRead
  t.ok(heard > LARGE.length, `${heard} bytes`)
  while (closed.length < 100 - MAX_BLOCKED) await delay(10)
  t.same(new Set(closed), new Set(['blocked']))
  reader.destroy()
  unread.forEach((socket) => socket.destroy())
})
