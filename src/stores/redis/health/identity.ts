/**
 * Identifies a Redis database.
 * Guarantees: an empty database becomes a store, once; a database of another program or of a later release is refused.
 */
import { randomUUID } from 'node:crypto'
import { StoreError } from '../../opening.js'
import type { Connection } from '../connection.js'
import { LAYOUT, NAMES } from '../names.js'
import { textIn } from '../replies.js'

/**
 * Turns an empty database into a store and sets the identity of the connection. Returns whether the store was created now. Rejects
 * with RedisFault, or with StoreError for a database that must not be used. @param shown address for messages
 */
export async function identifyDatabase(connection: Connection, shown: string): Promise<boolean> {
  const newIdentity = `${LAYOUT}:${randomUUID()}`
  const created = textIn(await connection.send(['SET', NAMES.identity, newIdentity, 'NX'])) === 'OK'
  const identity = textIn(await connection.send(['GET', NAMES.identity])) ?? ''
  const layout = Number(/^(\d+):[0-9a-f-]{36}$/.exec(identity)?.[1])
  if (Number.isNaN(layout))
    throw new StoreError(
      `The store ${shown} holds a "${NAMES.identity}" of another program: choose another database.`,
    )
  if (layout > LAYOUT)
    throw new StoreError(
      `The store ${shown} was written by a newer release: start that release, or choose another database.`,
    )
  connection.identity = identity
  return created
}
