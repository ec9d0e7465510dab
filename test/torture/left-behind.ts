/**
 * What requests leave behind in a server. The same requests are sent again and again: after the first rounds, whatever the
 * server means to remember of them it remembers, and what still grows is a leak.
 */
import type { Finding } from './part.js'
import type { WatchedServer } from './watched-server.js'

/** The first of them fill memories, some of which take in only what comes a third time. */
export const ROUNDS = { filling: 2, looked: 2 }

/** What a request may leave behind for ever, and how much two looks at the same state differ. */
const MOST_BYTES = 50
const NOISE_MIB = 1
const MIB = 2 ** 20

/** @param round sends the requests; resolves with how many they were */
export async function leftBehind(server: WatchedServer, round: () => Promise<number>): Promise<Finding> {
  const inUse = async (): Promise<number> => {
    const { heapUsed, external } = await server.memory()
    return (heapUsed + external) / MIB
  }
  for (let i = 0; i < ROUNDS.filling; i++) await round()
  const before = await inUse()
  let sent = 0
  for (let i = 0; i < ROUNDS.looked; i++) sent += await round()
  const growth = (await inUse()) - before
  return {
    promise: `requests sent again leave nothing behind (at most ${MOST_BYTES} bytes each; looks differ by ${NOISE_MIB} MiB)`,
    measured: `${growth.toFixed(1)} MiB more after ${sent} requests, from ${before.toFixed(1)} MiB`,
    held: growth <= NOISE_MIB + (sent * MOST_BYTES) / MIB,
  }
}
