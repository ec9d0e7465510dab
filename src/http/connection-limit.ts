/**
 * How many connections are open at a time: as many as the system's limit of open files leaves.
 * Guarantees: the store, files and threads keep descriptors of their own; who comes beyond is refused, is counted, and leaves
 * one log line however many they are. Where the system does not report its limit, as on a Mac, there is none.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Log } from './ops/access-log.js'
import type { Metrics } from './ops/metrics.js'

/** A thread that starts opens some fifty files at a time; the operator's port, the store and its files need some ten. */
const MOST_KEPT_BACK = 128
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
  metrics.readsConnections(async () => ({ open: await open(), most: server.maxConnections }))
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

/** @param limit of open files @param taken how many are open */
export function connectionsFor(limit: number, taken: number): number {
  const free = limit - taken
  return Math.max(1, free - Math.min(MOST_KEPT_BACK, Math.ceil(free / 2)))
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
