/**
 * Tells the benchmark where a peer listens and which key it takes.
 */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export function announce(server: Server, key: string): void {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`peer listens: ${port} ${key}\n`)
}
