/**
 * What a store is opened with, and what an operator reads when it cannot be opened or used.
 * Guarantees: the message of a StoreError is one sentence that names the place and the way out; no secret of an address.
 */
import type { Clock } from '../access/ports.js'

export class StoreError extends Error {
  override readonly name = 'StoreError'
}

export interface StoreOptions {
  readonly clock: Clock
  /** Takes one line for the operator when the store begins to fail, and one when it works again. */
  readonly onNotice: (line: string) => void
  /** Takes the class of each fault. */
  readonly onFault: (kind: string) => void
  /** True: while a shared store is away nothing is charged and nothing is served. */
  readonly required: boolean
  /** Takes the place of a shared store's own clock; only tests have a use for it. */
  readonly storeClock?: Clock
  /** How long a shared store may be silent, milliseconds; tests of what is counted leave it more time. */
  readonly storePatience?: number
}
