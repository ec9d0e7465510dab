/**
 * Many connections that behave badly at once, in a process of their own: they pipeline requests and never read, they
 * read a little now and then, or they ask for free answers with odd headers and queries as fast as they can.
 * Guarantees: bounded in time, connections and requests in flight; the same seed sends the same requests.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Ask } from '../support/ask.js'
import { requestBytes } from '../support/ask.js'
import { below, oneOf, randomOf, type Random } from './fuzz-random.js'
import { oddHeaders } from './fuzz-headers.js'

export interface Crowd {
  readonly port: number
  readonly key: string
  readonly kind: 'unread' | 'half-read' | 'unread crosses' | 'free' | 'odd'
  readonly connections: number
  /** Requests that a connection sends before it waits for an answer. */
  readonly pipelined: number
  /** What `unread crosses` asks for. */
  readonly cross: Ask
  readonly milliseconds: number
  readonly seed: number
}

export interface Crowded {
  readonly sent: number
  /** How many answers of each status came back; connections that never read have none. */
  readonly statuses: Readonly<Record<number, number>>
  /** Connections that were still open at the end. */
  readonly open: number
}

/** How long a connection that reads a little waits between two reads. */
const SIP_MS = 200
const PUBLIC = ['/openapi.json', '/openapi.yaml', '/docs', '/']

async function run(crowd: Crowd): Promise<Crowded> {
  const { port, kind, connections, pipelined, milliseconds, seed } = crowd
  const statuses: Record<number, number> = {}
  const sockets: Socket[] = []
  let sent = 0
  const send = (socket: Socket, random: Random): void => {
    if (socket.destroyed || !socket.writable) return
    sent++
    socket.write(requestOf(crowd, random, sent))
  }
  const open = (number: number): void => {
    const random = randomOf(seed, number)
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => socket.destroy())
    socket.on('connect', () => {
      for (let i = 0; i < pipelined; i++) send(socket, random)
    })
    if (kind === 'unread' || kind === 'unread crosses') return void socket.pause()
    socket.on('data', (data) => {
      for (const [, status] of data.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses[Number(status)] = (statuses[Number(status)] ?? 0) + 1
        if (kind !== 'half-read') send(socket, random)
      }
      if (kind !== 'half-read') return
      socket.pause()
      setTimeout(() => socket.resume(), SIP_MS)
    })
  }
  for (let number = 0; number < connections; number++) {
    open(number)
    if (number % 50 === 49) await delay(10)
  }
  await delay(milliseconds)
  const stillOpen = sockets.filter((socket) => !socket.destroyed).length
  for (const socket of sockets) socket.destroy()
  return { sent, statuses, open: stillOpen }
}

function requestOf({ kind, key, cross }: Crowd, random: Random, number: number): Buffer | string {
  if (kind === 'unread crosses') return requestBytes({ ...cross, body: `${cross.body}&call=${number}` }, key)
  if (kind === 'unread' || kind === 'half-read') return getBytes(oneOf(random, PUBLIC), [])
  if (kind === 'free') return getBytes(`/coats/genes?x=${number}`, [['X-API-Key', key]])
  const paths = [
    ...PUBLIC,
    '/coats/genes',
    '/coats/api-info',
    '/coats/nowhere',
    `/${'x/'.repeat(below(random, 2_000))}`,
  ]
  const path = `${oneOf(random, paths)}?lang=${below(random, 1_000)}&${'x'.repeat(below(random, 3_000))}=${number}`
  return getBytes(path, oddHeaders(random, [['X-API-Key', random() < 0.5 ? key : `robe_test_${number}`]]))
}

function getBytes(path: string, headers: readonly (readonly [name: string, value: string])[]): string {
  const lines = headers.map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, ' ')}\r\n`)
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`
}

process.on('message', ({ id, crowd }: { readonly id: number; readonly crowd: Crowd }) => {
  run(crowd).then(
    (told) => process.send?.({ id, told }),
    (error: unknown) => process.send?.({ id, fault: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
