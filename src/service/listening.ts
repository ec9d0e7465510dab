/**
 * Listens on the configured ports, or fails with a helpful message.
 * Guarantees: the message names the port, the reason and the variable to change; no other port is tried.
 */
import type { Server } from 'node:http'
import type { Config } from './config.js'
import type { Log } from './http/log/access-log.js'
import { listen } from './http/server.js'

/** A cause outside the process that prevents the start. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Listens for clients and resolves with the port. Rejects with StartError. */
export function listenForClients(server: Server, { port, host }: Config): Promise<number> {
  return listen(server, port, host).catch((fault: NodeJS.ErrnoException) => {
    throw startError(fault, port, host, '')
  })
}

/** Listens on the admin port. If the default port is taken, only logs a warning; an explicit setting must work. Rejects with StartError. */
export async function listenForOperators(ops: Server, config: Config, log: Log): Promise<void> {
  const { opsPort, opsPortIsSet, opsHost, opsHostIsSet } = config
  await listen(ops, opsPort, opsHost).catch((fault: NodeJS.ErrnoException) => {
    const why = startError(fault, opsPort, opsHost, 'OPS_')
    if (opsPortIsSet || (opsHostIsSet && fault.code !== 'EADDRINUSE')) throw why
    log.warn(`serving without /healthz, /readyz and /metrics: ${why.message}`)
  })
}

/** @param prefix of the variables for host and port */
function startError(fault: NodeJS.ErrnoException, port: number, host: string, prefix: string): StartError {
  const place = `port ${port} on ${host}`
  const why = { EADDRINUSE: 'is in use', EACCES: 'is not allowed' }[fault.code ?? '']
  if (why !== undefined) return new StartError(`${place} ${why}; set ${prefix}PORT to another one`)
  return new StartError(
    `${place} cannot be had (${fault.message}); set ${prefix}HOST to an address of this machine, or ${prefix}PORT`,
  )
}
