/**
 * Limits the number of open connections: in total by the system's limit of open files, per address by configuration.
 * Guarantees: descriptors stay reserved for the store, files and threads; a connection beyond a limit is closed at once and
 * counted; reaching the total limit writes one log line, however many connections are refused. Without a reported limit of open
 * files, as on macOS, there is no total limit.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { plainAddress, type AddressList } from '../../../access/client-address.js'
import type { Log } from '../log/access-log.js'
import type { Metrics } from '../../admin/metrics.js'

/** Reserved descriptors. A starting thread opens about fifty files at a time; admin port, store and files need about ten. */
const MAX_RESERVED = 128
const CHECK_MS = 1_000

/** Limits connections to the descriptors free now. Call it after everything else is open. */
export function limitConnections(
  server: Server,
  metrics: Pick<Metrics, 'readsConnections' | 'connectionRefused'>,
  log: Log,
): void {
  server.maxConnections = connectionsFor(openFilesLimit(), openFiles())
  const open = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
  metrics.readsConnections(open, () => server.maxConnections)
  let relief: NodeJS.Timeout | undefined
  server.on('drop', () => {
    metrics.connectionRefused()
    if (relief !== undefined) return
    const most = server.maxConnections
    log.warn(`${most} connections are open, as many as the limit of open files allows: more are refused`)
    const checkRelief = async (): Promise<void> => {
      if ((await open()) > most / 2) return
      clearInterval(relief)
      relief = undefined
    }
    // Log again only after half of the connections have closed.
    relief = setInterval(() => void checkRelief(), CHECK_MS).unref()
  })
}

/**
 * Closes connections of one address beyond the limit. Proxies are exempt, because they stand for many clients.
 * @param onRefused called for each connection that is closed
 */
export function limitPerAddress(
  server: Server,
  maxPerAddress: number,
  proxies: AddressList,
  onRefused: () => void,
): void {
  const open = new Map<string, number>()
  server.prependListener('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    // Without an address the connection is already closed.
    if (address === undefined || proxies.has(address)) return
    const count = open.get(address) ?? 0
    if (count >= maxPerAddress) {
      onRefused()
      socket.destroy()
      return
    }
    open.set(address, count + 1)
    socket.once('close', () => {
      const left = (open.get(address) ?? 0) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

/** @param limit of open files @param taken number of open files */
export function connectionsFor(limit: number, taken: number): number {
  const free = limit - taken
  return Math.max(1, free - Math.min(MAX_RESERVED, Math.ceil(free / 2)))
}

/** The limit of this process, which Node has raised to the hard limit. Infinity if unknown or unlimited. */
function openFilesLimit(): number {
  const limits = orNothing(() => readFileSync('/proc/self/limits', 'utf8')) ?? ''
  return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity)
}

function openFiles(): number {
  return orNothing(() => readdirSync('/proc/self/fd').length) ?? 0
}

function orNothing<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
