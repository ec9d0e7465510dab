/**
 * Identifies a database of Redis.
 * Guarantees: an empty database becomes a store of ours, once; one of another program or of a later release is refused.
 */
import { randomUUID } from 'node:crypto'
import { StoreError } from '../../opening.js'
import type { Connection } from '../connection.js'
import { LAYOUT, NAMES } from '../names.js'
import { textIn } from '../replies.js'

/**
 * Makes the database a store where it is none, gives the connection its identity, and returns whether it was made just
 * now. Throws RedisFault; StoreError for a database that must not be used. `shown` names the place.
 */
export async function meetDatabase(connection: Connection, shown: string): Promise<boolean> {
  const own = `${LAYOUT}:${randomUUID()}`
  const created = textIn(await connection.send(['SET', NAMES.identity, own, 'NX'])) === 'OK'
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
