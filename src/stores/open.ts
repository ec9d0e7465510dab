/**
 * From `STORE` to a store.
 * Guarantees: what is no store is refused in one sentence that says what is one; no part of an address that could
 * be a password is repeated.
 */
import { systemClock } from '../access/clock.js'
import type { Clock, Store } from '../access/ports.js'
import { StoreError } from './store-error.js'

export const DEFAULT_STORE = 'sqlite:data/robe.db'

export interface OpenOptions {
  /** A server counts calls and is alone on an embedded store; a command reads and changes keys beside it. */
  readonly purpose: 'server' | 'command'
  /** Default: the computer's clock, which is kept from going back. */
  readonly clock?: Clock
  /** Default true. False: an embedded store that does not exist yet is an error and is not made. */
  readonly create?: boolean
  /** One line when the store begins to fail, and one when it works again. Default: nowhere. */
  readonly onTrouble?: (line: string) => void
  /** True: while a shared store is away nothing is charged and nothing is served. Default false. */
  readonly required?: boolean
  /** The class of each fault of a store that can have any. */
  readonly onFault?: (kind: string) => void
  /** Takes the place of a shared store's own clock; only tests have a use for it. */
  readonly storeClock?: Clock
  /** How long a shared store may be silent, milliseconds; tests of what is counted leave it more time. */
  readonly storePatience?: number
}

/** Whether several processes can share the store that `url` names. */
export function isShared(url: string): boolean {
  return /^rediss?:/i.test(url)
}

/**
 * Loads what a server's store needs. To be awaited before there is any socket: to find out its C library, the embedded
 * store's library has Node report on the whole process, and on a socket such a report asks the name service, and waits.
 */
export async function loadStore(url: string): Promise<void> {
  if (isShared(url)) await import('./redis/server.js')
  else await import('./sqlite/store.js')
}

/** Opens the store that `url` (the value of STORE) names. Rejects with a StoreError for the operator. */
export async function openStore(url: string, options: OpenOptions): Promise<Store> {
  const { purpose, clock = systemClock(), create = true, onTrouble = () => {} } = options
  // What a store needs takes longer to load than to open it: only who has such a one pays for it.
  if (url === 'memory:') {
    if (purpose === 'server') return (await import('./memory.js')).openMemory(clock)
    throw new StoreError(
      'STORE=memory: forgets its keys with the process: set STORE to sqlite: and a path to manage keys.',
    )
  }
  if (isShared(url)) {
    const { readAddress } = await import('./redis/address.js')
    const address = readAddress(url)
    const { required = false, onFault, storeClock, storePatience: patience } = options
    const redisClock = storeClock && (() => storeClock.now())
    if (purpose === 'command') {
      const { openRedisCommand } = await import('./redis/command.js')
      return openRedisCommand(address, clock, create, redisClock)
    }
    const { openRedisServer } = await import('./redis/server.js')
    return openRedisServer({ address, clock, required, onTrouble, onFault, redisClock, patience })
  }
  const path = sqlitePath(url)
  const { openSqliteCommand, openSqliteServer } = await import('./sqlite/store.js')
  return purpose === 'server'
    ? openSqliteServer(path, { clock, onTrouble, onFault: options.onFault })
    : openSqliteCommand(path, clock, create)
}

/** Copies the store to a new file, also while a server uses it. Rejects with StoreError; only embedded stores are files. */
export async function backUpStore(url: string, target: string): Promise<void> {
  if (!url.startsWith('sqlite:'))
    throw new StoreError('Only the store of STORE=sqlite:PATH is a file that can be copied.')
  const { backUpSqlite } = await import('./sqlite/backup.js')
  backUpSqlite(sqlitePath(url), target)
}

function sqlitePath(url: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(url) ?? []
  if (scheme === 'sqlite' && rest !== '' && !rest.startsWith('//')) return rest
  if (scheme === 'sqlite')
    throw new StoreError('STORE=sqlite: needs the path of a file after the colon, as in sqlite:data/robe.db.')
  throw new StoreError(
    'STORE must be sqlite: and the path of a file, as in sqlite:data/robe.db, redis://… for several instances, or memory: for tests.',
  )
}
