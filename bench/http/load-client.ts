/**
 * The load client, a process of its own: keep-alive connections on loopback, bounded in time and number.
 * Guarantees: an answer other than 200 is counted and told; latencies of paced loads are counted from the moment the
 * request was due, so that a held server cannot hide its queue.
 * Leaves to others: which requests (questions.ts) and what to make of the counts (pairs.ts).
 */
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { quantile } from '../figures.js'
import { questionsOf, type Questions } from './questions.js'
import { createReader, requestBytes } from './wire.js'

export interface Load {
  readonly port: number
  readonly key: string
  readonly questions: Questions
  readonly connections: number
  readonly milliseconds: number
  /** Requests per second over all connections; absent: as fast as answers come. */
  readonly perSecond?: number
  /** At most so many requests. */
  readonly most?: number
}

export interface Loaded {
  readonly answers: number
  readonly milliseconds: number
  /** Bytes received. */
  readonly bytes: number
  /** Answers that were not a 200. */
  readonly others: number
  /** Microseconds of CPU that the client used. */
  readonly clientCpu: number
  /** Milliseconds. */
  readonly latency: { readonly p50: number; readonly p99: number; readonly longest: number }
  /** Milliseconds from request to first byte of the body: median. */
  readonly firstByte: number
}

/** Open connections by port, kept from burst to burst: opening them is not what is measured. */
const kept = new Map<number, Socket[]>()
/** When each port was last asked. A server closes what is idle for some seconds, perhaps at the moment of a request. */
const askedAt = new Map<number, number>()
const LONGEST_IDLE_MS = 2_000

/** Runs one load to its end. */
async function run(load: Load): Promise<Loaded> {
  const { port, key, connections, milliseconds, perSecond, most = Infinity } = load
  const requests = questionsOf(load.questions).map((question) => requestBytes(question, key))
  const sockets = await openSockets(port, connections)
  const latencies: number[] = []
  const firstBytes: number[] = []
  const cpu = process.cpuUsage()
  const started = performance.now()
  let asked = 0
  let answers = 0
  let others = 0
  let bytes = 0
  /** When the next request is due; undefined when there is to be none. */
  const due = (): number | undefined => {
    if (asked >= most) return undefined
    const at = perSecond === undefined ? performance.now() - started : (1000 * asked) / perSecond
    return at < milliseconds ? at : undefined
  }
  const drive = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      const reader = createReader()
      let sent = 0
      let hasBody = false
      const next = (): void => {
        const at = due()
        if (at === undefined) return finish()
        const request = requests[asked++ % requests.length] as Buffer
        const wait = started + at - performance.now()
        sent = started + at
        if (wait > 0.5) setTimeout(() => socket.write(request), wait)
        else socket.write(request)
      }
      const onData = (chunk: Buffer): void => {
        const ended = reader.take(chunk)
        if (!hasBody && reader.hasBody()) {
          hasBody = true
          firstBytes.push(performance.now() - sent)
        }
        if (!ended) return
        answers++
        bytes += reader.bytes()
        if (reader.status() !== 200) others++
        latencies.push(performance.now() - sent)
        reader.reset()
        hasBody = false
        next()
      }
      const onClose = (): void => reject(new Error('the server closed a connection'))
      const finish = (): void => {
        socket.off('data', onData)
        socket.off('close', onClose)
        resolve()
      }
      socket.on('data', onData)
      socket.on('close', onClose)
      next()
    })
  await Promise.all(sockets.map(drive))
  askedAt.set(port, performance.now())
  const took = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => quantile(latencies, share))
  return {
    answers,
    milliseconds: took,
    bytes,
    others,
    clientCpu: user + system,
    latency: { p50: p50 ?? NaN, p99: p99 ?? NaN, longest: longest ?? NaN },
    firstByte: quantile(firstBytes, 0.5),
  }
}

async function openSockets(port: number, count: number): Promise<readonly Socket[]> {
  const before = kept.get(port) ?? []
  const isStale = performance.now() - (askedAt.get(port) ?? 0) > LONGEST_IDLE_MS
  if (isStale) for (const socket of before) socket.destroy()
  const idle = before.filter((socket) => !socket.destroyed && socket.writable)
  while (idle.length < count) idle.push(await open(port))
  kept.set(port, idle)
  return idle.slice(0, count)
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      socket.on('error', () => socket.destroy())
      resolve(socket)
    })
  })
}

process.on('message', ({ id, load }: { readonly id: number; readonly load: Load }) => {
  run(load).then(
    (told) => process.send?.({ id, told }),
    (error: unknown) => process.send?.({ id, fault: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
