/**
 * Key records in the embedded store: a row each, and a row for each live secret.
 * Guarantees: a secret is present as a digest only; two programs changing one key lose nothing of each other's.
 * Leaves to others: caching (sqlite.ts) and meaning (access/).
 */
import type { KeyRecord, KeyStatus, Limits, NewKey, PlanName } from '../access/ports.js'
import type { Database, Row, Value } from './database.js'

export function readKeys(database: Database): readonly KeyRecord[] {
  const digests = new Map<number, string[]>()
  for (const row of database.all('SELECT key_id, digest FROM secrets')) {
    const keyId = Number(row['key_id'])
    digests.set(keyId, [...(digests.get(keyId) ?? []), String(row['digest'])])
  }
  return database.all('SELECT * FROM keys').map((row) => recordOf(row, digests.get(Number(row['id'])) ?? []))
}

export function insertKey(database: Database, key: NewKey): KeyRecord {
  return database.transaction(() => {
    const id = Number(
      database.single(
        `INSERT INTO keys (name, plan, limits, status, created_at, expires_at, allowed_endpoints, allowed_ips)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
        ...valuesOf(key),
      ),
    )
    insertSecrets(database, id, key.digests)
    return { ...key, id, lastUsedAt: null }
  })
}

/** Reads the record afresh, so that two changers at a time lose nothing of each other's. */
export function updateKey(
  database: Database,
  id: number,
  change: Partial<Omit<KeyRecord, 'id'>>,
): KeyRecord | undefined {
  return database.transaction(() => {
    const before = readKeys(database).find((key) => key.id === id)
    if (before === undefined) return undefined
    const after: KeyRecord = { ...before, ...change }
    database.run(
      `UPDATE keys SET name = ?, plan = ?, limits = ?, status = ?, created_at = ?, expires_at = ?,
       allowed_endpoints = ?, allowed_ips = ?, last_used_at = ? WHERE id = ?`,
      ...valuesOf(after),
      after.lastUsedAt,
      id,
    )
    database.run('DELETE FROM secrets WHERE key_id = ?', id)
    insertSecrets(database, id, after.digests)
    return after
  })
}

function insertSecrets(database: Database, id: number, digests: readonly string[]): void {
  for (const digest of digests) database.run('INSERT INTO secrets (digest, key_id) VALUES (?, ?)', digest, id)
}

function valuesOf(key: NewKey): readonly Value[] {
  return [
    key.name,
    key.plan,
    JSON.stringify(key.limits),
    key.status,
    key.createdAt,
    key.expiresAt,
    key.allowedEndpoints === null ? null : JSON.stringify(key.allowedEndpoints),
    JSON.stringify(key.allowedIps),
  ]
}

/** The tables are written by this file only: their values are taken at their word. */
function recordOf(row: Row, digests: readonly string[]): KeyRecord {
  const moment = (column: string): number | null => (typeof row[column] === 'number' ? row[column] : null)
  const json = (column: string): unknown => JSON.parse(String(row[column]))
  return {
    id: Number(row['id']),
    name: String(row['name']),
    plan: row['plan'] as PlanName,
    limits: json('limits') as Partial<Limits>,
    status: row['status'] as KeyStatus,
    createdAt: Number(row['created_at']),
    lastUsedAt: moment('last_used_at'),
    expiresAt: moment('expires_at'),
    allowedEndpoints: row['allowed_endpoints'] === null ? null : (json('allowed_endpoints') as string[]),
    allowedIps: json('allowed_ips') as string[],
    digests,
  }
}
