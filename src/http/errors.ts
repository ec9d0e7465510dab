/**
 * What a client reads when something is refused or has failed: the error body of the contract.
 * Guarantees: a defect of ours shows nothing but that it happened.
 */
import { STATUS_CODES } from 'node:http'
import { ContractError } from '../coats/contract-error.js'

export interface ErrorBody {
  readonly error: string
  readonly message: string
  readonly code: string
  readonly details?: {
    readonly field: string
    readonly value: unknown
    readonly expected: readonly unknown[]
  }
}

export function errorBody(error: ContractError): ErrorBody {
  const { code, message, details, status } = error
  return {
    error: STATUS_CODES[status] ?? 'Error',
    message,
    code,
    ...(details === undefined ? {} : { details }),
  }
}

/** What a client may know of a defect. */
export function internalError(): ContractError {
  return new ContractError(
    'INTERNAL_ERROR',
    'The request could not be answered because of a fault of the service',
  )
}
