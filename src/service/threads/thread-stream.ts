/**
 * One answer of a thread as a stream of bytes.
 * Guarantees: the thread computes only while the answer holds a turn, which is released while its reader is slow; no
 * more than 384 KB wait for the reader; a thread that sends nothing for too long is ended; the memory of an answer is used
 * again only after both its thread and its reader are done with it.
 */
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import { ClientError } from '../../operations/client-error.js'
import type { ByteStream } from '../http/fairness/answer-threads.js'
import type { Room, ThreadEnd, ThreadMessage, ThreadQuestion } from './answer-thread.js'
import { ROOM, type RingMemory, type SlotBytes } from './chunk-ring.js'
import type { Turn } from './turns.js'

/** Why a thread was lost: it took too long, or it died. */
export type LossReason = 'time' | 'fault'

/** What is used of piscina's pools. */
interface ThreadPool {
  run(
    question: ThreadQuestion,
    options: { readonly transferList: MessagePort[]; readonly signal: AbortSignal },
  ): Promise<ThreadEnd>
}

export interface StreamParts {
  readonly pool: ThreadPool
  readonly turn: Turn
  readonly rings: RingMemory
  /** How long a thread may compute without sending anything. */
  readonly milliseconds: number
  readonly onLoss: (reason: LossReason, error: Error) => void
  /** Called once, when the thread has no more to do with it. */
  readonly onEnd: () => void
}

const THREAD_LOST = 'This question could not be answered: ask again'

/** Resolves once the first bytes are there; rejects with ClientError or a defect when there is to be no answer. */
export async function openStream(parts: StreamParts, asked: string): Promise<Uint8Array | ByteStream> {
  const stream = new ThreadStream(parts, asked)
  let isStream = false
  try {
    const whole = await stream.whole()
    isStream = whole === undefined
    // A copy, since it may be kept for long and its memory is used again.
    return whole?.slice() ?? stream
  } finally {
    if (!isStream) stream.close()
  }
}

/**
 * computing: the thread holds the turn and has room for chunks. full: the turn is released until the reader has taken half
 * of them. waiting: for the turn. done: all chunks are here, or nobody wants more. Error: there are no more.
 */
type State = 'computing' | 'full' | 'waiting' | 'done' | Error

class ThreadStream implements ByteStream {
  private readonly chunks: Uint8Array[] = []
  /** Of those that lie in a ring. */
  private readonly memory: SharedArrayBuffer
  private isLeftByThread = false
  private isLeftByReader = false
  private readonly port: MessagePort
  private readonly stop = new AbortController()
  private state: State = 'computing'
  /** How many chunks the thread may still send. */
  private room = 0
  private timer: NodeJS.Timeout | undefined
  private wake = (): void => {}

  constructor(
    private readonly parts: StreamParts,
    asked: string,
  ) {
    const { port1, port2 } = new MessageChannel()
    this.port = port1
    this.memory = parts.rings.take()
    port1.on('message', (message: ThreadMessage) => this.receive(message))
    this.compute()
    void this.run({ asked, port: port2, memory: this.memory })
  }

  /** The answer where its first chunk is all of it. Rejects when there is to be none. */
  async whole(): Promise<Uint8Array | undefined> {
    await this.arrival()
    const [first] = this.chunks
    if (first === undefined && this.state instanceof Error) throw this.state
    return this.chunks.length === 1 && this.state === 'done' ? first : undefined
  }

  async next(): Promise<Uint8Array | undefined> {
    void this.askForMore()
    await this.arrival()
    const chunk = this.chunks.shift()
    if (chunk === undefined && this.state instanceof Error) throw this.state
    return chunk
  }

  close(): void {
    this.end('done')
    this.isLeftByReader = true
    this.giveMemoryBack()
  }

  private async run(question: ThreadQuestion): Promise<void> {
    const { pool, turn, onEnd } = this.parts
    try {
      this.finish(await pool.run(question, { transferList: [question.port], signal: this.stop.signal }))
      // Not where it was lost: it may write on for a moment.
      this.isLeftByThread = true
      this.giveMemoryBack()
    } catch (error) {
      if (!this.hasEnded()) this.lose('fault', error instanceof Error ? error : new Error(String(error)))
    } finally {
      clearTimeout(this.timer)
      turn.release()
      onEnd()
    }
  }

  private giveMemoryBack(): void {
    if (this.isLeftByThread && this.isLeftByReader) this.parts.rings.giveBack(this.memory)
  }

  private compute(): void {
    this.state = 'computing'
    this.room = ROOM
    const more: Room = ROOM
    this.port.postMessage(more)
    this.watch()
  }

  private receive(message: ThreadMessage): void {
    if (this.hasEnded()) return
    this.chunks.push(this.chunkOf(message))
    if (--this.room > 0) this.watch()
    else {
      this.state = 'full'
      clearTimeout(this.timer)
      this.parts.turn.release()
    }
    this.wake()
  }

  private chunkOf(sent: Uint8Array | SlotBytes): Uint8Array {
    if (sent instanceof Uint8Array) return sent
    return new Uint8Array(this.memory, sent.at, sent.length)
  }

  private finish(how: ThreadEnd): void {
    if (this.hasEnded()) return
    // The end comes by another way than the chunks before it, and may be faster.
    for (let left; (left = receiveMessageOnPort(this.port)) !== undefined;)
      this.receive(left.message as ThreadMessage)
    if (how instanceof Error) this.end(how)
    else if (how !== undefined && 'code' in how) this.end(new ClientError(how.code, how.message, how.details))
    else {
      if (how !== undefined) this.chunks.push(this.chunkOf(how))
      this.end('done')
    }
  }

  private async askForMore(): Promise<void> {
    if (this.state !== 'full' || this.chunks.length > ROOM / 2) return
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

  /** Ends a thread that sends nothing for too long from now. */
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
