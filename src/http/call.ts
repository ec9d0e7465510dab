/**
 * One call so far: whose it is, what it was charged, what its headers tell of that.
 * Guarantees: a unit is taken back at most once, and the headers then tell of it too.
 * Leaves to others: who may call and how often (access/), what becomes of the call (pipeline.ts, refusal.ts).
 */
import type { IncomingMessage } from 'node:http'
import { charge, chargeNothing, identify, type Admission } from '../access/admit.js'
import { clientAddress, type AddressList } from '../access/client-address.js'
import { limitsOf } from '../access/plan.js'
import type { Clock, KeyRecord, Limiter, Store } from '../access/ports.js'
import { rateHeaders } from '../access/rate-headers.js'
import { ContractError } from '../coats/contract-error.js'
import type { Operation } from './contract/contract.js'
import type { CallFacts, Log } from './ops/access-log.js'
import { headerList, type Headers } from './respond.js'

export interface CallParts {
  readonly store: Store
  readonly clock: Clock
  readonly trustedProxies: AddressList
  readonly log: Log
  /** Whether calls of this key to this operation are refused before they are read. */
  readonly turnsAway: (operation: Operation, key: KeyRecord) => boolean
}

export interface Call {
  key: KeyRecord | undefined
  admission: Admission | undefined
  /** Of limits; none before a key was accepted. */
  headers: Headers
  limiter: Limiter
}

/** The key, accepted and charged. Throws ContractError: 401, 403 or 429. */
export async function admit(
  { store, clock, trustedProxies, turnsAway }: CallParts,
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
  if (turnsAway(operation, key))
    throw new ContractError('SERVICE_UNAVAILABLE', 'Too many calls of this key were refused in this second')
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

/** Takes the unit back; the headers tell of it too. */
export async function refund(parts: CallParts, call: Call): Promise<void> {
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

/** What the log wants to know of it. */
export function factsOf({ key, admission, limiter }: Call): CallFacts {
  return { keyId: key?.id ?? null, charged: admission === undefined ? 0 : 1, limiter }
}
