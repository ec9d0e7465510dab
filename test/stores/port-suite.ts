/**
 * What every store must do, whatever it is made of.
 * Guarantees: a store that passes can stand behind the access policy.
 * Leaves to others: opening one (`open` gets the clock of the test and makes a fresh store), and what a store
 * promises beyond the ports.
 */
import type { Test } from 'tap'
import t from 'tap'
import type { Store } from '../../src/access/ports.js'
import { counterSuite } from './port-suite-counters.js'
import { importSuite } from './port-suite-import.js'
import { keySuite } from './port-suite-keys.js'
import { replaySuite } from './port-suite-replays.js'
import { handClock, MORNING, type HandClock } from './samples.js'

/** One promise of the ports, checked on a fresh store whose clock shows MORNING. */
export type Guarantee = (
  says: string,
  check: (t: Test, store: Store, clock: HandClock) => Promise<void>,
) => void

export function portSuite(name: string, openWith: (clock: HandClock) => Promise<Store>): void {
  const guarantee: Guarantee = (says, check) => {
    void t.test(`${name}: ${says}`, async (t) => {
      const clock = handClock(MORNING)
      const store = await openWith(clock)
      t.teardown(() => store.close())
      await check(t, store, clock)
    })
  }
  keySuite(guarantee)
  counterSuite(guarantee)
  importSuite(guarantee)
  replaySuite(guarantee)

  guarantee('a fresh store says that it was created', async (t, store) => {
    t.equal(store.created, true)
    t.same(await store.keys.list(), [])
  })

  guarantee('closing twice is closing once', async (t, store) => {
    await store.close()
    await store.close()
    t.pass()
  })

  guarantee('a store that works is not degraded', async (t, store) => {
    t.same(store.health(), { degraded: false })
  })
}
