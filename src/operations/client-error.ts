/**
 * A client's error as the contract defines it: status, code, message and the place of the fault.
 * Guarantees: every error body is one of these; the text is in English.
 */

export const ERROR_STATUS = {
  AUTH_MISSING_KEY: 401,
  AUTH_INVALID_KEY: 401,
  AUTH_KEY_SUSPENDED: 403,
  AUTH_ACCESS_DENIED: 403,
  VALIDATION_INVALID_GENES: 400,
  VALIDATION_MISSING_FIELD: 400,
  VALIDATION_INVALID_FIELD: 400,
  VALIDATION_CONTRADICTION: 400,
  RESULT_TOO_LARGE: 400,
  RATE_LIMIT_EXCEEDED: 429,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  IDEMPOTENCY_CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_MISMATCH: 422,
  SERVICE_UNAVAILABLE: 503,
  INTERNAL_ERROR: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The place of the fault, such as `mother.base.agouti`, the value found there and the values it accepts. */
export interface ErrorDetails {
  readonly field: string
  readonly value: unknown
  readonly expected: readonly unknown[]
}

export class ClientError extends Error {
  override readonly name = 'ClientError'
  readonly status: number

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: ErrorDetails,
  ) {
    super(message)
    this.status = ERROR_STATUS[code]
  }
}
