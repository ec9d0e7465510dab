/**
 * Whose address a request comes from, and whether a key's list of addresses lets it in.
 * Guarantees: X-Forwarded-For is believed only as far as configured proxies wrote it; an IPv4 address is the
 * same address when written inside IPv6; what is not an address is never let into a list.
 */
import { BlockList, isIP, SocketAddress } from 'node:net'
import type { IncomingMessage } from 'node:http'

/** Addresses and ranges, ready to be asked. */
export type AddressList = ReturnType<typeof parseAddressList>

/**
 * Reads addresses and CIDR ranges, IPv4 and IPv6 (`203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`).
 * Throws an Error whose one sentence quotes the entry at fault and says what is expected.
 */
export function parseAddressList(texts: readonly string[]) {
  const list = new BlockList()
  for (const text of texts) addRange(list, text)
  return {
    /** Whether the text is an address that the list covers; false for anything that is no address. */
    has(address: string): boolean {
      const plain = plainAddress(address)
      return plain !== undefined && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
    },
  }
}

/**
 * The client's address: the peer, unless the peer is a trusted proxy; then the right-most entry of
 * X-Forwarded-For that is not one (the left-most when all are). Undefined when the entry that counts is empty or
 * otherwise not an address: nothing to its left can be believed either.
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

/** Whether a key with these addresses and ranges (none: everybody) takes calls from the address. */
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

/** Key records are frozen: the list of each is parsed once. */
const parsed = new WeakMap<readonly string[], AddressList>()

const IPV4_WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/**
 * An address in one spelling: no port, no brackets, no zone, IPv4 out of its IPv6 wrapping, IPv6 shortened.
 * Undefined for anything else.
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

/** Bits that wrap an IPv4 address into an IPv6 one. */
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
    throw new Error(
      `"${text}" covers every address, which restricts nothing: name the addresses that are meant`,
    )
  if (prefix < 0 || prefix > longest) throw notARange(text)
  list.addSubnet(address, prefix, family)
}

function notARange(text: string): Error {
  return new Error(
    `"${text}" is neither an IP address nor a CIDR range; expected for example 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32`,
  )
}
