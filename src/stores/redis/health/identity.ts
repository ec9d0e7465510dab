/**
 * Getting to know a database of Redis: whose it is, and whether it really counts.
 * Guarantees: an empty database becomes a store of ours, once; one of a later release is refused; a count made by
 * the scripts is seen to stand in Redis before the first call is served from there.
 */
import { randomUUID } from 'node:crypto'
import { windowAt, windowsAt, WINDOWS } from '../../../access/window.js'
import { StoreError } from '../../opening.js'
import type { Connection } from '../connection.js'
import { CHARGE } from '../lua.js'
import { fieldOf, LAYOUT, NAMES } from '../names.js'
import { numbersIn, textIn } from '../replies.js'

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

/**
 * Has a made-up key charged by the script that charges all, and reads the count back by itself. What that leaves
 * goes within a minute, whatever happens. Throws RedisFault or StoreError.
 */
export async function provesToCount(connection: Connection, shown: string): Promise<void> {
  const trial = `${NAMES.trial}:${randomUUID()}`
  const redisKeys = [`${trial}:hours`, `${trial}:usage`]
  const now = Date.now()
  const starts = WINDOWS.map((window) => String(windowsAt(now)[window].start))
  const charge = (): Promise<unknown> =>
    connection.run({ ...CHARGE, whole: true }, redisKeys, [String(now), ...starts, '1', '1', '1'])
  // All are on their way before the first is answered: nothing can come between.
  const [first, second] = await Promise.all([
    charge(),
    charge(),
    ...redisKeys.map((name) => connection.send(['EXPIRE', name, '60'])),
  ])
  const day = fieldOf('day', windowAt('day', now).start)
  const counted = textIn(await connection.send(['HGET', `${trial}:usage`, day]))
  if (numbersIn(first, 5)[0] !== 1 || numbersIn(second, 5)[0] !== 0 || counted !== '1')
    throw new StoreError(
      `The store ${shown} does not keep counts: a count of 1 was read back as ${counted ?? 'none'}.`,
    )
}
