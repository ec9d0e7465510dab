/**
 * Limits the log lines about refused clients.
 * Guarantees: one address cannot fill the log with invalid keys: 20 of its 401s per minute are logged, then one summary at the end
 * of the minute. Memory and lines are bounded for any number of addresses. The refusals themselves are not affected.
 */
import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'

/** Access lines per minute for the 401s of one address. */
export const MAX_FAILED_KEY_LINES = 20
/** Access lines per minute for requests to unknown paths, of all clients together. */
export const MAX_UNMATCHED_LINES = 60
/** Addresses counted separately in one minute; further ones are counted together. */
export const MAX_ADDRESSES = 1_000

const OTHERS = 'other addresses'

export type RefusalLog = ReturnType<typeof createRefusalLog>

interface Warnings {
  readonly warn: (fields: object, message: string) => void
}

/** @param addressKey secret for hashing addresses; undefined: log them in plain text */
export function createRefusalLog(log: Warnings, addressKey: string | undefined) {
  let failures = new Map<string, number>()
  let unmatched = 0

  /** The client as the log names it. */
  const nameOf = (address = 'unknown'): string => {
    if (addressKey === undefined || isIP(address) === 0) return address
    return createHmac('sha256', addressKey).update(address).digest('hex').slice(0, 32)
  }

  return {
    nameOf,

    /** Counts a 401. Returns whether to log it. */
    failedKey(address = 'unknown'): boolean {
      const network = networkOf(address)
      const counted = failures.has(network) || failures.size < MAX_ADDRESSES ? network : OTHERS
      const count = (failures.get(counted) ?? 0) + 1
      failures.set(counted, count)
      return count <= MAX_FAILED_KEY_LINES
    },

    /** Counts a request to an unknown path. Returns whether to log it. */
    unmatchedRequest(): boolean {
      unmatched++
      return unmatched <= MAX_UNMATCHED_LINES
    },

    /** Logs a summary of the omitted lines, and starts the next minute. */
    endMinute(): void {
      for (const [network, count] of failures) {
        if (count <= MAX_FAILED_KEY_LINES) continue
        const client = networkName(network, nameOf)
        log.warn(
          { client, failures: count },
          `${count} calls without a valid key in one minute, most of them not logged`,
        )
      }
      const left = unmatched - MAX_UNMATCHED_LINES
      if (left > 0) log.warn({ unmatched }, `${left} requests to unknown paths were not logged`)
      failures = new Map()
      unmatched = 0
    },
  }
}

/** The unit of counting: an IPv4 address, or the /64 network of an IPv6 address, which usually belongs to one client. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = (text = ''): readonly string[] => (text === '' ? [] : text.split(':'))
  const [left, right] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

function networkName(network: string, nameOf: (address: string) => string): string {
  const [address = '', bits] = network.split('/')
  return bits === undefined ? nameOf(network) : `${nameOf(address)}/${bits}`
}
