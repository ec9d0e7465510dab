/**
 * Ports of this machine, for servers that must be told where to listen.
 */
import { createServer, type AddressInfo } from 'node:net'
import type { Test } from 'tap'

/** A port that was free a moment ago. */
export async function freePort(t: Test): Promise<number> {
  const { port, free } = await take(t, 0)
  await free()
  return port
}

/** Holds a port, unless somebody else does already. */
export async function take(t: Test, wanted: number): Promise<{ port: number; free: () => Promise<void> }> {
  const holder = createServer()
  const port = await new Promise<number>((resolve, reject) => {
    holder.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(wanted) : reject(error),
    )
    holder.listen(wanted, '127.0.0.1', () => resolve((holder.address() as AddressInfo).port))
  })
  const free = (): Promise<void> => new Promise((resolve) => holder.close(() => resolve()))
  t.teardown(() => holder.close())
  return { port, free }
}
