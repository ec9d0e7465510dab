/**
 * What a store is opened with.
 */
import type { Clock } from '../access/ports.js'

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
