/**
 * The load client, a process of its own: keep-alive connections on loopback, bounded in time and number.
 * Guarantees: answers other than 200 are counted; the latency of a paced load counts from the moment the request was
 * due, so that a blocked server cannot hide its queue.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { requestBytes } from '../../test/support/ask.js'
import { questionsOf, type Questions } from '../../test/support/questions.js'
import { quantile } from '../../test/support/statistics.js'
import { createReader } from './answer-reader.js'

export interface Load {
  readonly port: number
  readonly key: string
  readonly questions: Questions
  readonly connections: number
  readonly milliseconds: number
  /** Requests per second over all connections; absent: as fast as answers come. */
  readonly perSecond?: number
  /** The maximum number of requests. */
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
  readonly p99: number
  /** Milliseconds from request to first byte of the body: median. */
  readonly firstByte: number
}

/** Runs one load to its end. */
async function run(load: Load): Promise<Loaded> {
  const { port, key, connections, milliseconds, perSecond, most = Infinity } = load
  const requests = questionsOf(load.questions).map((question) => requestBytes(question, key))
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
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
        if (at === undefined) return resolve()
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
      socket.on('data', onData)
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('the server closed a connection')))
      next()
    })
  await Promise.all(sockets.map(drive))
  const took = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  for (const socket of sockets) socket.destroy()
  return {
    answers,
    milliseconds: took,
    bytes,
    others,
    clientCpu: user + system,
    p99: quantile(latencies, 0.99),
    firstByte: quantile(firstBytes, 0.5),
  }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

process.on('message', ({ id, load }: { readonly id: number; readonly load: Load }) => {
  run(load).then(
    (told) => process.send?.({ id, told }),
    (error: unknown) => process.send?.({ id, fault: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
