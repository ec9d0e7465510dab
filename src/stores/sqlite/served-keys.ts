/**
 * The keys of a server: cached in memory, changed in the file, reloaded while calls are served.
 * Guarantees: a change by another process takes effect within two seconds, or the fault is reported; while keys cannot be read or all
 * are lost, an unknown key is not reported as invalid.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StoreUnavailable, type KeyRecord } from '../../access/ports.js'
import type { StoreOptions } from '../opening.js'
import { Attempts, retried } from './attempts.js'
import type { Database } from './database.js'
import { createKeyCache } from './key-cache.js'
import { createKeyStore } from './key-store.js'
import { checkKeysLeft, missingKeys, type LastId } from './last-id.js'

/** How often a server reads changes made by commands. */
const REFRESH_MS = 1_000

interface Surroundings {
  readonly database: Database
  readonly lastId: LastId
  /** Writes pending counts of this process. Called before records are returned. */
  readonly flush: () => void
  /** Called with the ids of keys added after the start, before they can be found. */
  readonly onNewKeys: (keyIds: readonly number[]) => void
}

export function createServedKeys(surroundings: Surroundings, options: StoreOptions) {
  const { database, lastId, flush, onNewKeys } = surroundings
  const reading = retried('Reading changed keys from the store', options)
  const keysLeft = new Attempts(options, {
    begins: ({ message }) =>
      `The store lost its keys: ${message}. Stop the server and restore a backup, or accept the loss with "robe keys create"`,
    ends: 'The store has keys again',
  })
  const cache = createKeyCache(database, onNewKeys)
  const onChange = (): void => {
    while (cache.refresh());
  }
  const { keys, audit } = createKeyStore({ database, clock: options.clock, lastId, flush, onChange })
  const lastIdAtStart = lastId.read()
  checkKeys()
  const missing = missingKeys(cache.largestId(), lastIdAtStart)
  if (missing !== undefined) options.onNotice(missing)
  let refreshing = setTimeout(refreshAgain, REFRESH_MS).unref()

  /** Returns whether the store has keys, or never had any. */
  function checkKeys(): boolean {
    return keysLeft.attempt(() => checkKeysLeft(cache.isEmpty(), lastIdAtStart))
  }

  function refreshAgain(): void {
    let isMore = false
    reading.attempt(() => (isMore = cache.refresh()))
    checkKeys()
    // A timer, so that calls are answered between two reads.
    refreshing = setTimeout(refreshAgain, isMore ? 0 : REFRESH_MS).unref()
  }

  function lookUp(digest: string): KeyRecord | undefined {
    let found: KeyRecord | undefined
    if (!reading.attempt(() => (found = cache.lookUp(digest))))
      throw new StoreUnavailable('new keys cannot be read from the store')
    if (found === undefined && !checkKeys()) throw new StoreUnavailable('the store lost its keys')
    return found
  }

  return {
    keys: { ...keys, findByDigest: (digest: string) => cache.known(digest) ?? lookUp(digest) },
    audit,
    /** Reloads all changed keys, a limited number at a time. */
    async refresh(): Promise<void> {
      while (cache.refresh()) await nextTurn()
    },
    fault: () => keysLeft.fault ?? reading.fault,
    close: () => clearTimeout(refreshing),
  }
}
