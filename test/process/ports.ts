/**
 * Ports of this machine, for servers that must be told where to listen.
 */
import { createServer } from 'node:net'
import type { Scope } from './scope.js'

/** Below what systems give to whoever asks for any port, so that no other test is given it meanwhile. */
const LOWEST = 16_000
const COUNT = 16_000

/** A port that was free a moment ago. */
export async function freePort(t: Scope): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT)
    const { isHeld, free } = await take(t, port)
    await free()
    if (isHeld) return port
  }
}

export interface Taken {
  /** False: somebody else holds it. */
  readonly isHeld: boolean
  readonly free: () => Promise<void>
}

/** Holds a port, unless somebody else does already. */
export async function take(t: Scope, port: number): Promise<Taken> {
  const holder = createServer()
  const isHeld = await new Promise<boolean>((resolve, reject) => {
    holder.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    holder.listen(port, '127.0.0.1', () => resolve(true))
  })
  const free = (): Promise<void> => new Promise((resolve) => holder.close(() => resolve()))
  t.teardown(() => holder.close())
  return { isHeld, free }
}
