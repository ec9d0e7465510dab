/**
 * The tables of the embedded store, including the audit, with their migrations.
 * Guarantees: key ids are never reused; triggers prevent any statement from changing or deleting audit lines; a file of another
 * program is not changed; a store of an earlier release keeps its content.
 */
import { StoreError } from '../opening.js'
import type { Database } from './database.js'

/** "Robe" in ASCII, which marks the file as a store. */
const APPLICATION_ID = 0x526f6265

const VERSION_1 = `
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
`

/** The label of keys created before this version is unknown; most are live. */
const VERSION_2 = `
  ALTER TABLE keys ADD COLUMN note TEXT NOT NULL DEFAULT '';
  ALTER TABLE keys ADD COLUMN label TEXT NOT NULL DEFAULT 'live';
  ALTER TABLE secrets ADD COLUMN expires_at INTEGER;
  CREATE INDEX secrets_of_key ON secrets (key_id);
  CREATE INDEX ledger_of_window ON ledger (window, start);
`

/** The migration to each version. */
const STEPS: readonly string[] = [VERSION_1, VERSION_2]

/**
 * Creates or migrates the tables in one transaction. Returns whether the file at `path` was empty. Throws StoreError for a database of
 * another program or of a later release.
 */
export function prepareSchema(database: Database, path: string): boolean {
  return database.transaction(() => {
    const isEmpty = database.single('SELECT count(*) FROM sqlite_schema') === 0
    if (!isEmpty && !isStore(database))
      throw new StoreError(`The store "${path}" is a database of another program: set STORE to another path.`)
    const version = Number(database.single('PRAGMA user_version'))
    if (version > STEPS.length)
      throw new StoreError(
        `The store "${path}" was written by a newer release: start that release, or set STORE to another path.`,
      )
    for (const step of STEPS.slice(version)) database.exec(step)
    if (version < STEPS.length) database.exec(`PRAGMA user_version = ${STEPS.length}`)
    return isEmpty
  })
}

/** Whether the file is a store of any release. Changes nothing. */
export function isStore(database: Database): boolean {
  return database.single('PRAGMA application_id') === APPLICATION_ID
}
