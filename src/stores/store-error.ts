/**
 * What an operator is told when a store cannot be opened.
 * Guarantees: the message is one sentence that names the place and the way out; no secret of an address.
 * Leaves to others: printing it and leaving with exit code 1.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
