/**
 * The port through which answers that take too long for the event loop, of crosses and open questions, are made elsewhere.
 */
import type { Fields } from '../../../operations/read/decode-fields.js'
import type { KeyRecord } from '../../../access/ports.js'

export interface HeavyQuestion {
  /** Of the contract, whose question it is. */
  readonly endpoint: string
  /** The request's fields, read already and without a fault. */
  readonly fields: Fields
  /** To answer in, when the fields do not say. */
  readonly language: string
  /** Of a cross without group_by, limit and recombination_band, which is never refused for what it costs. */
  readonly isPlain: boolean
  /** Whose question it is: keys take turns. */
  readonly key: KeyRecord
  /** Whether nobody waits for the answer any more. */
  readonly isGone: () => boolean
}

/** An answer that is being made: its bytes, in order. */
export interface ByteStream {
  /**
   * The next bytes, which stay as they are until the next are asked for; undefined after the last. Rejects when they
   * cannot be made.
   */
  readonly next: () => Promise<Uint8Array | undefined>
  /** Ends the work; called once, whether or not all bytes were taken. */
  readonly close: () => void
}

export interface AnswerThreads {
  /** Whether this key asks so much that its calls are refused before they are read. */
  readonly turnsAway: (key: KeyRecord) => boolean
  /** Throws ClientError SERVICE_UNAVAILABLE where the line of this key is full. */
  readonly refuseIfFull: (key: KeyRecord) => void
  /**
   * Resolves once the first bytes are there, so that what is refused is refused as a whole; with all of them where
   * there are few. Rejects with ClientError:
   * RESULT_TOO_LARGE for a question that costs too much, SERVICE_UNAVAILABLE where too many wait, a thread was lost, or the
   * same question ran into the time-out within the last hour.
   */
  readonly ask: (question: HeavyQuestion) => Promise<Uint8Array | ByteStream>
}
