/**
 * What a call gets instead of a result: the client's fault, the store's absence, or a defect of ours.
 * Guarantees: a 5xx costs nothing; an error body keeps the contract like any other; an accepted key is told its limits.
 * Leaves to others: finding the fault (coats/, access/, contract.ts), its body (errors.ts).
 */
import { lastKnownHeaders } from '../access/admit.js'
import { StoreUnavailable } from '../access/store-unavailable.js'
import { ContractError } from '../coats/contract-error.js'
import { Unusable } from '../coats/request/decode-fields.js'
import { factsOf, refund, type Call, type CallParts } from './call.js'
import type { DocumentFault, Operation } from './contract/contract.js'
import { errorBody, internalError } from './errors.js'
import type { CallFacts } from './ops/access-log.js'
import { headerList, jsonBytes, RETRY_SECONDS, type Headers } from './respond.js'

export interface Refused extends CallFacts {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

/** Never rejects. @param error whatever was thrown on the way to a result */
export async function refuse(
  parts: CallParts,
  operation: Operation,
  call: Call,
  error: unknown,
): Promise<Refused> {
  const refusal = refusalOf(error)
  if (refusal === undefined) parts.log.error({ err: error, endpoint: operation.endpoint }, 'a request failed')
  // A key that was accepted is told its limits, also when its counts could not be had.
  if (call.key !== undefined && call.headers.length === 0)
    call.headers = headerList(lastKnownHeaders(call.key, error, parts.clock))
  return await send(parts, operation, call, refusal ?? internalError())
}

/** Undefined: a defect of ours. That a store is away is told by the store, not by every request. */
function refusalOf(error: unknown): ContractError | undefined {
  if (error instanceof ContractError) return error
  if (!(error instanceof StoreUnavailable)) return undefined
  return new ContractError('SERVICE_UNAVAILABLE', 'The service cannot answer at present')
}

async function send(
  parts: CallParts,
  operation: Operation,
  call: Call,
  refusal: ContractError,
): Promise<Refused> {
  if (refusal.status >= 500 && call.admission !== undefined) await refund(parts, call)
  const { status } = refusal
  const headers: Headers = [
    ...call.headers,
    ...(status === 503 ? ['Retry-After', RETRY_SECONDS] : []),
    ...(status === 401 ? ['WWW-Authenticate', 'ApiKey header="X-API-Key"'] : []),
    // What is left of a refused body must not be taken for the next request.
    ...(status === 413 || status === 415 ? ['Connection', 'close'] : []),
  ]
  const body = errorBody(refusal)
  const fault = operation.answerFault(status, body)
  if (fault === undefined) return { status, headers, body: jsonBytes(body), ...factsOf(call) }
  parts.log.error({ endpoint: operation.endpoint, status, fault }, 'an error body breaks the contract')
  if (call.admission !== undefined) await refund(parts, call)
  const failed = jsonBytes(errorBody(internalError()))
  return { status: 500, headers: call.headers, body: failed, ...factsOf(call) }
}

/** A fault by the document's own words, where the model had nothing to say. */
export function refusedByDocument({ field, value, expected }: DocumentFault): ContractError {
  const sent = value instanceof Unusable ? value.value : value
  const details = { field, value: sent ?? null, expected: [expected] }
  return new ContractError('VALIDATION_INVALID_FIELD', `${field}: ${expected}`, details)
}
