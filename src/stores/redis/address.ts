/**
 * `redis://user:password@host:port/number` taken apart.
 * Guarantees: what cannot be used is refused in a sentence that repeats no part that could be a password.
 */
import { StoreError } from '../store-error.js'

export interface Address {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly username: string | undefined
  readonly password: string | undefined
  readonly database: number
  /** For messages: no user, no password. */
  readonly shown: string
}

const USUAL_PORT = 6379

/** Reads the value of STORE. Throws StoreError. */
export function readAddress(url: string): Address {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === '')
    throw new StoreError(
      'STORE must be written redis://user:password@host:port/number (rediss: with TLS); user, password, port and number may be left out, and special characters in a password are %-encoded.',
    )
  const database = /^(?:|\/|\/(\d{1,4}))$/.exec(parsed.pathname)
  if (database === null || parsed.search !== '' || parsed.hash !== '')
    throw new StoreError(
      'STORE=redis://…: after the host comes nothing but the number of a database, as in /0.',
    )
  const scheme = parsed.protocol.slice(0, -1)
  // A literal IPv6 address stands in brackets in an address, and without in a connection.
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = parsed.port === '' ? USUAL_PORT : Number(parsed.port)
  const number = Number(database[1] ?? 0)
  return {
    host,
    port,
    tls: scheme === 'rediss',
    username: decoded(parsed.username),
    password: decoded(parsed.password),
    database: number,
    shown: `${scheme}://${parsed.hostname}:${port}${number === 0 ? '' : `/${number}`}`,
  }
}

function decoded(text: string): string | undefined {
  if (text === '') return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StoreError('STORE=redis://…: a % in the user or the password must be written %25.')
  }
}
