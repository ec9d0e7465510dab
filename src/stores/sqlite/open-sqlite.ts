/**
 * What server and command share of the embedded store: keys, audit, and counts as they stand in the file.
 * Guarantees: a change of a key and its audit line are one transaction; nothing here counts a call.
 * Leaves to others: counting (server-store.ts) and opening the file (store.ts).
 */
import type { AuditEvent, Clock, Counters, Store } from '../../access/ports.js'
import { perWindow, windowsAt } from '../../access/window.js'
import { auditLine } from '../audit-line.js'
import { countsIn } from './counts-in.js'
import type { Database } from './database.js'
import { createKeyCache, type KeyCacheOptions } from '../key-cache.js'
import { createKeyChanges } from '../key-changes.js'
import { readLedgerOf, readWindow } from './ledger-table.js'
import { lastIdBeside } from './last-id.js'
import { insertAuditLine, readAuditLines } from './schema.js'

type Doors = Pick<Store, 'keys' | 'audit' | 'refresh' | 'health' | 'limiter'>

export interface DoorOptions extends Pick<KeyCacheOptions, 'database' | 'lastUsedAt' | 'onStrangers'> {
  /** Where the database is. */
  readonly file: string
  readonly clock: Clock
}

export function openDoors({ database, file, clock, ...options }: DoorOptions): Doors {
  const record = (event: AuditEvent): void => insertAuditLine(database, auditLine(event, clock.now()))
  const changes = createKeyChanges(database, lastIdBeside(file), record)
  const { keys, refresh } = createKeyCache({ database, changes, ...options })
  return {
    keys,
    refresh,
    audit: { record, lines: () => readAuditLines(database) },
    health: () => ({ degraded: false }),
    limiter: 'local',
  }
}

/** A command sees what the server has written; two processes must never count one key. */
export function countersToRead(database: Database, clock: Clock): Counters {
  const refused = (): never => {
    throw new Error('only a server counts calls')
  }
  return {
    charge: refused,
    refund: refused,
    touch: refused,
    usage(keyId) {
      const windows = windowsAt(clock.now())
      const rows = readLedgerOf(database, keyId, windows.month.start)
      return perWindow((name) => countsIn(rows, name, windows[name].start).get(keyId) ?? 0)
    },
    ledger: (window, start) => countsIn(readWindow(database, window, start), window, start),
  }
}
