/**
 * The Redis store for the command line, used concurrently with any number of servers.
 * Guarantees: failures of Redis become a StoreError of one sentence with place and reason.
 */
import type { AdminStore } from '../../access/ports.js'
import { eachCall } from '../each-call.js'
import { StoreError, type StoreOptions } from '../opening.js'
import type { Address } from './address.js'
import { Connection } from './connection.js'
import { RedisCounters } from './counters.js'
import { identifyDatabase } from './health/identity.js'
import { auditOn, createRedisKeys } from './keys.js'
import { NAMES } from './names.js'
import { RedisFault, textIn } from './replies.js'

/** Longer than in a server, because a person waits. */
const PATIENCE_MS = 5_000

/**
 * Opens the store. With `create: false`, fails if the database is not a store yet; with `newStore: false`, fails if no key was ever
 * created in it. Neither changes the database.
 */
export async function openRedisAdmin(
  address: Address,
  { clock, storeClock }: StoreOptions,
  { create, newStore }: { readonly create: boolean; readonly newStore: boolean },
): Promise<AdminStore> {
  const { shown } = address
  const connection = new Connection({ address, patience: PATIENCE_MS })
  async function explained(call: () => unknown): Promise<unknown> {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof RedisFault)) throw error
      const why = error.message.replace(/\.$/, '')
      throw new StoreError(`The store ${shown} cannot be used: ${why}.`, { cause: error })
    }
  }
  async function identify(): Promise<boolean> {
    await connection.firstNews(PATIENCE_MS)
    if (!connection.isUp) throw connection.fault
    if (!create && textIn(await connection.send(['GET', NAMES.identity])) === undefined)
      throw new StoreError(
        `There is no store in ${shown} yet: a server's first start or "keys create --new-store" makes it.`,
      )
    if (!newStore && textIn(await connection.send(['GET', NAMES.lastId])) === undefined)
      throw new StoreError(
        `No key was ever made in ${shown}, or its data is lost. If it is new, add --new-store. If it had keys, restore a backup or use "keys import" first: a new key would get the id of a lost one.`,
      )
    return await identifyDatabase(connection, shown)
  }

  try {
    return {
      created: (await explained(identify)) === true,
      keys: eachCall(createRedisKeys(connection, clock), explained),
      audit: eachCall(auditOn(connection, clock), explained),
      counters: eachCall(new RedisCounters(connection, clock, storeClock), explained),
      close: () => connection.close(),
    }
  } catch (error) {
    connection.close()
    throw error
  }
}
