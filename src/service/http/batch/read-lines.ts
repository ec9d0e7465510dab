/**
 * Reads the body of a batch: one JSON object per line (NDJSON).
 * Guarantees: other media types and compressed bodies are refused; size and number of lines are bounded before anything is computed.
 */
import type { IncomingMessage } from 'node:http'
import { ClientError } from '../../../operations/client-error.js'
import { faultAt } from '../../../operations/read/refusals.js'
import { readText } from '../request/body.js'

export const NDJSON = 'application/x-ndjson'

export const MAX_LINES = 1_000
const MAX_BYTES = 4 * 1024 * 1024

/** A line that is not empty, with its number in the body, from 1. */
export interface SentLine {
  readonly number: number
  readonly text: string
}

/** The text of the body. Rejects with ClientError: 415, 413 or 400. */
export async function readBatch(request: IncomingMessage): Promise<string> {
  return (await readText(request, [NDJSON], MAX_BYTES)).text
}

/** The lines that are not empty, between 1 and MAX_LINES. Throws ClientError 400 or 413. */
export function linesOf(text: string): readonly SentLine[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, i) => ({ number: i + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
  const expected = `1 to ${MAX_LINES} lines of JSON`
  if (lines.length === 0) throw faultAt('body', null, `The batch has no lines: send ${expected}`, [expected])
  if (lines.length <= MAX_LINES) return lines
  throw new ClientError(
    'PAYLOAD_TOO_LARGE',
    `The batch has ${lines.length} lines, and at most ${MAX_LINES} are accepted: send several batches`,
  )
}
