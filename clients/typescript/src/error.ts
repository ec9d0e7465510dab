/**
 * A refusal of the service as an exception.
 * Guarantees: whatever was answered, `status` and `message` are there; the rest as far as it was said.
 * Leaves to others: what is no answer (no connection, an abort, a timeout), which is thrown as fetch throws it.
 */
import type { ErrorBody, ErrorCode } from './types.js'

/** What is known of an answer before its body is read. */
export interface Head {
  readonly status: number
  readonly headers: Headers
}

export class RobeError extends Error {
  override readonly name = 'RobeError'
  readonly status: number
  /** Undefined when something other than the service answered, such as a proxy. */
  readonly code: ErrorCode | undefined
  /** The field at fault, such as `base.agouti`. */
  readonly field: string | undefined
  /** What was sent there; null when it is missing. */
  readonly value: unknown
  /** What may stand there. */
  readonly expected: readonly unknown[] | undefined
  /** By this the service's operator finds the call. */
  readonly requestId: string | undefined
  /** Seconds after which the call may succeed. */
  readonly retryAfter: number | undefined

  constructor(head: Head, message: string, body: Partial<ErrorBody> = {}, options?: ErrorOptions) {
    super(message, options)
    this.status = head.status
    this.code = body.code
    this.field = body.details?.field
    this.value = body.details?.value
    this.expected = body.details?.expected
    this.requestId = head.headers.get('x-request-id') ?? undefined
    this.retryAfter = secondsOf(head.headers.get('retry-after'))
  }
}

/** The error that an answer other than 200 stands for. */
export function refusal(head: Head, text: string): RobeError {
  const body = errorBodyOf(text)
  return new RobeError(head, body.message ?? `HTTP status ${head.status}`, body)
}

/** The error of an answer that cannot be read, such as one that was cut off. */
export function unreadable(head: Head, cause: unknown): RobeError {
  return new RobeError(head, 'The answer is not what the service answers, or not all of it', {}, { cause })
}

function errorBodyOf(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** Retry-After is a number of seconds; proxies may write a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
