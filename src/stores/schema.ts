/**
 * The tables of the embedded store, and the audit, which is one of them.
 * Guarantees: key ids are never used twice; no statement, of ours or another program's, can change or delete
 * an audit line; a file that is not a store of ours is left as it is.
 * Leaves to others: the other tables' statements (key-table.ts, ledger-table.ts) and opening (sqlite.ts).
 */
import type { Database } from './database.js'

/** Raised by one with every change of the tables; see `prepareSchema`. */
export const SCHEMA_VERSION = 1

/** "Robe": marks the file as ours. */
const APPLICATION_ID = 0x526f6265

const SCHEMA = `
  CREATE TABLE keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    limits TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    expires_at INTEGER,
    allowed_endpoints TEXT,
    allowed_ips TEXT NOT NULL
  ) STRICT;
  CREATE TABLE secrets (
    digest TEXT PRIMARY KEY,
    key_id INTEGER NOT NULL REFERENCES keys (id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger (
    key_id INTEGER NOT NULL,
    window TEXT NOT NULL,
    start INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (key_id, window, start)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE audit (id INTEGER PRIMARY KEY AUTOINCREMENT, line TEXT NOT NULL) STRICT;
  CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`

/** `created`: the file was empty and is now a store. `foreign`: another program's. `newer`: a later release's. */
export type SchemaState = 'created' | 'present' | 'foreign' | 'newer'

export function prepareSchema(database: Database): SchemaState {
  return database.transaction(() => {
    if (database.single('SELECT count(*) FROM sqlite_schema') === 0) {
      database.exec(SCHEMA)
      return 'created'
    }
    if (database.single('PRAGMA application_id') !== APPLICATION_ID) return 'foreign'
    return Number(database.single('PRAGMA user_version')) > SCHEMA_VERSION ? 'newer' : 'present'
  })
}

export function insertAuditLine(database: Database, line: string): void {
  database.run('INSERT INTO audit (line) VALUES (?)', line)
}

export function readAuditLines(database: Database): readonly string[] {
  return database.all('SELECT line FROM audit ORDER BY id').map((row) => String(row['line']))
}
