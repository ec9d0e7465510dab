/**
 * Having the ports that were asked for, or a sentence that says why not.
 * Guarantees: the sentence names the port, the reason and the variable; nothing else is tried.
 * Leaves to others: the servers (http/) and ending the process (main.ts).
 */
import type { Server } from 'node:http'
import type { Config } from './config.js'
import type { Log } from './http/log.js'
import { listen } from './http/server.js'

/** Something outside the process that keeps it from starting. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Returns the port. Throws StartError. */
export async function listenOn(
  server: Server,
  variable: string,
  port: number,
  host: string,
): Promise<number> {
  try {
    return await listen(server, port, host)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why =
      code === 'EADDRINUSE'
        ? 'is in use'
        : code === 'EACCES'
          ? 'is not allowed'
          : `cannot be had (${message})`
    throw new StartError(`port ${port} on ${host} ${why}; set ${variable} to another one`)
  }
}

/** A taken default port costs the operator's pages only; one asked for by name must be had. */
export async function listenOps(ops: Server, config: Config, log: Log): Promise<void> {
  try {
    await listenOn(ops, 'OPS_PORT', config.opsPort, config.host)
  } catch (error) {
    if (config.opsPortIsSet) throw error
    log.warn(`serving without /healthz, /readyz and /metrics: ${error instanceof Error ? error.message : ''}`)
  }
}
