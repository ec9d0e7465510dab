/**
 * One API call: admits and charges the key, then builds the reply or the error, with rate-limit headers.
 * Guarantees: a 5xx costs nothing: its units are refunded once, and the headers reflect that; error bodies are validated against
 * the contract like all others.
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
import { errorBody, internalError, type ErrorBody } from './errors.js'
import type { CallFacts } from './log/access-log.js'
import { headerList, jsonBytes, type Headers } from './respond.js'
import type { Endpoint } from './routes.js'
import type { ServiceParts } from './service-parts.js'

/** Extra headers by status. */
const HEADERS_OF: Readonly<Record<number, Headers>> = {
  401: ['WWW-Authenticate', 'ApiKey header="X-API-Key"'],
  503: ['Retry-After', '1'],
  // The unread rest of a refused body must not be parsed as the next request.
  413: ['Connection', 'close'],
  415: ['Connection', 'close'],
}

const TOO_OFTEN =
  `This key calls this operation too often: at most ${BURST} calls in a burst, then ${REFILL_PER_SECOND} per second. ` +
  'Cache the answer with its ETag, and retry in 1 second'

/** A reply with the facts for the access log. */
export interface Reply extends CallFacts {
  readonly status: number
  readonly headers: Headers
  /** The complete body, or a stream of it. */
  readonly body: Buffer | ByteStream
}

export class Call {
  private key: KeyRecord | undefined
  /** Usage of the key; undefined until its secret is found valid and its usage is known. */
  private standing: Charge | undefined
  /** Units charged and not refunded. */
  private charged = 0
  /** Units of a refused charge. */
  private refusedUnits = 1
  private limiter: Limiter
  private address: string | undefined

  constructor(
    private readonly parts: ServiceParts,
    private readonly endpoint: Pick<Endpoint, 'operation' | 'heavy' | 'freeCalls'>,
  ) {
    this.limiter = limiterOf(parts.store)
  }

  /** Accepts and charges the key. Throws ClientError: 401, 403, 429, or 503 for a key that was refused too often. */
  async admit(request: IncomingMessage): Promise<KeyRecord> {
    const key = await this.identify(request)
    const { store, clock, threads } = this.parts
    const { operation, heavy, freeCalls } = this.endpoint
    const { counters } = store
    if (freeCalls !== undefined) {
      const { isAllowed, used } = freeCalls.call(key.id)
      this.standing = { allowed: true, used: await used, at: (counters.clock ?? clock).now() }
      if (!isAllowed) throw new ClientError('RATE_LIMIT_EXCEEDED', TOO_OFTEN)
      return key
    }
    const isTurnedAway = heavy !== undefined && threads.turnsAway(key)
    if (isTurnedAway || !operation.charged) {
      // The headers show the current usage. A free call updates the key's last use, a refused one does not.
      const used = await counters.usage(key.id, !isTurnedAway)
      this.standing = { allowed: true, used, at: (counters.clock ?? clock).now() }
      if (isTurnedAway)
        throw new ClientError('SERVICE_UNAVAILABLE', 'Too many calls of this key were refused in this second')
      return key
    }
    await this.charge(key)
    return key
  }

  /** Accepts the key and charges nothing. Throws ClientError: 401 or 403. */
  async identify(request: IncomingMessage): Promise<KeyRecord> {
    const { store, clock, trustedProxies } = this.parts
    const address = (this.address = clientAddress(request, trustedProxies))
    const header = request.headers['x-api-key']
    const { endpoint } = this.endpoint.operation
    const identity = await identify({ keys: store.keys, clock }, header, endpoint, address)
    this.key = identity.key
    if (identity.ok) return identity.key
    if (identity.key !== undefined) this.standing = await this.readStanding(identity.key)
    throw new ClientError(identity.code, identity.message + unreadKey(identity.code, request))
  }

  /** Charges the units to every window, or to none. Throws ClientError 429. */
  async charge(key: KeyRecord, units = 1): Promise<void> {
    const limits = limitsOf(key)
    const standing = (this.standing = await this.parts.store.counters.charge(key.id, limits, units))
    if (standing.local === true) this.limiter = 'local'
    if (standing.allowed) this.charged = units
    else {
      this.refusedUnits = units
      throw new ClientError('RATE_LIMIT_EXCEEDED', usedUp(limits, standing, units))
    }
  }

  /** Shows the key's usage in the headers of a call that is not charged. */
  async showUsage(key: KeyRecord): Promise<void> {
    this.standing ??= await this.readStanding(key)
  }

  /** Usage of a key that may not make this call, without updating its last use. An unavailable store does not change the refusal. */
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
    const { key, standing, limiter, address, refusedUnits } = this
    const ofLimits = key && standing ? headerList(rateHeaders(limitsOf(key), standing, refusedUnits)) : []
    const charged = (): number => this.charged
    return {
      status,
      headers: [...ofLimits, ...headers],
      body,
      keyId: key?.id ?? null,
      // Read after the answer, because questions of a batch may have been refunded until then.
      get charged() {
        return charged()
      },
      limiter,
      address,
    }
  }

  /** The reply for an exception. Never rejects. */
  async refuse(error: unknown): Promise<Reply> {
    this.standing ??= this.lastKnown(error)
    const { status, body } = this.errorOf(error)
    if (status >= 500) await this.refund()
    return this.reply(status, this.headersOf(status), jsonBytes(body))
  }

  /** Status and body for an exception; 500 for a bug, which is logged. */
  errorOf(error: unknown): { readonly status: number; readonly body: ErrorBody } {
    const { log } = this.parts
    const { operation } = this.endpoint
    const refusal = refusalOf(error)
    if (refusal === undefined) log.error({ err: error, endpoint: operation.endpoint }, 'a request failed')
    const shown = refusal ?? internalError()
    const { status } = shown
    const body = errorBody(shown)
    const fault = operation.answerFault(status, body)
    if (fault === undefined) return { status, body }
    log.error({ endpoint: operation.endpoint, status, fault }, 'an error body breaks the contract')
    return { status: 500, body: errorBody(internalError()) }
  }

  /** Extra headers of a refusal. */
  private headersOf(status: number): Headers {
    // For exhausted quotas rateHeaders already sets Retry-After.
    if (status === 429 && this.standing?.allowed === true) return ['Retry-After', '1']
    return HEADERS_OF[status] ?? []
  }

  /**
   * The last known usage of a key, if the store failed. Unknown usage counts as zero, because a client that reads "nothing left"
   * would wait until the end of the month.
   */
  private lastKnown(failure: unknown): Charge {
    const used = failure instanceof StoreUnavailable ? failure.used : undefined
    return { allowed: true, used: used ?? perWindow(() => 0), at: this.parts.clock.now() }
  }

  /** Refunds units of the charge, by default all. Never rejects. */
  async refund(units = this.charged): Promise<void> {
    const { standing, key } = this
    if (units === 0 || standing === undefined || key === undefined) return
    this.charged -= units
    try {
      await this.parts.store.counters.refund(key.id, standing, units)
      this.standing = { ...standing, used: perWindow((window) => standing.used[window] - units) }
    } catch (error) {
      this.parts.log.error({ err: error, keyId: key.id }, 'a charge could not be taken back')
    }
  }
}

/** A hint if a call without a key carries one in the wrong place. */
function unreadKey(code: ClientError['code'], { headers, url = '' }: IncomingMessage): string {
  if (code !== 'AUTH_MISSING_KEY') return ''
  if (headers['x-api-key'] !== undefined) return ' The header that was sent is empty.'
  if (headers.authorization !== undefined) return ' The Authorization header is not read.'
  const other = Object.keys(headers).find((name) => /^(?:x[-_])?(?:api[-_]?)?(?:key|token)$/.test(name))
  if (other !== undefined) return ` The header ${other} is not read.`
  const isInAddress = /[?&][^?=&]*(?:key|token)=/i.test(url)
  return isInAddress ? ' A key in the address is not read, because logs would store it.' : ''
}

/** The client error for an exception; undefined for a bug. An unavailable store is logged by the store, not by each request. */
function refusalOf(error: unknown): ClientError | undefined {
  if (error instanceof ClientError) return error
  if (!(error instanceof StoreUnavailable)) return undefined
  return new ClientError('SERVICE_UNAVAILABLE', 'The service cannot answer at present')
}
