/**
 * One call: admitted and charged, then answered or refused; its headers tell what is left of the key's limits.
 * Guarantees: a 5xx costs nothing: its unit is taken back once, and the headers tell of that too; an error body keeps
 * the contract like any other.
 * Leaves to others: who may call and how often (access/), the body of an error (errors.ts).
 */
import type { IncomingMessage } from 'node:http'
import { identify, limiterOf } from '../../access/admit.js'
import { BURST, REFILL_PER_SECOND } from '../../access/free-calls.js'
import { clientAddress } from '../../access/client-address.js'
import { limitsOf } from '../../access/plan.js'
import { StoreUnavailable, type Charge, type KeyRecord, type Limiter } from '../../access/ports.js'
import { perWindow } from '../../access/window.js'
import { rateHeaders, usedUp } from '../../access/rate-headers.js'
import { ClientError } from '../../operations/client-error.js'
import type { ByteStream } from './fairness/answer-threads.js'
import { errorBody, internalError } from './errors.js'
import { holdRefusal } from './fairness/held-refusals.js'
import type { CallFacts } from './log/access-log.js'
import { headerList, jsonBytes, type Headers } from './respond.js'
import type { Endpoint } from './routes.js'
import type { ServiceParts } from './service-parts.js'

/** What a status of its own needs beside the limits. */
const HEADERS_OF: Readonly<Record<number, Headers>> = {
  401: ['WWW-Authenticate', 'ApiKey header="X-API-Key"'],
  // When a client may ask again.
  503: ['Retry-After', '1'],
  // What is left of a refused body must not be taken for the next request.
  413: ['Connection', 'close'],
  415: ['Connection', 'close'],
}

const TOO_OFTEN =
  `This key asks for this too often: at most ${BURST} times at once, and then ${REFILL_PER_SECOND} times a second. ` +
  'Keep the answer with its ETag, and ask again in 1 second'

/** What is to be sent, and what the log wants to know. */
export interface Reply extends CallFacts {
  readonly status: number
  readonly headers: Headers
  /** Whole, or as it is made. */
  readonly body: Buffer | ByteStream
}

export class Call {
  private key: KeyRecord | undefined
  /** Where the key stands with its limits; undefined before its secret was found valid, and while that is not known. */
  private standing: Charge | undefined
  /** Whether a unit is to be taken back should this become a 5xx. */
  private isCharged = false
  private limiter: Limiter
  private address: string | undefined

  constructor(
    private readonly parts: ServiceParts,
    private readonly endpoint: Endpoint,
  ) {
    this.limiter = limiterOf(parts.store)
  }

  /** The key, accepted and charged. Throws ClientError: 401, 403, 429, or 503 for a key that was refused too often. */
  async admit(request: IncomingMessage): Promise<KeyRecord> {
    const { store, clock, trustedProxies, threads } = this.parts
    const { operation, heavy, freeCalls } = this.endpoint
    const address = (this.address = clientAddress(request, trustedProxies))
    const header = request.headers['x-api-key']
    const identity = await identify({ keys: store.keys, clock }, header, operation.endpoint, address)
    this.key = identity.key
    if (!identity.ok) {
      if (identity.key !== undefined) this.standing = await this.readStanding(identity.key)
      throw new ClientError(identity.code, identity.message + unreadKey(identity.code, request))
    }
    const { key } = identity
    const { counters } = store
    if (freeCalls !== undefined) {
      const { isAllowed, used } = freeCalls.call(key.id)
      this.standing = { allowed: true, used: await used, at: (counters.clock ?? clock).now() }
      if (!isAllowed) throw new ClientError('RATE_LIMIT_EXCEEDED', TOO_OFTEN)
      return key
    }
    const isTurnedAway = heavy !== undefined && threads.turnsAway(key)
    if (isTurnedAway) await holdRefusal()
    if (isTurnedAway || !operation.charged) {
      // The headers show the present state. A call that is free of charge is the key's latest use, a refused one is none.
      const used = await counters.usage(key.id, !isTurnedAway)
      this.standing = { allowed: true, used, at: (counters.clock ?? clock).now() }
      if (isTurnedAway)
        throw new ClientError('SERVICE_UNAVAILABLE', 'Too many calls of this key were refused in this second')
      return key
    }
    const limits = limitsOf(key)
    this.standing = await counters.charge(key.id, limits)
    if (this.standing.local === true) this.limiter = 'local'
    if (!this.standing.allowed) throw new ClientError('RATE_LIMIT_EXCEEDED', usedUp(limits, this.standing))
    this.isCharged = true
    return key
  }

  /** Where a key stands that may not make this call, which is no use of the key. A store that is away changes no refusal. */
  private async readStanding({ id }: KeyRecord): Promise<Charge> {
    const { counters } = this.parts.store
    try {
      const used = await counters.usage(id)
      return { allowed: true, used, at: (counters.clock ?? this.parts.clock).now() }
    } catch (error) {
      if (error instanceof StoreUnavailable) return this.lastKnown(error)
      throw error
    }
  }

  reply(status: number, headers: Headers, body: Reply['body']): Reply {
    const { key, standing, limiter, address } = this
    const ofLimits = key && standing ? headerList(rateHeaders(limitsOf(key), standing)) : []
    const charged = this.isCharged ? 1 : 0
    return {
      status,
      headers: [...ofLimits, ...headers],
      body,
      keyId: key?.id ?? null,
      charged,
      limiter,
      address,
    }
  }

  /** Never rejects. @param error whatever was thrown on the way to an answer */
  async refuse(error: unknown): Promise<Reply> {
    const { log } = this.parts
    const { operation } = this.endpoint
    const refusal = refusalOf(error)
    if (refusal === undefined) log.error({ err: error, endpoint: operation.endpoint }, 'a request failed')
    this.standing ??= this.lastKnown(error)
    const shown = refusal ?? internalError()
    const { status } = shown
    const body = errorBody(shown)
    const fault = operation.answerFault(status, body)
    if (status >= 500 || fault !== undefined) await this.refund()
    if (fault === undefined) return this.reply(status, this.headersOf(status), jsonBytes(body))
    log.error({ endpoint: operation.endpoint, status, fault }, 'an error body breaks the contract')
    return this.reply(500, [], jsonBytes(errorBody(internalError())))
  }

  /** What a refusal needs beside the limits. */
  private headersOf(status: number): Headers {
    // Windows that are full have a Retry-After of their own.
    if (status === 429 && this.standing?.allowed === true) return ['Retry-After', '1']
    return HEADERS_OF[status] ?? []
  }

  /**
   * Where an accepted key stood when the store failed before it could say. What is not known counts as unused, since a
   * caller who reads that nothing remains would wait for the end of a month.
   */
  private lastKnown(failure: unknown): Charge {
    const used = failure instanceof StoreUnavailable ? failure.used : undefined
    return { allowed: true, used: used ?? perWindow(() => 0), at: this.parts.clock.now() }
  }

  private async refund(): Promise<void> {
    const { isCharged, standing, key } = this
    if (!isCharged || standing === undefined || key === undefined) return
    this.isCharged = false
    try {
      await this.parts.store.counters.refund(key.id, standing)
      this.standing = { ...standing, used: perWindow((window) => standing.used[window] - 1) }
    } catch (error) {
      this.parts.log.error({ err: error, keyId: key.id }, 'a charge could not be taken back')
    }
  }
}

/** Where the client of a call without a key put one instead. */
function unreadKey(code: ClientError['code'], { headers, url = '' }: IncomingMessage): string {
  if (code !== 'AUTH_MISSING_KEY') return ''
  if (headers['x-api-key'] !== undefined) return ' The one that was sent is empty.'
  if (headers.authorization !== undefined) return ' The Authorization header is not read.'
  const other = Object.keys(headers).find((name) => /^(?:x[-_])?(?:api[-_]?)?(?:key|token)$/.test(name))
  if (other !== undefined) return ` The header ${other} is not read.`
  const isInAddress = /[?&][^?=&]*(?:key|token)=/i.test(url)
  return isInAddress ? ' No key is read from the address, where logs would keep it.' : ''
}

/** Undefined: a defect of ours. The store itself reports that it is away, not every request. */
function refusalOf(error: unknown): ClientError | undefined {
  if (error instanceof ClientError) return error
  if (!(error instanceof StoreUnavailable)) return undefined
  return new ClientError('SERVICE_UNAVAILABLE', 'The service cannot answer at present')
}
