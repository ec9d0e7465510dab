/**
 * Key records in the embedded store: one row per key, and one per secret.
 * Guarantees: secrets are stored as digests only.
 */
import type { KeyRecord } from '../../access/ports.js'
import { deepFreeze } from '../../common/freeze.js'
import { IDS, type Database, type Row } from './database.js'

/** Each key's record as JSON, with the current secret first, then the latest to expire. */
const RECORDS = `
  SELECT json_object(
    'id', id,
    'name', name,
    'note', note,
    'label', label,
    'plan', plan,
    'limits', json(limits),
    'status', status,
    'createdAt', created_at,
    'lastUsedAt', last_used_at,
    'expiresAt', expires_at,
    'allowedEndpoints', json(allowed_endpoints),
    'allowedIps', json(allowed_ips),
    'secrets', json((
      SELECT json_group_array(
        json_object('digest', digest, 'expiresAt', expires_at) ORDER BY expires_at IS NOT NULL, expires_at DESC
      ) FROM secrets WHERE key_id = keys.id
    ))
  ) AS record FROM keys`

/** All keys, in the order of their ids. */
export function readKeys(database: Database): readonly KeyRecord[] {
  return database.all(`${RECORDS} ORDER BY id`).map(recordOf)
}

/** The existing keys with these ids. */
export function readKeysOf(database: Database, ids: readonly number[]): readonly KeyRecord[] {
  return database.all(`${RECORDS} WHERE id IN ${IDS}`, JSON.stringify(ids)).map(recordOf)
}

/** The key that a secret belongs to. */
export function keyIdOf(database: Database, digest: string): number | undefined {
  const [row] = database.all('SELECT key_id AS id FROM secrets WHERE digest = ?', digest)
  return row && Number(row['id'])
}

export function readKey(database: Database, id: number): KeyRecord | undefined {
  return database.all(`${RECORDS} WHERE id = ?`, id).map(recordOf)[0]
}

/** Parses a record without checks, because only this file writes the tables. */
function recordOf({ record }: Row): KeyRecord {
  return deepFreeze(JSON.parse(String(record)) as KeyRecord)
}

/** The largest key id ever assigned in this database; 0 if none. */
export function lastIdIn(database: Database): number {
  return Number(database.single("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'keys'"))
}

/** Inserts or replaces the record with its id. Throws if a secret belongs to another key. */
export function writeKey(database: Database, key: KeyRecord): void {
  const row = {
    id: key.id,
    name: key.name,
    note: key.note,
    label: key.label,
    plan: key.plan,
    limits: JSON.stringify(key.limits),
    status: key.status,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
    allowed_endpoints: key.allowedEndpoints && JSON.stringify(key.allowedEndpoints),
    allowed_ips: JSON.stringify(key.allowedIps),
  }
  const [columns, values] = [Object.keys(row), Object.values(row)]
  database.run('DELETE FROM secrets WHERE key_id = ?', key.id)
  database.run(
    `REPLACE INTO keys (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...values,
  )
  for (const { digest, expiresAt } of key.secrets)
    database.run(
      'INSERT INTO secrets (digest, key_id, expires_at) VALUES (?, ?, ?)',
      digest,
      key.id,
      expiresAt,
    )
}
