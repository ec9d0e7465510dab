/**
 * Limits how many connections are open at a time: in all, as many as the system's limit of open files leaves; from one
 * address, as many as the operator allows.
 * Guarantees: the store, files and threads keep descriptors of their own; a connection beyond a limit is closed at once and
 * counted; the limit in all leaves one log line however many are refused. Where the system does not report its limit of
 * open files, as on a Mac, there is none.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { plainAddress, type AddressList } from '../../../access/client-address.js'
import type { Log } from '../log/access-log.js'
import type { Metrics } from '../../admin/metrics.js'

/** A thread that starts opens some fifty files at a time; the operator's port, the store and its files need some ten. */
const MAX_KEPT_BACK = 128
const CHECK_MS = 1_000

/** Limits the server's connections by what is free now. To be called once everything that stays open is. */
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
    // It is news again only after half of them have left.
    relief = setInterval(() => void checkRelief(), CHECK_MS).unref()
  })
}

/**
 * Closes what one address opens beyond the limit. Addresses of proxies have none, since they stand for many clients.
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
    // It has gone already.
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

/** @param limit of open files @param taken how many are open */
export function connectionsFor(limit: number, taken: number): number {
  const free = limit - taken
  return Math.max(1, free - Math.min(MAX_KEPT_BACK, Math.ceil(free / 2)))
}

/** As the kernel reports it: Node has raised it to the most it may be. Infinity: not reported, or there is none. */
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
