/**
 * What an operator reads when a store cannot be opened or used.
 * Guarantees: the message is one sentence that names the place and the way out; no secret of an address.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
