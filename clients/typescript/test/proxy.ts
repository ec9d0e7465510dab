/**
 * What may stand between a client and the service: it takes a prefix off, refuses for a while, or breaks an answer off.
 * Guarantees: what it does not say itself is what the service answers.
 */
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

export interface Refusal {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Behaviour {
  /** Only paths under it are passed on, without it. */
  readonly prefix?: string
  /** What the first calls are answered. */
  readonly refusals?: readonly Refusal[]
  /** After so many bytes of a body the rest is cut off, or never comes. */
  readonly stopAfter?: number
  readonly then?: 'cut' | 'silence'
}

export interface Proxy {
  readonly url: string
  /** How many calls came. */
  readonly calls: () => number
  /** Resolves when a client has closed a connection whose answer was under way. */
  readonly left: Promise<void>
}

export async function startProxy(t: Test, target: string, behaviour: Behaviour = {}): Promise<Proxy> {
  const { prefix = '', refusals = [], stopAfter = Infinity, then = 'cut' } = behaviour
  let calls = 0
  let onLeft = (): void => undefined
  const left = new Promise<void>((resolve) => (onLeft = resolve))
  const server = createServer((asked, answer) => {
    const refusal = refusals[calls++]
    const path = asked.url ?? ''
    if (refusal !== undefined) {
      answer.writeHead(refusal.status, refusal.headers).end(refusal.body)
      return
    }
    if (!path.startsWith(`${prefix}/`)) {
      answer.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>not here</h1>')
      return
    }
    answer.on('close', () => {
      if (!answer.writableFinished) onLeft()
    })
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const passed = request(`${target}${path.slice(prefix.length)}`, { method: asked.method, headers })
    passed.on('response', (told: IncomingMessage) => {
      answer.writeHead(told.statusCode ?? 500, told.headers)
      let sent = 0
      told.on('data', (piece: Buffer) => {
        if (sent >= stopAfter) return
        answer.write(piece.subarray(0, stopAfter - sent))
        sent += piece.length
        if (sent >= stopAfter && then === 'cut') answer.destroy()
      })
      told.on('end', () => {
        if (sent < stopAfter) answer.end()
      })
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls, left }
}
