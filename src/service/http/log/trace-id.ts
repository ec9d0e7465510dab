/**
 * Reads the trace id from the `traceparent` header (W3C Trace Context).
 * Guarantees: undefined unless the header is valid; only hexadecimal digits reach the log.
 */
import type { IncomingHttpHeaders } from 'node:http'

/** Versions after 00 may append fields. */
const TRACE_PARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/

export function traceIdOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['traceparent']
  if (typeof header !== 'string') return undefined
  const [, version, traceId, more] = TRACE_PARENT.exec(header) ?? []
  return version === '00' && more !== undefined ? undefined : traceId
}
