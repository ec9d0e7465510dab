/**
 * A thread like the real one, whose answers break off with a row that no contract allows once they are long.
 */
import {
  answer as real,
  type ThreadEnd,
  type ThreadQuestion,
} from '../../src/service/threads/answer-thread.js'

const CHUNKS = 40

export async function answer(question: ThreadQuestion): Promise<ThreadEnd> {
  const { port } = question
  const post = port.postMessage.bind(port)
  let sent = 0
  port.postMessage = (chunk: Uint8Array, transfer?: readonly ArrayBuffer[]) => {
    if (++sent === CHUNKS) throw new Error('an answer 200 breaks the contract')
    post(chunk, [...(transfer ?? [])])
  }
  return real(question)
}
