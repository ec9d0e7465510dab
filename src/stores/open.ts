/**
 * Opens the store of the setting `STORE`.
 * Guarantees: an invalid value is refused with what is expected; messages never repeat a part of an address that may be a password.
 */
import { systemClock } from '../access/clock.js'
import type { AdminStore, Store } from '../access/ports.js'
import { StoreError, type StoreOptions } from './opening.js'
import { readAddress } from './redis/address.js'

export const DEFAULT_STORE = 'sqlite:data/robe.db'

/** Defaults: the system clock, no callbacks, not required. */
export interface OpenOptions extends Partial<StoreOptions> {
  /** A server counts calls and is the only one on an embedded store; commands read and change keys concurrently. */
  readonly purpose: 'server' | 'command'
  /** Default true. False: fail if an embedded store does not exist, instead of creating it. */
  readonly create?: boolean
  /**
   * Default true. False: fail if no key was ever created in a Redis database, because it may have lost its data and new keys would
   * get the ids of lost ones. An embedded store keeps its last id outside the database.
   */
  readonly newStore?: boolean
}

/** Whether several processes can share the store. */
export function isShared(url: string): boolean {
  return /^rediss?:/i.test(url)
}

/**
 * Loads the modules of a server's store. Await it before opening any socket: to detect the C library, libsql creates a diagnostic
 * report of the process, which does slow DNS lookups for open sockets.
 */
export async function loadStore(url: string): Promise<void> {
  if (isShared(url)) await import('./redis/server-store.js')
  else await import('./sqlite/store.js')
}

/** Opens the store. @param url the value of STORE. Rejects with StoreError. */
export function openStore(url: string, options: OpenOptions & { readonly purpose: 'server' }): Promise<Store>
export function openStore(url: string, options: OpenOptions): Promise<AdminStore>
export async function openStore(url: string, options: OpenOptions): Promise<AdminStore> {
  const { purpose, create = true, newStore = true, ...given } = options
  const complete = { clock: systemClock(), onNotice() {}, onFault() {}, required: false, ...given }
  const isServer = purpose === 'server'
  // Loaded lazily: loading a store's library takes longer than opening the store.
  if (isShared(url)) {
    const address = readAddress(url)
    if (isServer) return (await import('./redis/server-store.js')).openRedisServer(address, complete)
    return (await import('./redis/admin-store.js')).openRedisAdmin(address, complete, { create, newStore })
  }
  if (url === 'memory:') {
    if (isServer) return (await import('./sqlite/store.js')).openMemory(complete)
    throw new StoreError(
      'STORE=memory: loses its keys when the process exits: set STORE to sqlite: and a path to manage keys.',
    )
  }
  const path = sqlitePath(url)
  const { openSqliteAdmin, openSqliteServer } = await import('./sqlite/store.js')
  return isServer ? openSqliteServer(path, complete) : openSqliteAdmin(path, complete.clock, create)
}

/** Copies an embedded store to a new file, also while a server uses it. Rejects with StoreError. */
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
