/**
 * Authenticates a call and checks that its key may make it. The quota is checked afterwards (service/http/call.ts).
 * Guarantees: refusals in the order key, suspended, expired, address, endpoint; malformed, unknown and revoked keys and expired
 * secrets get the same answer. A refusal of a key with a valid secret contains the key.
 */
import { isAllowed } from './client-address.js'
import { mayCall } from './endpoints.js'
import { digestOf, hasKeyFormat } from './key.js'
import type { Awaitable, Clock, KeyRecord, KeyStore, Limiter, Store } from './ports.js'

export type RefusalCode =
  'AUTH_MISSING_KEY' | 'AUTH_INVALID_KEY' | 'AUTH_KEY_SUSPENDED' | 'AUTH_ACCESS_DENIED'

export type Identity = { readonly ok: true; readonly key: KeyRecord } | Refusal
interface Refusal {
  readonly ok: false
  readonly code: RefusalCode
  readonly message: string
  /** The refused key; absent if there is none or its secret is not valid. */
  readonly key?: KeyRecord
}

/** @param message one English sentence for the caller */
function refusal(code: RefusalCode, message: string): Refusal {
  return Object.freeze({ ok: false, code, message })
}

function denied(message: string): Refusal {
  return refusal('AUTH_ACCESS_DENIED', message)
}

const MISSING = refusal('AUTH_MISSING_KEY', 'An API key is required in the X-API-Key header.')
const INVALID = refusal(
  'AUTH_INVALID_KEY',
  'The API key is not valid. X-API-Key takes the key alone and whole; if it is correct, ask the operator for another.',
)
const SUSPENDED = refusal(
  'AUTH_KEY_SUSPENDED',
  'The API key is suspended. Only the operator can let it call again.',
)
const EXPIRED = denied('The API key has expired. Ask the operator for another.')

/**
 * Finds the key of the X-API-Key header (as parsed by Node) and checks that it may call this endpoint from this address
 * (undefined: unknown). Charges nothing.
 */
export function identify(
  store: { readonly keys: KeyStore; readonly clock: Clock },
  header: string | readonly string[] | undefined,
  endpoint: string,
  address: string | undefined,
): Awaitable<Identity> {
  const text = String(header ?? '').trim()
  if (text === '') return MISSING
  if (!hasKeyFormat(text)) return INVALID
  const digest = digestOf(text)
  const judge = (key: KeyRecord | undefined): Identity => {
    const now = store.clock.now()
    if (key === undefined || key.status === 'revoked' || !isAccepted(key, digest, now)) return INVALID
    const fault = accessFault(key, now, endpoint, address)
    return fault === undefined ? { ok: true, key } : { ...fault, key }
  }
  const found = store.keys.findByDigest(digest)
  return found instanceof Promise ? found.then(judge) : judge(found)
}

/** Whether the secret has not expired. Stores and caches also return expired secrets. */
function isAccepted(key: KeyRecord, digest: string, now: number): boolean {
  const end = key.secrets.find((secret) => secret.digest === digest)?.expiresAt
  return end === null || (end !== undefined && now < end)
}

/** Why a key with a valid secret may not make this call. */
function accessFault(
  key: KeyRecord,
  now: number,
  endpoint: string,
  address: string | undefined,
): Refusal | undefined {
  if (key.status === 'suspended') return SUSPENDED
  if (key.expiresAt !== null && key.expiresAt <= now) return EXPIRED
  const from = address ?? 'an unknown address'
  if (!isAllowed(address, key.allowedIps))
    return denied(
      `The API key does not allow calls from this address: the call came from ${from}, and the key lists others.`,
    )
  if (!mayCall(endpoint, key.allowedEndpoints))
    return denied(
      `The API key has no access to this endpoint, ${endpoint}. /coats/api-info lists those it has.`,
    )
  return undefined
}

/** The limiter that counts calls now. */
export function limiterOf(store: Pick<Store, 'limiter' | 'health'>): Limiter {
  return store.health().degraded ? 'local' : store.limiter
}
