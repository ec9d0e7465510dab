/**
 * Parses replies of Redis into values of the expected type or faults of a named class.
 * Guarantees: an unexpected type is a fault; every failure has one of a few classes, for logs and metrics; texts of Redis appear only
 * in the log and contain no password.
 */
import { StoreUnavailable } from '../../access/ports.js'

/** `away`: no connection. `slow`: no answer in time. `emptied`: the database is empty or not the one found at start. */
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
export class RedisFault extends StoreUnavailable {
  constructor(
    readonly kind: FaultClass,
    message: string,
    /** Whether Redis may have carried it out or still will: it was sent, but not answered. */
    readonly mayBeDone = kind === 'slow',
  ) {
    super(message)
  }
}

/** Patterns at the start of Redis's error replies. */
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

/** A list of at least `length` integers. */
export function numbersIn(reply: unknown, length: number): readonly number[] {
  if (Array.isArray(reply) && reply.length >= length && reply.every(Number.isSafeInteger))
    return reply as number[]
  throw new RedisFault('misunderstood', `expected ${length} whole numbers of Redis`)
}

/** A list of strings; undefined for missing ones. */
export function textsIn(reply: unknown): readonly (string | undefined)[] {
  if (Array.isArray(reply)) return reply.map(textIn)
  throw new RedisFault('misunderstood', 'expected a list of texts of Redis')
}

/** The fields of a hash. */
export function fieldsIn(reply: unknown): Readonly<Record<string, unknown>> {
  if (typeof reply === 'object' && reply !== null && !Array.isArray(reply)) return { ...reply }
  throw new RedisFault('misunderstood', 'expected a hash of Redis')
}

/** A string, or undefined for none. */
export function textIn(reply: unknown): string | undefined {
  if (reply === null || reply === undefined || reply === false) return undefined
  if (typeof reply === 'string') return reply
  throw new RedisFault('misunderstood', 'expected a text of Redis')
}
