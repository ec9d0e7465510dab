/**
 * Determines the client address of a request and matches it against address lists.
 * Guarantees: uses X-Forwarded-For only as far as trusted proxies wrote it; treats an IPv4-mapped IPv6 address as the IPv4 address;
 * an invalid address is never in a list.
 */
import { BlockList, isIP, SocketAddress } from 'node:net'
import type { IncomingMessage } from 'node:http'

/** Parsed addresses and ranges. */
export type AddressList = ReturnType<typeof parseAddressList>

/**
 * Reads addresses and CIDR ranges, IPv4 and IPv6 (`203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`).
 * Throws Error with one sentence that quotes the invalid entry and says what is expected.
 */
export function parseAddressList(texts: readonly string[]) {
  const list = new BlockList()
  for (const text of texts) addRange(list, text)
  return {
    /** Whether the list covers the address; false for an invalid address. */
    has(address: string): boolean {
      const plain = plainAddress(address)
      return plain !== undefined && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
    },
  }
}

/**
 * The client's address: the peer, or if the peer is a trusted proxy, the right-most entry of X-Forwarded-For that is not one (the
 * left-most if all are). Undefined if that entry is not a valid address, because entries to its left cannot be trusted either.
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trusted: AddressList,
): string | undefined {
  const peer = request.socket.remoteAddress
  if (peer === undefined) return undefined
  const forwarded = request.headers['x-forwarded-for']
  if (!forwarded) return plainAddress(peer)
  const hops = [...String(forwarded).split(','), peer]
  return plainAddress(hops.findLast((hop) => !trusted.has(hop)) ?? hops[0] ?? peer)
}

/** Whether a key with these addresses and ranges (empty: any address) allows calls from the address. */
export function isAllowed(address: string | undefined, allowedIps: readonly string[]): boolean {
  if (allowedIps.length === 0) return true
  if (address === undefined) return false
  let list = parsed.get(allowedIps)
  if (list === undefined) {
    list = parseAddressList(allowedIps)
    parsed.set(allowedIps, list)
  }
  return list.has(address)
}

/** Cache of parsed lists, keyed by a key record's list; records are frozen. */
const parsed = new WeakMap<readonly string[], AddressList>()

const IPV4_WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/**
 * The canonical form of an address: no port, brackets or zone; IPv4-mapped addresses as IPv4; compressed IPv6. Undefined for
 * anything else.
 */
export function plainAddress(text: string): string | undefined {
  const trimmed = text.trim()
  const bare = (IPV4_WITH_PORT.exec(trimmed) ?? BRACKETED.exec(trimmed))?.[1] ?? trimmed
  const family = isIP(bare)
  if (family === 4) return bare
  if (family === 0) return undefined
  const short = new SocketAddress({ address: bare.replace(/%.*$/, ''), family: 'ipv6' }).address
  return MAPPED.exec(short)?.[1] ?? short
}

/** Length of the prefix of IPv4-mapped IPv6 addresses. */
const WRAPPING = 96

function addRange(list: BlockList, text: string): void {
  const [written = '', bits, ...rest] = text.split('/')
  const address = plainAddress(written)
  if (isIP(written) === 0 || address === undefined || rest.length > 0 || written.includes('%'))
    throw notARange(text)
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) throw notARange(text)
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  const longest = family === 'ipv6' ? 128 : 32
  const wrapping = isIP(written) === 6 && family === 'ipv4' ? WRAPPING : 0
  const prefix = bits === undefined ? longest : Number(bits) - wrapping
  if (prefix === 0)
    throw new Error(`"${text}" covers every address, which restricts nothing: list the addresses to allow`)
  if (prefix < 0 || prefix > longest) throw notARange(text)
  list.addSubnet(address, prefix, family)
}

function notARange(text: string): Error {
  return new Error(
    `"${text}" is neither an IP address nor a CIDR range; expected for example 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32`,
  )
}
