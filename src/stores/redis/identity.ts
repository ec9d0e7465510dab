/**
 * Getting to know a database of Redis: whose it is, and whether it really counts.
 * Guarantees: an empty database becomes a store of ours, once; one of a later release is refused; a count made by
 * the scripts is seen to stand in Redis before the first call is served from there.
 * Leaves to others: when to do so (presence.ts, command.ts).
 */
import { randomUUID } from 'node:crypto'
import { windowAt } from '../../access/window.js'
import { StoreError } from '../store-error.js'
import { createCounters } from './counters.js'
import type { Link } from './link.js'
import { hoursOf, LAYOUT, NAMES, usageOf } from './names.js'
import { textIn } from './scripts.js'

export interface Known {
  readonly identity: string
  /** Whether the database became a store just now. */
  readonly created: boolean
}

/** Throws RedisFault; StoreError for a database of a later release. `shown` names the place. */
export async function getToKnow(link: Link, shown: string): Promise<Known> {
  const own = `${LAYOUT}:${randomUUID()}`
  const created = textIn(await link.send(['SET', NAMES.identity, own, 'NX'])) === 'OK'
  const identity = textIn(await link.send(['GET', NAMES.identity])) ?? ''
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

/** Charges a made-up key, reads the count back by itself and takes it out. Throws RedisFault or StoreError. */
export async function provesToCount(link: Link, identity: string, shown: string): Promise<void> {
  const keyId = `trial-${randomUUID()}`
  const counters = createCounters({ link, identity: () => identity })
  const { at } = await counters.charge(keyId, { hour: 1, day: 1, month: 1 })
  const again = await counters.charge(keyId, { hour: 1, day: 1, month: 1 })
  const { start } = windowAt('day', at)
  const counted = textIn(await link.send(['HGET', usageOf(keyId), `day:${start}`]))
  await link.send(['DEL', usageOf(keyId), hoursOf(keyId)])
  await link.send(['SREM', NAMES.counted, keyId])
  if (counted !== '1' || again.allowed)
    throw new StoreError(
      `The store ${shown} does not keep counts: a count of 1 was read back as ${counted ?? 'none'}.`,
    )
}

/** What an operator should know of the server's settings, a sentence each. */
export async function advice(link: Link): Promise<readonly string[]> {
  const told = textIn(await link.send(['INFO', 'memory']).catch(() => '')) ?? ''
  const policy = /^maxmemory_policy:(\S+)/m.exec(told)?.[1] ?? 'noeviction'
  const limit = Number(/^maxmemory:(\d+)/m.exec(told)?.[1] ?? 0)
  if (limit === 0 || policy === 'noeviction') return []
  return [
    `Redis may throw keys and counts away when its memory is full: set maxmemory-policy noeviction (it is ${policy})`,
  ]
}
