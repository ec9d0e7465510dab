/**
 * Port to the worker threads, which compute large crosses and inference, so that they do not block the event loop.
 */
import type { Fields } from '../../../operations/read/decode-fields.js'
import type { KeyRecord } from '../../../access/ports.js'

export interface HeavyQuestion {
  /** Id of the operation in the contract. */
  readonly endpoint: string
  /** The valid fields of the request. */
  readonly fields: Fields
  /** Language of the answer unless the fields name one. */
  readonly language: string
  /** Whether it is a cross without group_by, limit and recombination_band, which is never refused for its cost. */
  readonly isPlain: boolean
  /** For fair scheduling between keys. */
  readonly key: KeyRecord
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean
}

/** An answer in progress: its bytes, in order. */
export interface ByteStream {
  /**
   * The next bytes, valid until the next call; undefined at the end. Rejects if the answer fails.
   */
  readonly next: () => Promise<Uint8Array | undefined>
  /** Stops the work. Called once, whether or not all bytes were read. */
  readonly close: () => void
}

export interface AnswerThreads {
  /** Whether calls of this key are refused unread, because too many were refused in this second. */
  readonly turnsAway: (key: KeyRecord) => boolean
  /** Throws ClientError SERVICE_UNAVAILABLE if the queue of this key is full. */
  readonly refuseIfFull: (key: KeyRecord) => void
  /**
   * Resolves when the first bytes are available, so that an error never follows a partial answer; with all bytes of a small
   * answer. Rejects with ClientError: RESULT_TOO_LARGE for a question that costs too much; SERVICE_UNAVAILABLE if the queue is
   * full, a thread was lost, or the same question timed out within the last hour.
   */
  readonly ask: (question: HeavyQuestion) => Promise<Uint8Array | ByteStream>
}
