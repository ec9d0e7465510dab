/**
 * The store is away and what was asked cannot be known without it.
 * Guarantees: whoever catches it may answer "not now"; it says nothing about whether a key exists.
 * Leaves to others: the 503 (http/) and when a store gives up (stores/).
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}
