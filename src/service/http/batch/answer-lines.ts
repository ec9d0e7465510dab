/**
 * The body of a batch's answer: one line per question, in order, computed while the client reads.
 * Guarantees: one question at a time, so that a batch takes one turn of its key; a fault is a line and stops nothing; memory is
 * bounded by MAX_ANSWER_BYTES; a question that fails with a 5xx is reported for its refund.
 */
import { ClientError } from '../../../operations/client-error.js'
import type { ByteStream } from '../fairness/answer-threads.js'
import { jsonBytes } from '../respond.js'
import { idOf, parseLine } from './read-question.js'
import type { SentLine } from './read-lines.js'

/** A larger answer is better asked for by itself, where it is streamed. */
const MAX_ANSWER_BYTES = 1024 * 1024

/** Lines are sent together until they have this size. */
const CHUNK_BYTES = 16 * 1024

export interface LineAnswerer {
  /** The body of a 200, complete or as a stream. Rejects with ClientError. */
  readonly answer: (line: ReturnType<typeof parseLine>) => Promise<Buffer | ByteStream>
  /** The error and its body, for any exception. */
  readonly refuse: (error: unknown) => { readonly status: number; readonly body: object }
  /** Called at the end with the number of questions that failed with a 5xx. */
  readonly onEnd: (failed: number) => void | Promise<void>
}

export function answerLines(lines: readonly SentLine[], answerer: LineAnswerer): ByteStream {
  const left = lines.values()
  let failed = 0
  let isEnded = false
  const end = async (): Promise<void> => {
    if (isEnded) return
    isEnded = true
    await answerer.onEnd(failed)
  }
  return {
    next: async () => {
      const made: Buffer[] = []
      for (let bytes = 0; bytes < CHUNK_BYTES;) {
        const { value: line } = left.next()
        if (line === undefined) break
        const { status, parts } = await answerLine(line, answerer)
        if (status >= 500) failed++
        for (const part of parts) bytes += part.length
        made.push(...parts)
      }
      if (made.length > 0) return Buffer.concat(made)
      await end()
      return undefined
    },
    close: () => void end(),
  }
}

interface AnsweredLine {
  readonly status: number
  readonly parts: readonly Buffer[]
}

async function answerLine({ number, text }: SentLine, answerer: LineAnswerer): Promise<AnsweredLine> {
  let id: string | number | undefined
  const lineOf = (status: number, body: Buffer): AnsweredLine => {
    const head = JSON.stringify({ line: number, id, status }).slice(0, -1)
    return { status, parts: [Buffer.from(`${head},"body":`), body, NEWLINE] }
  }
  try {
    const fields = parseLine(text)
    id = idOf(fields)
    return lineOf(200, await whole(await answerer.answer(fields)))
  } catch (error) {
    const { status, body } = answerer.refuse(error)
    return lineOf(status, jsonBytes(body))
  }
}

const NEWLINE = Buffer.from('}\n')

/** All bytes of an answer. Rejects with ClientError RESULT_TOO_LARGE beyond the limit. */
async function whole(answer: Buffer | ByteStream): Promise<Buffer> {
  if (!Buffer.isBuffer(answer)) return collect(answer)
  if (answer.length > MAX_ANSWER_BYTES) throw tooLarge()
  return answer
}

async function collect(stream: ByteStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for (let chunk; (chunk = await stream.next()) !== undefined;) {
      length += chunk.length
      if (length > MAX_ANSWER_BYTES) throw tooLarge()
      // The stream reuses its memory for the next chunk.
      chunks.push(Buffer.from(chunk))
    }
  } finally {
    stream.close()
  }
  return Buffer.concat(chunks)
}

function tooLarge(): ClientError {
  const message =
    `The answer to this line exceeds ${MAX_ANSWER_BYTES} bytes, the limit within a batch: ` +
    'ask for fewer results with limit or group_by, or send the question by itself'
  return new ClientError('RESULT_TOO_LARGE', message)
}
