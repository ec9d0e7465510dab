/**
 * What an operator reads when a store cannot be opened or used.
 * Guarantees: the message is one sentence that names the place and the way out; no secret of an address.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

function refused(): never {
  throw new Error('only a server counts calls')
}

/** What a command beside a server must never do: two processes would count one key. */
export const READ_ONLY = Object.freeze({ charge: refused, refund: refused })
