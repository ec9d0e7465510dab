/**
 * A thread that does what a question says: for tests of what threads can do wrong.
 */
import { isMainThread, threadId, type MessagePort } from 'node:worker_threads'
import type { ThreadRequest, ThreadEnd, ThreadQuestion } from '../../src/service/threads/answer-thread.js'

export async function answer({ asked, port }: ThreadQuestion): Promise<ThreadEnd> {
  const [, , fields] = JSON.parse(asked) as ThreadRequest
  const chunk = (text: string): Uint8Array => new TextEncoder().encode(text)
  switch (fields['act']) {
    case 'work for ever':
      for (;;);
    case 'begin and work for ever':
      port.postMessage(chunk('begun'))
      await sent(port)
      for (;;);
    case 'die':
      process.exit(7)
      break
    case 'throw':
      throw new Error('thrown in a thread')
    case 'take all memory': {
      const all: number[][] = []
      for (;;) all.push(Array<number>(1e6).fill(all.length))
    }
    case 'answer and throw later':
      setTimeout(() => {
        throw new Error('thrown by a thread that nobody asked')
      }, 50)
      return chunk('done')
    case 'answer in pieces':
      for (const text of ['1', '2']) port.postMessage(chunk(text))
      return chunk('3')
    default:
      return chunk(`thread ${threadId} ${isMainThread}`)
  }
}

/** Resolves when messages that were posted have had time to leave. */
function sent(port: MessagePort): Promise<void> {
  return new Promise((resolve) => {
    port.unref()
    setTimeout(resolve, 50)
  })
}
