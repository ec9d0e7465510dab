/**
 * What stands between a service and its Redis in a test: it counts, delays, swallows or answers itself.
 * Guarantees: commands pass whole, and they and their answers in order; what it counts is what the service sent, a new
 * connection's greeting and first question as one.
 * Leaves to others: faults that a real Redis can be brought to (redis-server.ts).
 */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Test } from 'tap'

/** A command on its way to Redis. */
export interface Taken {
  readonly name: string
  /** Milliseconds of `performance.now()`. */
  readonly at: number
}

export interface RedisProxy {
  readonly url: string
  /** Commands since the last call, in order; of a new connection's greeting and first question only HELLO. */
  taken(): readonly Taken[]
  /** Milliseconds by which each answer is late. */
  delay: number
  /** True: commands and answers vanish. */
  mute: boolean
  /** An error that is given instead of asking Redis, such as `-LOADING …`. */
  answer: string | undefined
  /** Cuts all connections and takes no new ones until told otherwise. */
  cut(refuse: boolean): void
}

/** What a new connection says, in one breath; the first is HELLO. */
const CONNECTING = new Set(['HELLO', 'SELECT', 'AUTH', 'CLIENT'])

export async function startProxy(t: Test, port: number): Promise<RedisProxy> {
  const commands: Taken[] = []
  const open = new Set<Socket>()
  let refusing = false
  const server = createServer((client) => {
    if (refusing) return void client.destroy()
    const redis = connect(port, '127.0.0.1')
    for (const socket of [client, redis]) {
      open.add(socket)
      // As Redis and its clients do: else an answer waits 40 ms for the next command's acknowledgement.
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        redis.destroy()
      })
    }
    let rest = Buffer.alloc(0)
    let isGreeting = true
    client.on('data', (data) => {
      rest = Buffer.concat([rest, data])
      for (let command = commandIn(rest); command !== undefined; command = commandIn(rest)) {
        const bytes = rest.subarray(0, command.length)
        rest = rest.subarray(command.length)
        const isConnecting = CONNECTING.has(command.name)
        if (command.name === 'HELLO' || !(isConnecting || isGreeting))
          commands.push({ name: command.name, at: performance.now() })
        isGreeting &&= isConnecting
        if (proxy.mute) continue
        if (proxy.answer !== undefined && !isConnecting) client.write(`${proxy.answer}\r\n`)
        else redis.write(bytes)
      }
    })
    // A delay that ends lets nothing overtake what still waits: a client takes answers for those of its commands in turn.
    const late: Buffer[] = []
    const release = (): void => {
      const data = late.shift()
      if (data !== undefined && client.writable) client.write(data)
    }
    redis.on('data', (data) => {
      if (proxy.mute) return
      if (late.push(data) === 1 && proxy.delay === 0) release()
      else setTimeout(release, proxy.delay)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const proxy: RedisProxy = {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => commands.splice(0),
    delay: 0,
    mute: false,
    answer: undefined,
    cut(refuse) {
      refusing = refuse
      for (const socket of open) socket.destroy()
    },
  }
  return proxy
}

/** The first whole command of these bytes: a list of texts, each with its length before it. */
function commandIn(bytes: Buffer): { readonly name: string; readonly length: number } | undefined {
  let at = 0
  const line = (): string | undefined => {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const text = bytes.toString('latin1', at, end)
    at = end + 2
    return text
  }
  const head = line()
  if (head === undefined) return undefined
  let name = ''
  for (let word = 0; word < Number(head.slice(1)); word++) {
    const size = line()
    if (size === undefined) return undefined
    const end = at + Number(size.slice(1))
    if (bytes.length < end + 2) return undefined
    if (word === 0) name = bytes.toString('latin1', at, end).toUpperCase()
    at = end + 2
  }
  return { name, length: at }
}

/**
 * Commands a second, however many seconds were looked at: one each second is 1, wherever the looking began. A pause of
 * less than two commands has no pace: 0.
 */
export function paceOf(taken: readonly Taken[]): number {
  const [first, last] = [taken[0], taken.at(-1)]
  if (first === undefined || last === undefined || first === last) return 0
  return ((taken.length - 1) * 1_000) / (last.at - first.at)
}
