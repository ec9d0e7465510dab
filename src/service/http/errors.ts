/**
 * What a client reads when something is refused or has failed: the error body of the contract.
 * Guarantees: a defect of ours shows nothing but that it happened; a value at fault is shown as it was sent,
 * but for what is nested too deep to be written.
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

/** No field of the contract is nested half as deep; thousands of brackets would overflow JSON.stringify. */
const DEEPEST = 8

/** A copy without what is nested deeper than any field of the contract. */
export function cutBelow(value: unknown, left = DEEPEST): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (left === 0) return '…'
  if (Array.isArray(value)) return value.map((item: unknown) => cutBelow(item, left - 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutBelow(item, left - 1)]))
}

/** What a client may know of a defect. */
export function internalError(): ClientError {
  const message = 'The request could not be answered because of a fault of the service'
  return new ClientError('INTERNAL_ERROR', message)
}
