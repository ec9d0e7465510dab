/**
 * What every question to Redis stands on: a connection, and which database it must find there.
 */
import type { Link } from './link.js'

export interface RedisContext {
  readonly link: Link
  /** The identity of the database. Throws RedisFault while it is not known. */
  readonly identity: () => string
  /** Only for tests: replaces Redis's clock. */
  readonly clock?: (() => number) | undefined
}
