/**
 * One answer of a thread as a stream of bytes.
 * Guarantees: the thread computes only while the answer holds a turn, which is released while its reader is slow; no
 * more than half a megabyte waits for the reader; a thread that sends nothing for too long is ended.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { ContractError } from '../coats/contract-error.js'
import type { ByteStream } from '../http/cross-threads.js'
import type { Room, ThreadMessage, ThreadQuestion, ThreadRefusal } from './cross-thread.js'
import type { Turn } from './turns.js'

/** Why a thread was lost: it took too long, or it died. */
export type LossReason = 'time' | 'fault'

/** What is used of piscina's pools. */
interface ThreadPool {
  run(
    question: ThreadQuestion,
    options: { readonly transferList: MessagePort[]; readonly signal: AbortSignal },
  ): Promise<unknown>
}

export interface StreamParts {
  readonly pool: ThreadPool
  readonly turn: Turn
  /** How long a thread may compute without sending anything. */
  readonly milliseconds: number
  readonly onLoss: (reason: LossReason, error: Error) => void
  /** Called once, when the thread has no more to do with it. */
  readonly onEnd: () => void
}

/** So many chunks, 512 KB, are made ahead of the reader; as many again once half of them are taken. */
const ROOM = 8
const THREAD_LOST = 'This cross could not be computed: ask again'

/** Resolves once the first bytes are there; rejects with ContractError or a defect when there is to be no answer. */
export async function openStream(
  { pool, turn, milliseconds, onLoss, onEnd }: StreamParts,
  question: Omit<ThreadQuestion, 'port'>,
): Promise<Uint8Array | ByteStream> {
  const { port1: port, port2 } = new MessageChannel()
  const stop = new AbortController()
  const chunks: Uint8Array[] = []
  const answer: { state: 'going' | 'done' | Error } = { state: 'going' }
  let room = 0
  let wake = (): void => {}
  let timer: NodeJS.Timeout | undefined
  // The thread may be done before its last messages are here.
  let isThreadDone = false

  const end = (how: 'done' | Error): void => {
    if (answer.state === 'going') answer.state = how
    port.close()
    wake()
  }
  const lose = (reason: LossReason, error: Error): void => {
    onLoss(reason, error)
    end(new ContractError('SERVICE_UNAVAILABLE', THREAD_LOST))
  }
  const watch = (): void => {
    clearTimeout(timer)
    if (isThreadDone) return
    timer = setTimeout(() => {
      lose('time', new Error(`a thread sent nothing for ${milliseconds} ms`))
      stop.abort()
    }, milliseconds)
  }
  const compute = (): void => {
    room = ROOM
    const more: Room = ROOM
    port.postMessage(more)
    watch()
  }
  port.on('message', (message: ThreadMessage) => {
    if (message.kind !== 'chunk') return end(outcomeOf(message))
    chunks.push(message.chunk)
    if (message.isLast) return end('done')
    if (--room > 0) watch()
    else {
      clearTimeout(timer)
      turn.release()
    }
    wake()
  })
  compute()
  pool
    .run({ ...question, port: port2 }, { transferList: [port2], signal: stop.signal })
    .catch((error: unknown) => {
      if (answer.state === 'going') lose('fault', error instanceof Error ? error : new Error(String(error)))
    })
    .finally(() => {
      isThreadDone = true
      clearTimeout(timer)
      turn.release()
      onEnd()
    })

  const arrival = async (): Promise<void> => {
    while (chunks.length === 0 && answer.state === 'going')
      await new Promise<void>((resolve) => (wake = resolve))
  }
  let isAsking = false
  const askForMore = async (): Promise<void> => {
    if (isAsking || room > 0 || chunks.length > ROOM / 2 || answer.state !== 'going') return
    isAsking = true
    await turn.again()
    isAsking = false
    if (answer.state === 'going') compute()
    else turn.release()
  }
  await arrival()
  if (chunks.length === 0 && answer.state instanceof Error) throw answer.state
  const [first] = chunks
  if (first !== undefined && chunks.length === 1 && answer.state === 'done') return first
  return {
    next: async () => {
      void askForMore()
      await arrival()
      const chunk = chunks.shift()
      if (chunk === undefined && answer.state instanceof Error) throw answer.state
      return chunk
    },
    close: () => end('done'),
  }
}

function outcomeOf(message: ThreadRefusal): Error {
  if (message.kind === 'failed') return message.error
  return new ContractError(message.code, message.message, message.details)
}
