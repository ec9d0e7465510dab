/**
 * The audit of the embedded store. A running server also learns from it which keys other processes changed.
 * Guarantees: lines are only appended; every change of a key has a line, written in the same transaction, that names the key.
 */
import type { AuditEvent } from '../../access/ports.js'
import { auditLine } from '../records.js'
import type { Database } from './database.js'

/** Appends a line. Call it in the transaction of the change. */
export function appendToAudit(database: Database, event: AuditEvent, at: number): void {
  database.run('INSERT INTO audit (line) VALUES (?)', auditLine(event, at))
}

/** All lines, oldest first. */
export function auditLines(database: Database): readonly string[] {
  return database.all('SELECT line FROM audit ORDER BY id').map(({ line }) => String(line))
}

/** The number of the last line; 0 if there is none. */
export function lastLineOf(database: Database): number {
  return Number(database.single('SELECT coalesce(max(id), 0) FROM audit'))
}

/** The keys named by the lines after number `after`, and the number of the last line. */
export function changesAfter(
  database: Database,
  after: number,
): { readonly last: number; readonly keyIds: readonly number[] } {
  const rows = database.all('SELECT id, line FROM audit WHERE id > ? ORDER BY id', after)
  return {
    last: Number(rows.at(-1)?.['id'] ?? after),
    keyIds: rows.flatMap(({ line }) => keysIn(String(line))),
  }
}

/** An event concerns one key, or several, or none. The table is append-only and written by this file only. */
function keysIn(line: string): readonly number[] {
  const { key_id, key_ids = [] } = JSON.parse(line) as { key_id: number | null; key_ids?: readonly number[] }
  return key_id === null ? key_ids : [key_id, ...key_ids]
}
