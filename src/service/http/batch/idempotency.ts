/**
 * The header `Idempotency-Key`: a batch sent twice with the same key is computed and charged once.
 * Guarantees: same key and body: the stored answer; another body: 422; an answer that is not stored, or not complete yet: 409; none of
 * these is charged. A batch with a key is computed to its end although its client disconnects, so that a retry finds the answer.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { KeyRecord } from '../../../access/ports.js'
import type { Replays } from '../../../access/replays.js'
import { ClientError } from '../../../operations/client-error.js'
import { faultAt } from '../../../operations/read/refusals.js'
import type { ByteStream } from '../fairness/answer-threads.js'
import type { Log } from '../log/access-log.js'

/** Larger answers are not stored. */
const MAX_STORED_BYTES = 1024 * 1024

const VALID = /^[\x21-\x7e]{1,255}$/

/** A claimed idempotency key of a batch that is going to be computed. */
export interface Claimed {
  /** Passes the stream on and stores what it consists of at its end. */
  readonly recorded: (stream: ByteStream) => ByteStream
  /** For a batch that is refused. Never rejects. */
  readonly release: () => Promise<void>
}

/** The value of the header; undefined without one. Throws ClientError 400. */
export function idempotencyKeyOf({ headers }: IncomingMessage): string | undefined {
  const value = headers['idempotency-key']
  if (value === undefined) return undefined
  if (typeof value === 'string' && VALID.test(value)) return value
  const expected = '1 to 255 visible ASCII characters'
  throw faultAt('Idempotency-Key', value, `The header Idempotency-Key must have ${expected}`, [expected])
}

/**
 * Claims the idempotency key, or returns the answer stored for it. @param content everything that the answer depends on
 * Rejects with ClientError: 409, 422 or 503.
 */
export async function claim(
  replays: Replays,
  { id }: KeyRecord,
  idempotencyKey: string,
  content: string,
  log: Log,
): Promise<Claimed | Buffer> {
  const [name, body] = [digestOf(idempotencyKey), digestOf(content)]
  const known = await replays.claim(id, name, body)
  switch (known.state) {
    case 'kept':
      return Buffer.from(known.answer)
    case 'other body':
      throw new ClientError(
        'IDEMPOTENCY_MISMATCH',
        'This Idempotency-Key was used for another batch today: send a new batch with a new key',
      )
    case 'running':
      throw new ClientError(
        'IDEMPOTENCY_CONFLICT',
        'The batch with this Idempotency-Key is not finished: retry later',
      )
    case 'not kept':
      throw new ClientError(
        'IDEMPOTENCY_CONFLICT',
        'The batch with this Idempotency-Key was answered and charged, but its answer is not stored: ' +
          `only answers of up to ${MAX_STORED_BYTES} bytes are, and only the last ten. Send it with a new key to compute it again`,
      )
    case 'new':
  }
  const failed = (error: unknown): void =>
    log.error({ err: error, keyId: id }, 'an idempotency key was not stored')
  return {
    recorded: (stream) =>
      record(stream, async (answer) => {
        try {
          await replays.keep(id, name, body, answer)
        } catch (error) {
          failed(error)
        }
      }),
    release: async () => {
      try {
        await replays.release(id, name)
      } catch (error) {
        failed(error)
      }
    },
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** The same stream, which calls `keep` at its end: with the whole text, or undefined if it is too large. */
function record(stream: ByteStream, keep: (answer: string | undefined) => Promise<void>): ByteStream {
  let chunks: Buffer[] | undefined = []
  let length = 0
  let isEnded = false
  /** The latest step, since a client can disconnect during one. */
  let latest: Promise<Uint8Array | undefined> = Promise.resolve(undefined)

  async function step(): Promise<Uint8Array | undefined> {
    if (isEnded) return undefined
    const chunk = await stream.next()
    if (chunk === undefined) {
      isEnded = true
      await keep(chunks && Buffer.concat(chunks).toString())
      return undefined
    }
    length += chunk.length
    if (length > MAX_STORED_BYTES) chunks = undefined
    chunks?.push(Buffer.from(chunk))
    return chunk
  }

  async function drain(): Promise<void> {
    while (!isEnded) await next()
    stream.close()
  }

  function next(): Promise<Uint8Array | undefined> {
    return (latest = latest.then(step))
  }

  return { next, close: () => void drain() }
}
