/**
 * Getting to know a database of Redis: whose it is, and whether it really counts.
 * Guarantees: an empty database becomes a store of ours, once; one of a later release is refused; a count made by
 * the scripts is seen to stand in Redis before the first call is served from there.
 * Leaves to others: when to do so (health-monitor.ts, command.ts).
 */
import { randomUUID } from 'node:crypto'
import { windowAt } from '../../../access/window.js'
import { StoreError } from '../../store-error.js'
import type { Link } from '../link.js'
import { CHARGE } from '../lua.js'
import { LAYOUT, NAMES } from '../names.js'
import { numbersIn, textIn } from '../scripts.js'

export interface Known {
  readonly identity: string
  /** Whether the database became a store just now. */
  readonly created: boolean
}

/** Throws RedisFault; StoreError for a database of a later release. `shown` names the place. */
export async function getToKnow({ patient }: Link, shown: string): Promise<Known> {
  const own = `${LAYOUT}:${randomUUID()}`
  const created = textIn(await patient.send(['SET', NAMES.identity, own, 'NX'])) === 'OK'
  const identity = textIn(await patient.send(['GET', NAMES.identity])) ?? ''
  const layout = Number(/^(\d+):[0-9a-f-]{36}$/.exec(identity)?.[1])
  if (Number.isNaN(layout))
    throw new StoreError(
      `The store ${shown} holds a "${NAMES.identity}" of another program: choose another database.`,
    )
  if (layout > LAYOUT)
    throw new StoreError(
      `The store ${shown} was written by a newer release: start that release, or choose another database.`,
    )
  return { identity, created }
}

/**
 * Has a made-up key charged by the script that charges all, and reads the count back by itself. What that leaves
 * goes within a minute, whatever happens. Throws RedisFault or StoreError.
 */
export async function provesToCount({ patient }: Link, identity: string, shown: string): Promise<void> {
  const trial = `${NAMES.trial}:${randomUUID()}`
  const names = [NAMES.identity, `${trial}:hours`, `${trial}:usage`, `${trial}:counted`]
  // In windows long past: the script works out those of now.
  const words = [identity, '', '0', '1', '1', '1', '0', '0', '0']
  const charge = ['EVAL', CHARGE, String(names.length), ...names, ...words]
  // All are on their way before the first is answered: nothing can come between.
  const [first, second] = await Promise.all([
    patient.send(charge),
    patient.send(charge),
    ...names.slice(1).map((name) => patient.send(['EXPIRE', name, '60'])),
  ])
  const [made, , , , at = 0] = numbersIn(first, 5)
  const [again] = numbersIn(second, 5)
  const { start } = windowAt('day', at)
  const counted = textIn(await patient.send(['HGET', `${trial}:usage`, `day:${start}`]))
  if (made !== 1 || again !== 0 || counted !== '1')
    throw new StoreError(
      `The store ${shown} does not keep counts: a count of 1 was read back as ${counted ?? 'none'}.`,
    )
}

/** What an operator should know of the server's settings, a sentence each. */
export async function advice({ patient }: Link): Promise<readonly string[]> {
  const told = textIn(await patient.send(['INFO', 'memory']).catch(() => '')) ?? ''
  const policy = /^maxmemory_policy:(\S+)/m.exec(told)?.[1] ?? 'noeviction'
  const limit = Number(/^maxmemory:(\d+)/m.exec(told)?.[1] ?? 0)
  if (limit === 0 || policy === 'noeviction') return []
  return [
    `Redis may throw keys and counts away when its memory is full: set maxmemory-policy noeviction (it is ${policy})`,
  ]
}
