/**
 * Key records in the embedded store: a row each, and a row for each secret.
 * Guarantees: a secret is present as a digest only; two programs changing one key lose nothing of each other's.
 */
import type { KeyLabel, KeyRecord, KeyStatus, Limits, PlanName, Secret } from '../../access/ports.js'
import { deepFreeze } from '../../rules/freeze.js'
import type { Database, Row } from './database.js'

/** Keys, each with its secrets as JSON: the present one first, then the longest-lived. */
const KEYS = `
  SELECT *, (
    SELECT json_group_array(
      json_object('digest', digest, 'expiresAt', expires_at) ORDER BY expires_at IS NOT NULL, expires_at DESC
    ) FROM secrets WHERE key_id = keys.id
  ) AS secrets FROM keys`

/** All keys, in the order of their ids. */
export function readKeys(database: Database): readonly KeyRecord[] {
  return database.all(`${KEYS} ORDER BY id`).map(recordOf)
}

export function readKey(database: Database, id: number): KeyRecord | undefined {
  return database.all(`${KEYS} WHERE id = ?`, id).map(recordOf)[0]
}

/** The largest id that a key of this database ever had; 0 when it never had one. */
export function lastIdIn(database: Database): number {
  return Number(database.single("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'keys'"))
}

/** Writes a record under the id that it has, in the place of an earlier one. A secret of another key is refused. */
export function writeKey(database: Database, key: KeyRecord): void {
  const row = rowOf(key)
  const marks = Object.keys(row).map(() => '?')
  database.run('DELETE FROM secrets WHERE key_id = ?', key.id)
  database.run(
    `REPLACE INTO keys (${Object.keys(row).join(', ')}) VALUES (${marks.join(', ')})`,
    ...Object.values(row),
  )
  for (const { digest, expiresAt } of key.secrets) {
    const secret = [digest, key.id, expiresAt]
    database.run('INSERT INTO secrets (digest, key_id, expires_at) VALUES (?, ?, ?)', ...secret)
  }
}

function rowOf(key: KeyRecord): Row {
  return {
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
}

/** The tables are written by this file only: their values are taken at their word. */
function recordOf(row: Row): KeyRecord {
  const json = (column: string): unknown => JSON.parse(String(row[column]))
  const moment = (column: string): number | null => (row[column] === null ? null : Number(row[column]))
  return deepFreeze<KeyRecord>({
    id: Number(row['id']),
    name: String(row['name']),
    note: String(row['note']),
    label: row['label'] as KeyLabel,
    plan: row['plan'] as PlanName,
    limits: json('limits') as Partial<Limits>,
    status: row['status'] as KeyStatus,
    createdAt: Number(row['created_at']),
    lastUsedAt: moment('last_used_at'),
    expiresAt: moment('expires_at'),
    allowedEndpoints: row['allowed_endpoints'] === null ? null : (json('allowed_endpoints') as string[]),
    allowedIps: json('allowed_ips') as string[],
    secrets: json('secrets') as Secret[],
  })
}
