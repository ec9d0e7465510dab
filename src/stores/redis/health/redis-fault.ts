/**
 * What can be wrong with Redis, by class.
 * Guarantees: every failure of a command becomes one of a few named classes, for logs and metrics; the text of
 * Redis goes no further than the log, where no password can stand in it.
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

/** The class of an error reply of Redis. */
export function classOfReply(message: string): FaultClass {
  return REPLIES.find(([pattern]) => pattern.test(message))?.[1] ?? 'other'
}
