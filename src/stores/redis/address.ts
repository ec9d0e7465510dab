/**
 * Parses a Redis address in STORE: `redis://user:password@host:port/number`.
 * Guarantees: error messages never repeat a part that may be a password.
 */
import { StoreError } from '../opening.js'

/** `url` includes user and password, for the connection only; `shown` is for messages. */
export type Address = ReturnType<typeof readAddress>

const DEFAULT_PORT = '6379'

/** Throws StoreError for an invalid address. */
export function readAddress(url: string) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === '')
    throw new StoreError(
      'STORE must be written redis://user:password@host:port/number (rediss: with TLS); user, password, port and number may be left out, and special characters in a password are %-encoded.',
    )
  const { protocol, hostname, port, pathname, search, hash, username, password } = parsed
  const database = /^(?:|\/|\/(\d{1,4}))$/.exec(pathname)
  if (database === null || search !== '' || hash !== '')
    throw new StoreError(
      'STORE=redis://…: after the host comes nothing but the number of a database, as in /0.',
    )
  if (!isDecodable(username) || !isDecodable(password))
    throw new StoreError('STORE=redis://…: a % in the user or the password must be written %25.')
  const number = Number(database[1] ?? 0)
  const place = `${protocol}//${hostname}:${port === '' ? DEFAULT_PORT : port}`
  return { url, shown: number === 0 ? place : `${place}/${number}` }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
