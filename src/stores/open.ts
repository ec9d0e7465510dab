/**
 * Opens the store that `STORE` names.
 * Guarantees: a value that names no store is refused with what is expected; no part of an address that could be a password is
 * repeated.
 */
import { systemClock } from '../access/clock.js'
import type { AdminStore, Store } from '../access/ports.js'
import { StoreError, type StoreOptions } from './opening.js'
import { readAddress } from './redis/address.js'

export const DEFAULT_STORE = 'sqlite:data/robe.db'

/** By default a store has the computer's clock, reports to nobody and is not required. */
export interface OpenOptions extends Partial<StoreOptions> {
  /** A server counts calls and is alone on an embedded store; a command reads and changes keys beside it. */
  readonly purpose: 'server' | 'command'
  /** Default true. False: an embedded store that does not exist yet is an error and is not made. */
  readonly create?: boolean
  /**
   * Default true. False: a Redis database in which no key was ever made is an error and is left as it is, since it may have lost
   * its data, and new keys would get the ids of lost ones. An embedded store keeps its last id outside of the database.
   */
  readonly newStore?: boolean
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
  if (isShared(url)) await import('./redis/server-store.js')
  else await import('./sqlite/store.js')
}

/** Opens the store that `url` (the value of STORE) names. Rejects with a StoreError for the operator. */
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
      'STORE=memory: forgets its keys with the process: set STORE to sqlite: and a path to manage keys.',
    )
  }
  const path = sqlitePath(url)
  const { openSqliteAdmin, openSqliteServer } = await import('./sqlite/store.js')
  return isServer ? openSqliteServer(path, complete) : openSqliteAdmin(path, complete.clock, create)
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
