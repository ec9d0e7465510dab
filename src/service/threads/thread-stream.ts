/**
 * One answer of a worker thread as a byte stream.
 * Guarantees: the thread computes only while the answer holds a turn, which it releases while its reader is slow; at most six chunks
 * (384 KB) wait for the reader, and their memory is returned to the thread; a thread that sends nothing for too long is terminated.
 */
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import { ClientError } from '../../operations/client-error.js'
import type { ByteStream } from '../http/fairness/answer-threads.js'
import type { Credit, ThreadEnd, ThreadQuestion } from './answer-thread.js'
import { CHUNK_BYTES } from '../streaming/row-bytes.js'
import type { Turn } from './turns.js'

/** Why a thread was lost: timeout or crash. */
export type LossReason = 'time' | 'fault'

/** The part of a piscina pool used here. */
interface ThreadPool {
  run(
    question: ThreadQuestion,
    options: { readonly transferList: MessagePort[]; readonly signal: AbortSignal },
  ): Promise<ThreadEnd>
}

export interface StreamParts {
  readonly pool: ThreadPool
  readonly turn: Turn
  /** How long a thread may compute without sending anything. */
  readonly milliseconds: number
  readonly onLoss: (reason: LossReason, error: Error) => void
  /** Called once, when the thread has finished. */
  readonly onEnd: () => void
}

/** Chunks that a thread may send ahead of the reader. It gets as many again once the reader has read half of them. */
const CREDIT = 4

const THREAD_LOST = 'This question could not be answered: retry later'

/**
 * Resolves when the first bytes are available: with the whole answer if it fits into one chunk. Rejects with ClientError or an
 * unexpected error if there is no answer.
 */
export async function openStream(parts: StreamParts, request: string): Promise<Uint8Array | ByteStream> {
  const stream = new ThreadStream(parts, request)
  let isStream = false
  try {
    const whole = await stream.whole()
    isStream = whole === undefined
    // Copied, because its buffer may be much larger and the response cache may keep it.
    return whole?.slice() ?? stream
  } finally {
    if (!isStream) stream.close()
  }
}

/**
 * computing: the answer holds a turn and the thread has credit. full: no credit, and the turn is released until the reader has read
 * half of the chunks. waiting: for a turn. done: all chunks have arrived, or the reader has closed the stream. Error: the answer
 * failed.
 */
type State = 'computing' | 'full' | 'waiting' | 'done' | Error

class ThreadStream implements ByteStream {
  private readonly chunks: Uint8Array[] = []
  /** The chunk in use by the reader. */
  private given: Uint8Array | undefined
  /** Buffers of chunks that have been read, for reuse by the thread. */
  private free: ArrayBuffer[] = []
  private readonly port: MessagePort
  private readonly stop = new AbortController()
  private state: State = 'computing'
  /** Chunks that the thread may still send. */
  private credit = 0
  private timer: NodeJS.Timeout | undefined
  private wake = (): void => {}

  constructor(
    private readonly parts: StreamParts,
    request: string,
  ) {
    const { port1, port2 } = new MessageChannel()
    this.port = port1
    port1.on('message', (chunk: Uint8Array) => this.receive(chunk))
    this.compute()
    void this.run({ request, port: port2 })
  }

  /** The whole answer if it is a single chunk; undefined otherwise. Rejects if there is no answer. */
  async whole(): Promise<Uint8Array | undefined> {
    await this.arrival()
    const [first] = this.chunks
    if (first === undefined && this.state instanceof Error) throw this.state
    return this.chunks.length === 1 && this.state === 'done' ? first : undefined
  }

  async next(): Promise<Uint8Array | undefined> {
    if (this.given?.buffer.byteLength === CHUNK_BYTES) this.free.push(this.given.buffer as ArrayBuffer)
    this.given = undefined
    void this.continueWhenRead()
    await this.arrival()
    const chunk = (this.given = this.chunks.shift())
    if (chunk === undefined && this.state instanceof Error) throw this.state
    return chunk
  }

  close(): void {
    this.end('done')
  }

  private async run(question: ThreadQuestion): Promise<void> {
    const { pool, turn, onEnd } = this.parts
    try {
      this.finish(await pool.run(question, { transferList: [question.port], signal: this.stop.signal }))
    } catch (error) {
      if (!this.hasEnded()) this.lose('fault', error instanceof Error ? error : new Error(String(error)))
    } finally {
      clearTimeout(this.timer)
      turn.release()
      onEnd()
    }
  }

  private compute(): void {
    this.state = 'computing'
    this.credit = CREDIT
    const { free } = this
    this.free = []
    this.port.postMessage({ chunks: CREDIT, free } satisfies Credit, free)
    this.watch()
  }

  private receive(chunk: Uint8Array): void {
    if (this.hasEnded()) return
    this.chunks.push(chunk)
    if (--this.credit > 0) this.watch()
    else {
      this.state = 'full'
      clearTimeout(this.timer)
      this.parts.turn.release()
    }
    this.wake()
  }

  private finish(end: ThreadEnd): void {
    if (this.hasEnded()) return
    // The end is not sent through the port and may overtake earlier chunks.
    for (let left; (left = receiveMessageOnPort(this.port)) !== undefined;)
      this.receive(left.message as Uint8Array)
    if (end instanceof Error) this.end(end)
    else if (end !== undefined && 'code' in end) this.end(new ClientError(end.code, end.message, end.details))
    else {
      if (end !== undefined) this.chunks.push(end)
      this.end('done')
    }
  }

  private async continueWhenRead(): Promise<void> {
    if (this.state !== 'full' || this.chunks.length > CREDIT / 2) return
    const { turn } = this.parts
    this.state = 'waiting'
    await turn.again()
    if (this.hasEnded()) turn.release()
    else this.compute()
  }

  private async arrival(): Promise<void> {
    while (this.chunks.length === 0 && !this.hasEnded())
      await new Promise<void>((resolve) => (this.wake = resolve))
  }

  /** Restarts the timeout that terminates a silent thread. */
  private watch(): void {
    clearTimeout(this.timer)
    const { milliseconds } = this.parts
    this.timer = setTimeout(() => {
      this.lose('time', new Error(`a thread sent nothing for ${milliseconds} ms`))
      this.stop.abort()
    }, milliseconds)
  }

  private lose(reason: LossReason, error: Error): void {
    this.parts.onLoss(reason, error)
    this.end(new ClientError('SERVICE_UNAVAILABLE', THREAD_LOST))
  }

  private end(how: 'done' | Error): void {
    if (!this.hasEnded()) this.state = how
    this.port.close()
    this.wake()
  }

  private hasEnded(): boolean {
    return this.state === 'done' || this.state instanceof Error
  }
}
