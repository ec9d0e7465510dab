/**
 * Tells the benchmark the port and the key of a peer.
 */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export function announce(server: Server, key: string): void {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`peer listens: ${port} ${key}\n`)
}
