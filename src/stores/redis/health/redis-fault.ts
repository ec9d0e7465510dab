/**
 * What can be wrong with Redis, by class.
 * Guarantees: every failure of a command becomes one of a few named classes, for logs and metrics; the text of
 * Redis goes no further than the log, where no password can stand in it.
 * Leaves to others: what follows from a fault (breaker.ts).
 */

/** `away`: no connection. `slow`: no answer in time. `emptied`: another or an empty database than at the start. */
export type FaultClass =
  | 'away'
  | 'slow'
  | 'loading'
  | 'read-only'
  | 'full'
  | 'moved'
  | 'refused'
  | 'emptied'
  | 'misunderstood'
  | 'other'

export const FAULT_CLASSES: readonly FaultClass[] = Object.freeze([
  'away',
  'slow',
  'loading',
  'read-only',
  'full',
  'moved',
  'refused',
  'emptied',
  'misunderstood',
  'other',
])

/** A command that Redis did not carry out, or not in time. */
export class RedisFault extends Error {
  override readonly name = 'RedisFault'

  constructor(
    readonly kind: FaultClass,
    message: string,
  ) {
    super(message)
  }
}

/** What stands at the head of Redis's error replies. */
const REPLIES: readonly (readonly [RegExp, FaultClass])[] = [
  [/^(LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)\b/, 'loading'],
  [/^(READONLY|NOREPLICAS)\b|^MISCONF\b|-READONLY/, 'read-only'],
  [/^OOM\b|maxmemory/, 'full'],
  [/^(MOVED|ASK|CROSSSLOT)\b/, 'moved'],
  [/^(NOAUTH|WRONGPASS|NOPERM)\b|^ERR (AUTH|invalid password|DB index)/, 'refused'],
  [/^EMPTIED\b/, 'emptied'],
]

const AWAY_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/
const AWAY_NAMES = /ClientOffline|ClientClosed|SocketClosed|Disconnects|ConnectionTimeout|Reconnect/

/** The fault behind whatever a command was rejected with. */
export function faultOf(error: unknown): RedisFault {
  if (error instanceof RedisFault) return error
  const message = error instanceof Error ? error.message : String(error)
  const kind = REPLIES.find(([pattern]) => pattern.test(message))?.[1]
  if (kind !== undefined) return new RedisFault(kind, message)
  return new RedisFault(isAway(error) ? 'away' : 'other', message)
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return AWAY_CODES.test(code) || AWAY_NAMES.test(error.constructor.name) || AWAY_NAMES.test(error.name)
}
