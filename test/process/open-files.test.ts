/**
 * A service that may open few files: connections do not take them all.
 */
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { connectionsFor } from '../../src/http/connection-limit.js'
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
    const most = await metric('robe_connections\\{count="most"\\}')
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
    t.equal(await metric('robe_connections\\{count="open"\\}'), most)

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
    const told = out.split('\n').filter((line) => line.startsWith('{'))
    t.equal(told.length, 1)
    t.match(JSON.parse(told[0] ?? ''), { level: 40, msg: new RegExp(`^${most} connections are open, `) })
  },
)
