/**
 * Key records in the embedded store: a row each, and a row for each secret.
 * Guarantees: a secret is present as a digest only; two programs changing one key lose nothing of each other's.
 * Leaves to others: transactions, caching (key-cache.ts) and meaning (access/).
 */
import type { KeyLabel, KeyRecord, KeyStatus, Limits, NewKey, PlanName, Secret } from '../../access/ports.js'
import type { Database, Row, Value } from './database.js'

export function readKeys(database: Database): readonly KeyRecord[] {
  const secrets = new Map<number, Secret[]>()
  for (const row of database.all(`SELECT * FROM secrets ${IN_ORDER}`)) {
    const keyId = Number(row['key_id'])
    secrets.set(keyId, [...(secrets.get(keyId) ?? []), secretOf(row)])
  }
  return database.all('SELECT * FROM keys').map((row) => recordOf(row, secrets.get(Number(row['id'])) ?? []))
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

/** Writes a record under the id that it has, which nobody else may have. */
export function insertKey(database: Database, key: KeyRecord): void {
  const columns = ['id', 'last_used_at', ...COLUMNS]
  database.run(
    `INSERT INTO keys (${columns.join(', ')}) VALUES (${marks(columns)})`,
    key.id,
    key.lastUsedAt,
    ...valuesOf(key),
  )
  insertSecrets(database, key.id, key.secrets)
}

export function replaceKey(database: Database, key: KeyRecord): void {
  const columns = ['last_used_at', ...COLUMNS].map((column) => `${column} = ?`)
  database.run(`UPDATE keys SET ${columns.join(', ')} WHERE id = ?`, key.lastUsedAt, ...valuesOf(key), key.id)
  database.run('DELETE FROM secrets WHERE key_id = ?', key.id)
  insertSecrets(database, key.id, key.secrets)
}

function insertSecrets(database: Database, id: number, secrets: readonly Secret[]): void {
  for (const { digest, expiresAt } of secrets) {
    database.run('INSERT INTO secrets (digest, key_id, expires_at) VALUES (?, ?, ?)', digest, id, expiresAt)
  }
}

const COLUMNS = [
  'name',
  'note',
  'label',
  'plan',
  'limits',
  'status',
  'created_at',
  'expires_at',
  'allowed_endpoints',
  'allowed_ips',
]

/** In the order of COLUMNS. */
function valuesOf(key: NewKey): readonly Value[] {
  return [
    key.name,
    key.note,
    key.label,
    key.plan,
    JSON.stringify(key.limits),
    key.status,
    key.createdAt,
    key.expiresAt,
    key.allowedEndpoints === null ? null : JSON.stringify(key.allowedEndpoints),
    JSON.stringify(key.allowedIps),
  ]
}

function marks(columns: readonly string[]): string {
  return columns.map(() => '?').join(', ')
}

/** The tables are written by this file only: their values are taken at their word. */
function recordOf(row: Row, secrets: readonly Secret[]): KeyRecord {
  const json = (column: string): unknown => JSON.parse(String(row[column]))
  return {
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
  }
}

function secretOf(row: Row): Secret {
  return { digest: String(row['digest']), expiresAt: momentOf(row, 'expires_at') }
}

function momentOf(row: Row, column: string): number | null {
  return typeof row[column] === 'number' ? row[column] : null
}
