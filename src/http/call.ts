/**
 * One call: admitted and charged, then answered or refused; its headers tell what is left of the key's limits.
 * Guarantees: a 5xx costs nothing: its unit is taken back once, and the headers tell of that too; an error body keeps
 * the contract like any other.
 * Leaves to others: who may call and how often (access/), the body of an error (errors.ts).
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
import { clientAddress } from '../access/client-address.js'
import { limitsOf } from '../access/plan.js'
import { StoreUnavailable, type KeyRecord, type Limiter } from '../access/ports.js'
import { rateHeaders, usedUp } from '../access/rate-headers.js'
import { ContractError } from '../coats/contract-error.js'
import type { ByteStream } from './answer-threads.js'
import { errorBody, internalError } from './errors.js'
import type { CallFacts } from './ops/access-log.js'
import { headerList, jsonBytes, type Headers } from './respond.js'
import type { Endpoint } from './routes.js'
import type { ServiceParts } from './service-parts.js'

/** When a client may ask again after a 503. */
const RETRY_SECONDS = '1'

/** What is to be sent, and what the log wants to know. */
export interface Reply extends CallFacts {
  readonly status: number
  readonly headers: Headers
  /** Whole, or as it is made. */
  readonly body: Buffer | ByteStream
}

export class Call {
  private key: KeyRecord | undefined
  /** What is to be taken back should this become a 5xx. */
  private admission: Admission | undefined
  /** Of limits; none before a key was accepted. */
  private headers: Headers = []
  private limiter: Limiter

  constructor(
    private readonly parts: ServiceParts,
    private readonly endpoint: Endpoint,
  ) {
    this.limiter = limiterOf(parts.store)
  }

  /** The key, accepted and charged. Throws ContractError: 401, 403, 429, or 503 for a key that was refused too often. */
  async admit(request: IncomingMessage): Promise<KeyRecord> {
    const { store, clock, trustedProxies, threads } = this.parts
    const { operation, takesTurns } = this.endpoint
    const address = clientAddress(request, trustedProxies)
    const header = request.headers['x-api-key']
    const identity = await identify({ keys: store.keys, clock }, header, operation.endpoint, address)
    if (!identity.ok)
      throw new ContractError(identity.code, identity.message + unreadKey(identity.code, request))
    const { key } = identity
    this.key = key
    if (takesTurns === true && threads.turnsAway(key))
      throw new ContractError('SERVICE_UNAVAILABLE', 'Too many calls of this key were refused in this second')
    if (!operation.charged) {
      this.headers = headerList(await chargeNothing({ counters: store.counters, clock }, key))
      return key
    }
    const admission = await charge(store.counters, key)
    this.headers = headerList(admission.headers)
    if (admission.charge.local === true) this.limiter = 'local'
    if (!admission.charge.allowed)
      throw new ContractError(
        'RATE_LIMIT_EXCEEDED',
        usedUp(limitsOf(key), admission.charge.used, admission.charge.at),
      )
    this.admission = admission
    return key
  }

  reply(status: number, headers: Headers, body: Reply['body']): Reply {
    const { key, admission, limiter } = this
    const charged = admission === undefined ? 0 : 1
    return { status, headers: [...this.headers, ...headers], body, keyId: key?.id ?? null, charged, limiter }
  }

  /** Never rejects. @param error whatever was thrown on the way to an answer */
  async refuse(error: unknown): Promise<Reply> {
    const { log, clock } = this.parts
    const { operation } = this.endpoint
    const refusal = refusalOf(error)
    if (refusal === undefined) log.error({ err: error, endpoint: operation.endpoint }, 'a request failed')
    // An accepted key learns its limits, also when its counts could not be had.
    if (this.key !== undefined && this.headers.length === 0)
      this.headers = headerList(lastKnownHeaders(this.key, error, clock))
    const shown = refusal ?? internalError()
    const { status } = shown
    const body = errorBody(shown)
    const fault = operation.answerFault(status, body)
    if (status >= 500 || fault !== undefined) await this.refund()
    if (fault === undefined) return this.reply(status, headersOf(status), jsonBytes(body))
    log.error({ endpoint: operation.endpoint, status, fault }, 'an error body breaks the contract')
    return this.reply(500, [], jsonBytes(errorBody(internalError())))
  }

  private async refund(): Promise<void> {
    const { admission, key } = this
    if (admission === undefined || key === undefined) return
    this.admission = undefined
    const { used, at } = admission.charge
    try {
      await this.parts.store.counters.refund(key.id, admission.charge)
      const before = { hour: used.hour - 1, day: used.day - 1, month: used.month - 1 }
      this.headers = headerList(rateHeaders(limitsOf(key), before, at))
    } catch (error) {
      this.parts.log.error({ err: error, keyId: key.id }, 'a charge could not be taken back')
    }
  }
}

/** Where the client of a call without a key put one instead. */
function unreadKey(code: ContractError['code'], { headers, url = '' }: IncomingMessage): string {
  if (code !== 'AUTH_MISSING_KEY') return ''
  if (headers['x-api-key'] !== undefined) return ' The one that was sent is empty.'
  if (headers.authorization !== undefined) return ' The Authorization header is not read.'
  const other = Object.keys(headers).find((name) => /^(?:x[-_])?(?:api[-_]?)?(?:key|token)$/.test(name))
  if (other !== undefined) return ` The header ${other} is not read.`
  const isInAddress = /[?&][^=&]*(?:key|token)=/i.test(url)
  return isInAddress ? ' No key is read from the address, where logs would keep it.' : ''
}

/** Undefined: a defect of ours. The store itself reports that it is away, not every request. */
function refusalOf(error: unknown): ContractError | undefined {
  if (error instanceof ContractError) return error
  if (!(error instanceof StoreUnavailable)) return undefined
  return new ContractError('SERVICE_UNAVAILABLE', 'The service cannot answer at present')
}

/** What a status of its own needs beside the limits. */
function headersOf(status: number): Headers {
  switch (status) {
    case 401:
      return ['WWW-Authenticate', 'ApiKey header="X-API-Key"']
    case 503:
      return ['Retry-After', RETRY_SECONDS]
    // What is left of a refused body must not be taken for the next request.
    case 413:
    case 415:
      return ['Connection', 'close']
    default:
      return []
  }
}
