/**
 * The port for repeated calls: a batch sent again with its idempotency key gets the same answer.
 */
type Awaitable<T> = T | Promise<T>

/** What is known of a claimed name: nothing yet, or what became of the call that claimed it. */
export type Claim =
  | { readonly state: 'new' | 'running' | 'other body' | 'not kept' }
  | { readonly state: 'kept'; readonly answer: string }

/**
 * Answers kept for repeated calls with the same `Idempotency-Key`. Names and bodies are digests. A claim and its outcome last a day;
 * the answers of the last ten calls of a key are kept.
 */
export interface Replays {
  /** Claims the name for this body, unless an earlier call has claimed it. */
  claim(keyId: number, name: string, body: string): Awaitable<Claim>
  /** Keeps the answer of a claimed call; undefined: only the fact that it was answered. */
  keep(keyId: number, name: string, body: string, answer: string | undefined): Awaitable<void>
  /** Drops the claim of a call that was refused. */
  release(keyId: number, name: string): Awaitable<void>
}
