/**
 * Limits of open connections: what the system lets a service open, and what the operator lets one address open.
 */
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { connectionsFor } from '../../src/service/http/connections/connection-limit.js'
import { freePort } from './ports.js'
import { startRobe, until } from './robe.js'

const CALLERS = 200
/** More than Node opens at once to load a program. */
const FILES = 128

t.test('of what the system lets a service open, connections get what others do not need', (t) => {
  t.equal(connectionsFor(1024, 24), 872)
  t.equal(connectionsFor(64, 24), 20, 'of little they get half')
  t.equal(connectionsFor(16, 24), 1)
  t.equal(connectionsFor(Infinity, 24), Infinity)
  t.end()
})

const skip = process.platform === 'linux' ? false : 'the limit is read from /proc'

t.test(
  'more connections than there are files to open are refused, told once, and let in again',
  { skip },
  async (t) => {
    const opsPort = await freePort(t)
    const settings = {
      STORE: `sqlite:${join(t.testdir(), 'robe.db')}`,
      OPS_PORT: String(opsPort),
      LOG_LEVEL: 'warn',
    }
    const robe = await startRobe(t, settings, FILES)
    const { port } = new URL(robe.url)
    const metric = async (name: string): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
      return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
    }
    const most = await metric('robe_connections_limit')
    t.ok(most >= 10 && most < FILES, `${most} connections`)

    const inside = new Set<Socket>()
    t.teardown(() => inside.forEach((socket) => socket.destroy()))
    for (let i = 0; i < CALLERS; i++) {
      const socket = connect(Number(port), '127.0.0.1')
      inside.add(socket)
      socket.on('error', () => undefined).resume()
      socket.once('close', () => inside.delete(socket))
    }
    await until('the others are refused', () => inside.size === most)
    t.equal(await metric('robe_connections_refused_total'), CALLERS - most)
    t.equal(await metric('robe_connections'), most)

    const [first] = inside
    const status = await new Promise((resolve, reject) => {
      request(`${robe.url}/openapi.json`, { createConnection: () => first }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      })
        .once('error', reject)
        .end()
    })
    t.equal(status, 200, 'who is inside is served')

    for (const socket of inside) socket.destroy()
    const isServed = (): Promise<boolean> =>
      fetch(`${robe.url}/openapi.json`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until('others are let in again', isServed)
    const { code, out, err } = await robe.stop()
    t.same([code, err], [0, ''])
    const told = out.split('\n').filter((line) => line.startsWith('{"level":40'))
    t.equal(told.length, 1)
    t.match(JSON.parse(told[0] ?? ''), { msg: new RegExp(`^${most} connections are open, `) })
  },
)

t.test(
  'MAX_CONNECTIONS_PER_ADDRESS closes what one address opens beyond it, unless it is a proxy’s',
  async (t) => {
    const MAX = 3
    for (const [trusted, expected] of [
      ['', MAX],
      ['127.0.0.1', 10],
    ] as const) {
      const opsPort = await freePort(t)
      const robe = await startRobe(t, {
        MAX_CONNECTIONS_PER_ADDRESS: String(MAX),
        TRUSTED_PROXIES: trusted,
        OPS_PORT: String(opsPort),
      })
      const { port } = new URL(robe.url)
      const open = new Set<Socket>()
      const openOne = (localAddress: string): Promise<void> =>
        new Promise((resolve) => {
          const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
          open.add(socket)
          socket.on('error', () => undefined).once('close', () => (open.delete(socket), resolve()))
          socket.once('data', () => resolve())
          socket.write('GET /docs HTTP/1.1\r\nHost: x\r\n\r\n')
        })
      for (let i = 0; i < 10; i++) await openOne('127.0.0.1')
      t.equal(open.size, expected)
      const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
      t.match(metrics, `robe_connections_closed_total{reason="address"} ${10 - expected}\n`)
      await openOne('127.0.0.2')
      t.equal(open.size, expected + 1, 'another address is let in')
      const [first] = open
      first?.destroy()
      await until('a closed connection makes room', async () => {
        if (open.size <= expected) await openOne('127.0.0.1')
        return open.size > expected
      })
      for (const socket of open) socket.destroy()
      await robe.stop()
    }
  },
)
