/**
 * The store is away and what was asked cannot be known without it.
 * Guarantees: the caller may answer "not now"; it says nothing about whether a key exists.
 */
import type { Usage } from './ports.js'

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'

  constructor(
    message?: string,
    /** The counts of the key that asked, as they were last known. */
    readonly used?: Usage,
  ) {
    super(message)
  }
}
