/**
 * A thread like the real one, whose answers break off with a row that no contract allows once they are long.
 */
import { answer as real, type ThreadMessage, type ThreadQuestion } from '../../src/threads/answer-thread.js'

const CHUNKS = 40

export async function answer(question: ThreadQuestion): Promise<void> {
  const { port } = question
  const post = port.postMessage.bind(port)
  let sent = 0
  port.postMessage = (message: ThreadMessage, transfer?: readonly ArrayBuffer[]) => {
    if (++sent === CHUNKS)
      return post({
        kind: 'failed',
        error: new Error('an answer 200 breaks the contract'),
      } satisfies ThreadMessage)
    if (sent < CHUNKS) post(message, [...(transfer ?? [])])
  }
  await real(question)
}
