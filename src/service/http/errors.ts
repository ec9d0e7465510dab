/**
 * The error body of the contract.
 * Guarantees: an internal error reveals no details; `details.value` is the value as sent, without parts nested too deep to
 * serialise.
 */
import { STATUS_CODES } from 'node:http'
import { ClientError } from '../../operations/client-error.js'

export type ErrorBody = ReturnType<typeof errorBody>

export function errorBody(error: ClientError) {
  const { code, message, details, status } = error
  return {
    error: STATUS_CODES[status] ?? 'Error',
    message,
    code,
    ...(details === undefined ? {} : { details: { ...details, value: cutBelow(details.value) } }),
  }
}

/** More than twice as deep as any field of the contract. Thousands of levels would overflow the stack in JSON.stringify. */
const MAX_DEPTH = 8

/** A copy without parts nested deeper than MAX_DEPTH. */
export function cutBelow(value: unknown, left = MAX_DEPTH): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (left === 0) return '…'
  if (Array.isArray(value)) return value.map((item: unknown) => cutBelow(item, left - 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutBelow(item, left - 1)]))
}

/** The error for an unexpected exception. */
export function internalError(): ClientError {
  const message = 'The request could not be answered because of a fault of the service'
  return new ClientError('INTERNAL_ERROR', message)
}
