/**
 * One API call from key to answer: identify → admit → read → check → answer → seal.
 * Guarantees: the order of refusals is the contract's; every answer is validated before its first byte; a 5xx
 * given instead of a result costs nothing.
 * Leaves to others: which route it is (gate.ts), who may call (access/), what is answered (coats/).
 */
import type { IncomingMessage } from 'node:http'
import {
  charge,
  chargeNothing,
  identify,
  lastKnownHeaders,
  limiterOf,
  type Admission,
} from '../access/admit.js'
import { clientAddress, type AddressList } from '../access/client-address.js'
import { limitsOf } from '../access/plan.js'
import type { Clock, KeyRecord, Limiter, Store } from '../access/ports.js'
import { rateHeaders } from '../access/rate-headers.js'
import { StoreUnavailable } from '../access/store-unavailable.js'
import type { Fields, OffspringListing, Possibility } from '../coats/answers.js'
import { ContractError } from '../coats/contract-error.js'
import { Unusable } from '../coats/fields.js'
import type { Memo } from '../model/memo.js'
import type { Contract, DocumentFault, Operation } from './contract.js'
import { errorBody, internalError } from './errors.js'
import type { CallFacts, Log } from './log.js'
import type { Finished } from './finished.js'
import { headerList, jsonBytes, RETRY_SECONDS, type Headers } from './respond.js'
import type { RowText } from './row-stream.js'
import type { WorkGate } from './work-gate.js'

export interface PipelineParts {
  readonly contract: Contract
  readonly store: Store
  readonly clock: Clock
  readonly trustedProxies: AddressList
  readonly log: Log
  /** Where large answers wait for their turn; one for the whole process. */
  readonly gate: WorkGate
  /** Answers of these rules and this contract. */
  readonly finished: Memo<Finished>
}

/** What is to be sent, and what the log wants to know. */
export interface Reply extends CallFacts {
  readonly status: number
  readonly headers: Headers
  /** Whole, or row by row; then a place at the gate is held. */
  readonly body: Buffer | RowText
}

/** A 200 before it is validated: a body, or a listing of many rows. */
export type Answer = { readonly headers: Headers } & (
  { readonly body: unknown } | { readonly listing: OffspringListing }
)

/** What a request asks. */
export interface Question {
  /** All that its answer depends on beside the rules; absent: the answer depends on more, and is not remembered. */
  readonly words?: string
  /** Throws ContractError for a body that is no form and no JSON object. */
  readonly fields: () => Fields
  /** To answer in, when the fields do not say. */
  readonly language: string
}

/** What a route brings: the question read from the request, and its answer. */
export interface Endpoint {
  readonly operation: Operation
  /** Rejects with ContractError 415 or 413. */
  readonly read: (request: IncomingMessage, query: string) => Question | Promise<Question>
  readonly answer: (fields: Fields, question: Question, key: KeyRecord) => Answer | Promise<Answer>
}

/** Never rejects: whatever happens becomes a reply. */
export async function runPipeline(
  parts: PipelineParts,
  endpoint: Endpoint,
  request: IncomingMessage,
  query: string,
): Promise<Reply> {
  const { operation } = endpoint
  const call: Call = { key: undefined, admission: undefined, headers: [], limiter: limiterOf(parts.store) }
  try {
    const key = await admit(parts, operation, request, call)
    const question = await endpoint.read(request, query)
    const known = question.words === undefined ? undefined : parts.finished.known(question.words)
    const { headers, body } = known ?? (await answer(parts, endpoint, question, key))
    return { status: 200, headers: [...call.headers, ...headers], body, ...factsOf(call) }
  } catch (error) {
    return await refuse(parts, operation, call, error)
  }
}

/** The checked answer, remembered if its question may be. Throws ContractError for the client's faults. */
async function answer(
  { gate, finished }: PipelineParts,
  { operation, answer }: Endpoint,
  question: Question,
  key: KeyRecord,
): Promise<Pick<Reply, 'headers' | 'body'>> {
  const fields = question.fields()
  const fault = operation.requestFault(fields)
  const found = await answer(fields, question, key)
  if (fault !== undefined) throw refusedByDocument(fault)
  const { headers } = found
  if ('listing' in found) return { headers, body: await sealListing(gate, operation, found.listing) }
  const made: Finished = { headers, body: seal(operation, 200, found.body) }
  if (question.words !== undefined) finished.keep(question.words, made)
  return made
}

/** What is known of a call so far. */
interface Call {
  key: KeyRecord | undefined
  admission: Admission | undefined
  headers: Headers
  limiter: Limiter
}

/** The key, accepted and charged. Throws ContractError: 401, 403 or 429. */
async function admit(
  { store, clock, trustedProxies }: PipelineParts,
  operation: Operation,
  request: IncomingMessage,
  call: Call,
): Promise<KeyRecord> {
  const address = clientAddress(request, trustedProxies)
  const header = request.headers['x-api-key']
  const identity = await identify({ keys: store.keys, clock }, header, operation.endpoint, address)
  if (!identity.ok) throw new ContractError(identity.code, identity.message)
  const { key } = identity
  call.key = key
  if (!operation.charged) {
    call.headers = headerList(await chargeNothing({ counters: store.counters, clock }, key))
    return key
  }
  const admission = await charge(store.counters, key)
  call.headers = headerList(admission.headers)
  if (admission.charge.local === true) call.limiter = 'local'
  if (!admission.charge.allowed) {
    throw new ContractError('RATE_LIMIT_EXCEEDED', 'The requests of this key are used up for now')
  }
  call.admission = admission
  return key
}

/** The body's bytes. Throws when it breaks the contract: then it must not be sent. */
function seal(operation: Operation, status: number, body: unknown): Buffer {
  const fault = operation.answerFault(status, body)
  if (fault !== undefined)
    throw new Error(`an answer ${status} of ${operation.endpoint} breaks the contract: ${fault}`)
  return jsonBytes(body)
}

/**
 * Waits for a place at the gate, then gives the text with its first row checked; every row that says something
 * new is checked before its bytes are given away. Throws ContractError 503 when the line at the gate is full.
 */
async function sealListing(
  gate: WorkGate,
  operation: Operation,
  { envelope, rows, rendered }: OffspringListing,
): Promise<RowText> {
  const check = (row: Possibility): void => void seal(operation, 200, { results: [row], ...envelope })
  for (const first of rows) {
    check(first)
    break
  }
  if (!(await gate.enter()))
    throw new ContractError('SERVICE_UNAVAILABLE', 'Too many large answers are under way: ask again')
  const after = JSON.stringify(envelope).slice(1)
  return { before: '{"results":[', rows: rendered(check), after: `],${after}` }
}

async function refuse(
  parts: PipelineParts,
  operation: Operation,
  call: Call,
  error: unknown,
): Promise<Reply> {
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
  parts: PipelineParts,
  operation: Operation,
  call: Call,
  refusal: ContractError,
): Promise<Reply> {
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

/** Takes the unit back; the headers tell of it too. */
async function refund(parts: PipelineParts, call: Call): Promise<void> {
  const { admission, key } = call
  if (admission === undefined || key === undefined) return
  call.admission = undefined
  const { used, at } = admission.charge
  try {
    await parts.store.counters.refund(key.id, admission.charge)
    const before = { hour: used.hour - 1, day: used.day - 1, month: used.month - 1 }
    call.headers = headerList(rateHeaders(limitsOf(key), before, at))
  } catch (error) {
    parts.log.error({ err: error, keyId: key.id }, 'a charge could not be taken back')
  }
}

function factsOf({ key, admission, limiter }: Call): CallFacts {
  return { keyId: key?.id ?? null, charged: admission === undefined ? 0 : 1, limiter }
}

function refusedByDocument({ field, value, expected }: DocumentFault): ContractError {
  const sent = value instanceof Unusable ? value.value : value
  const details = { field, value: sent ?? null, expected: [expected] }
  return new ContractError('VALIDATION_INVALID_FIELD', `${field}: ${expected}`, details)
}
