/**
 * Answers held against the contract before their first byte, and turned into bytes.
 * Guarantees: what breaks the contract is never sent: it is a defect of ours, and becomes a 500.
 * Leaves to others: what the contract asks for (contract.ts), sending (respond.ts, row-stream.ts).
 */
import type { CheckRows, OffspringListing } from '../coats/answers.js'
import { ContractError } from '../coats/contract-error.js'
import type { Operation } from './contract.js'
import { jsonBytes } from './respond.js'
import type { RowText } from './row-stream.js'
import type { WorkGate } from './work-gate.js'

/** The bytes of a 200. Throws when it breaks the contract. */
export function seal(operation: Operation, body: unknown): Buffer {
  demand(operation, body)
  return jsonBytes(body)
}

/** Up to so many rows text is put together sooner than bytes, and sent at once. */
export const MOST_ROWS_AT_ONCE = 300

/**
 * The bytes of a listing, all at once while its rows are few; otherwise its text, chunk by chunk, when there is a place
 * at the gate. Rows that say something new are checked before their bytes are given away, the first one before any.
 * Rejects with ContractError 503 when the line at the gate is full.
 */
export async function sealListing(
  gate: WorkGate,
  operation: Operation,
  { envelope, count, rows, text, rendered }: OffspringListing,
): Promise<Buffer | RowText> {
  const check: CheckRows = (some) => demand(operation, { results: some, ...envelope })
  const before = '{"results":['
  const after = `],${JSON.stringify(envelope).slice(1)}`
  if (count <= MOST_ROWS_AT_ONCE) return Buffer.from(before + text(check) + after)
  for (const first of rows) {
    check([first])
    break
  }
  if (!(await gate.enter()))
    throw new ContractError('SERVICE_UNAVAILABLE', 'Too many large answers are under way: ask again')
  return { before, rows: rendered(check), after }
}

function demand(operation: Operation, body: unknown): void {
  const fault = operation.answerFault(200, body)
  if (fault !== undefined)
    throw new Error(`an answer 200 of ${operation.endpoint} breaks the contract: ${fault}`)
}
