/**
 * Port to the worker threads, which compute what would hold the event loop for too long: large crosses and inference.
 */
import type { Fields } from '../../../operations/read/decode-fields.js'
import type { KeyRecord } from '../../../access/ports.js'

export interface HeavyQuestion {
  /** Id of the operation in the contract. */
  readonly endpoint: string
  /** The fields of the request, which are valid. */
  readonly fields: Fields
  /** Language of the answer unless the fields name one. */
  readonly language: string
  /** Whether it is a cross without group_by, limit and recombination_band, which is never refused for its cost. */
  readonly isPlain: boolean
  /** Keys take turns. */
  readonly key: KeyRecord
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean
}

/** An answer in progress: its bytes, in order. */
export interface ByteStream {
  /**
   * The next bytes, which are valid until the next call; undefined after the last. Rejects when they cannot be made.
   */
  readonly next: () => Promise<Uint8Array | undefined>
  /** Ends the work; called once, whether or not all bytes were taken. */
  readonly close: () => void
}

export interface AnswerThreads {
  /** Whether calls of this key are refused unread, since many were refused in this second. */
  readonly turnsAway: (key: KeyRecord) => boolean
  /** Throws ClientError SERVICE_UNAVAILABLE where the queue of this key is full. */
  readonly refuseIfFull: (key: KeyRecord) => void
  /**
   * Resolves once the first bytes are there, so that a refusal is never preceded by a part of an answer; with all bytes
   * where they are few. Rejects with ClientError: RESULT_TOO_LARGE for a question that costs too much,
   * SERVICE_UNAVAILABLE where too many wait, a thread was lost, or the same question timed out within the last hour.
   */
  readonly ask: (question: HeavyQuestion) => Promise<Uint8Array | ByteStream>
}
