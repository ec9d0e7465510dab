/**
 * The store of `redis://` as the command line uses it, beside any number of servers.
 * Guarantees: what Redis cannot do becomes one StoreError sentence that names the place and the reason; calls are
 * never counted here.
 * Leaves to others: scripts and replies (counters.ts, keys.ts).
 */
import type { Awaitable, Clock, Store } from '../../access/ports.js'
import { StoreError } from '../store-error.js'
import type { Address } from './address.js'
import { createAudit } from './audit.js'
import { createCounters } from './counters.js'
import { RedisFault } from './health/redis-fault.js'
import { getToKnow } from './health/identity.js'
import { createKeys } from './keys.js'
import { openLink } from './link.js'
import { NAMES } from './names.js'
import { textIn } from './scripts.js'

/** A person waits; a server does not. */
const PATIENCE_MS = 5_000

/**
 * Opens the store; `create` false: a database that is no store of ours yet is an error and is left as it is.
 * `redisClock` is only for tests.
 */
export async function openRedisCommand(
  address: Address,
  clock: Clock,
  create: boolean,
  redisClock?: () => number,
): Promise<Store> {
  const told = explaining(address)
  let wake = (): void => {}
  const settled = new Promise<void>((resolve) => (wake = resolve))
  const link = openLink({ address, patience: PATIENCE_MS, onUp: wake, onDown: wake })
  const timer = setTimeout(wake, PATIENCE_MS)
  try {
    await settled
    const known = await told(async () => {
      if (!link.isUp()) throw link.lastFault() ?? new RedisFault('slow', 'no connection')
      if (!create && textIn(await link.send(['GET', NAMES.identity])) === undefined)
        throw new StoreError(
          `There is no store in ${address.shown} yet: a server's first start or "keys create" makes it.`,
        )
      return await getToKnow(link, address.shown)
    })
    const ground = { link, identity: () => known.identity, clock: redisClock }
    const keys = createKeys(ground, clock)
    const counters = createCounters(ground)
    const audit = createAudit(link, clock)
    return {
      created: known.created,
      limiter: 'redis',
      keys: {
        findByDigest: (digest) => told(() => keys.find(digest)),
        get: (id) => told(() => keys.get(id)),
        list: () => told(() => keys.list()),
        create: (key, audit) => told(() => keys.create(key, audit)),
        change: (id, decide) => told(() => keys.change(id, decide)),
        import: (carried, audit) => told(() => keys.import(carried, audit)),
      },
      counters: {
        charge: neverHere,
        refund: neverHere,
        touch: neverHere,
        usage: (keyId) => told(() => counters.usage(keyId)),
        ledger: (window, start) => told(() => counters.ledger(window, start)),
      },
      audit: {
        record: (event) => told(() => audit.record(event)),
        lines: () => told(() => audit.lines()),
      },
      refresh() {},
      health: () => ({ degraded: false }),
      close: () => link.close(),
    }
  } catch (error) {
    link.close()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function neverHere(): never {
  throw new Error('only a server counts calls')
}

function explaining({ shown }: Address): <T>(work: () => Awaitable<T>) => Promise<T> {
  return async (work) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RedisFault)) throw error
      throw new StoreError(`The store ${shown} cannot be used: ${error.message.replace(/\.$/, '')}.`, {
        cause: error,
      })
    }
  }
}
