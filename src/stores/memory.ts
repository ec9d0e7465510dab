/**
 * The store of `memory:`: an embedded store without a file, for tests and for trying things out.
 * Guarantees: the same behaviour as any other store as long as the process lives; when it closes, all is gone.
 */
import type { Clock, Store } from '../access/ports.js'
import { windowAt } from '../access/window.js'
import { openDatabase } from './sqlite/database.js'
import { SqliteKeys } from './sqlite/key-store.js'
import { chargedIn, readLedger, writeLedger } from './sqlite/ledger.js'
import { prepareSchema } from './sqlite/schema.js'
import { createUsageCounter } from './usage-counter.js'

const FLUSH_MS = 1000

export function openMemory(clock: Clock): Store {
  const database = openDatabase(':memory:', 0)
  prepareSchema(database, ':memory:')
  let timer: NodeJS.Timeout | undefined
  const onDirty = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => flush(), FLUSH_MS).unref()
  }
  const counter = createUsageCounter({ clock, onDirty })
  const flush = (): void => counter.drain((rows, lastUsed) => writeLedger(database, rows, lastUsed))
  const keys = new SqliteKeys({
    database,
    clock,
    lastId: { read: () => 0, raise() {} },
    flush,
    onNewKeys(keyIds) {
      const { start } = windowAt('month', clock.now())
      counter.restore(keyIds.flatMap((keyId) => readLedger(database, start, keyId)))
    },
  })
  return {
    created: true,
    limiter: 'local',
    keys,
    audit: keys.audit,
    counters: {
      ...counter,
      ledger(window, start) {
        flush()
        return chargedIn(database, window, start)
      },
    },
    refresh() {},
    health: () => ({ degraded: false }),
    close() {
      clearTimeout(timer)
      database.close()
    },
  }
}
