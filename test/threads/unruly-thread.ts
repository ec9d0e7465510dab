/**
 * A thread that does what a question says: for tests of what threads can do wrong.
 */
import { isMainThread, threadId, type MessagePort } from 'node:worker_threads'
import type { ThreadQuestion } from '../../src/threads/answer-thread.js'

export async function answer({ fields, port }: ThreadQuestion): Promise<void> {
  const chunk = (text: string, isLast: boolean): void => {
    const bytes = new TextEncoder().encode(text)
    port.postMessage({ kind: 'chunk', chunk: bytes, isLast }, [bytes.buffer])
  }
  switch (fields['act']) {
    case 'work for ever':
      for (;;);
    case 'begin and work for ever':
      chunk('begun', false)
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
      chunk('done', true)
      setTimeout(() => {
        throw new Error('thrown by a thread that nobody asked')
      }, 50)
      break
    case 'answer in pieces':
      for (const text of ['1', '2', '3']) chunk(text, text === '3')
      break
    default:
      chunk(`thread ${threadId} ${isMainThread}`, true)
  }
}

/** Resolves when messages that were posted have had time to leave. */
function sent(port: MessagePort): Promise<void> {
  return new Promise((resolve) => {
    port.unref()
    setTimeout(resolve, 50)
  })
}
