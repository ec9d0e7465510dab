/**
 * Answers held against the contract before their first byte, and turned into bytes.
 * Guarantees: what breaks the contract is never sent: it is a defect of ours, and becomes a 500.
 * Leaves to others: what the contract asks for (contract.ts), sending (respond.ts, send-stream.ts).
 */
import type { CheckRows, OffspringListing } from '../coats/answers.js'
import type { Operation } from './contract/contract.js'
import { jsonBytes } from './respond.js'

/** The bytes of a 200. Throws when it breaks the contract. */
export function serializeChecked(operation: Operation, body: unknown): Buffer {
  demand(operation, body)
  return jsonBytes(body)
}

/** The bytes of a 200 that lists the foals of two parents. Throws when it breaks the contract. */
export function serializeListing(operation: Operation, listing: OffspringListing): Buffer {
  return Buffer.concat([...listing.bytes(checkRows(operation, listing.envelope))])
}

/** The check of an answer's rows, and with them of what stands around them. */
export function checkRows(operation: Operation, envelope: OffspringListing['envelope']): CheckRows {
  return (rows) => demand(operation, { results: rows, ...envelope })
}

function demand(operation: Operation, body: unknown): void {
  const fault = operation.answerFault(200, body)
  if (fault !== undefined)
    throw new Error(`an answer 200 of ${operation.endpoint} breaks the contract: ${fault}`)
}
