/**
 * Key records in the embedded store: a row each, and a row for each secret.
 * Guarantees: a secret is present as a digest only; two programs changing one key lose nothing of each other's.
 */
import type { KeyLabel, KeyRecord, KeyStatus, Limits, PlanName, Secret } from '../../access/ports.js'
import { deepFreeze } from '../../rules/freeze.js'
import type { Database, Row } from './database.js'

/** All keys, in the order of their ids. */
export function readKeys(database: Database): readonly KeyRecord[] {
  const secrets = new Map<number, Secret[]>()
  for (const row of database.all(`SELECT * FROM secrets ${IN_ORDER}`)) {
    const keyId = Number(row['key_id'])
    secrets.set(keyId, [...(secrets.get(keyId) ?? []), secretOf(row)])
  }
  return database
    .all('SELECT * FROM keys ORDER BY id')
    .map((row) => recordOf(row, secrets.get(Number(row['id'])) ?? []))
}

export function readKey(database: Database, id: number): KeyRecord | undefined {
  const [row] = database.all('SELECT * FROM keys WHERE id = ?', id)
  const secrets = database.all(`SELECT * FROM secrets WHERE key_id = ? ${IN_ORDER}`, id)
  return row && recordOf(row, secrets.map(secretOf))
}

/** The present secret first, then the longest-lived. */
const IN_ORDER = 'ORDER BY expires_at IS NOT NULL, expires_at DESC'

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
function recordOf(row: Row, secrets: readonly Secret[]): KeyRecord {
  const json = (column: string): unknown => JSON.parse(String(row[column]))
  return deepFreeze<KeyRecord>({
    id: Number(row['id']),
    name: String(row['name']),
    note: String(row['note']),
    label: row['label'] as KeyLabel,
    plan: row['plan'] as PlanName,
    limits: json('limits') as Partial<Limits>,
    status: row['status'] as KeyStatus,
    createdAt: Number(row['created_at']),
    lastUsedAt: momentOf(row, 'last_used_at'),
    expiresAt: momentOf(row, 'expires_at'),
    allowedEndpoints: row['allowed_endpoints'] === null ? null : (json('allowed_endpoints') as string[]),
    allowedIps: json('allowed_ips') as string[],
    secrets,
  })
}

function secretOf(row: Row): Secret {
  return { digest: String(row['digest']), expiresAt: momentOf(row, 'expires_at') }
}

function momentOf(row: Row, column: string): number | null {
  return typeof row[column] === 'number' ? row[column] : null
}
