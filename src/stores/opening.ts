/**
 * Options of a store, and the error for operators if it cannot be opened or used.
 * Guarantees: the message of a StoreError is one sentence with the place and the remedy, without secrets.
 */
import type { Clock } from '../access/ports.js'

export class StoreError extends Error {
  override readonly name = 'StoreError'
}

export interface StoreOptions {
  readonly clock: Clock
  /** Called with one line for the operator when the store starts to fail, and one when it has recovered. */
  readonly onNotice: (line: string) => void
  /** Called with the class of each fault. */
  readonly onFault: (kind: string) => void
  /** True: refuse calls while a shared store is unavailable. */
  readonly required: boolean
  /** Replaces the clock of a shared store, for tests. */
  readonly storeClock?: Clock
  /** Timeout of a shared store in milliseconds; longer in some tests. */
  readonly storePatience?: number
}
