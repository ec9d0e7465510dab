/**
 * Functions shared by all stores: import clashes, audit lines, counts as text, the ledger by key.
 */
import type { AuditEvent, Clash, KeyRecord, LedgerRow } from '../access/ports.js'
import { onceEach } from '../common/memo.js'

/** One clash for each key that cannot be imported. Ids and secrets must be unique, also among the imported keys. */
export function clashesOf(present: readonly KeyRecord[], imported: readonly KeyRecord[]): readonly Clash[] {
  const ids = new Set(present.map((key) => key.id))
  const digests = new Set(present.flatMap((key) => key.secrets.map((secret) => secret.digest)))
  const clashes: Clash[] = []
  for (const { id, secrets } of imported) {
    if (ids.has(id)) clashes.push({ keyId: id, taken: 'id' })
    else if (secrets.some(({ digest }) => digests.has(digest))) clashes.push({ keyId: id, taken: 'secret' })
    ids.add(id)
    for (const { digest } of secrets) digests.add(digest)
  }
  return clashes
}

/** An audit event as one line of JSON. `at`: Unix milliseconds. Absent fields are left out. */
export function auditLine(event: AuditEvent, at: number): string {
  return JSON.stringify({
    time: new Date(at).toISOString(),
    actor: event.actor,
    event: event.event,
    key_id: event.keyId,
    key_ids: event.keyIds,
    changes: event.changes,
    before: event.before,
    after: event.after,
  })
}

/** Parses JSON; undefined for invalid text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A count for a log line, if it could not be stored. */
export function countText({ window, start, count }: Omit<LedgerRow, 'keyId'>): string {
  return `${window} ${new Date(start).toISOString()} ${count}`
}

/** The rows of each key, in order. */
export function rowsByKey(rows: readonly LedgerRow[]): ReadonlyMap<number, readonly LedgerRow[]> {
  const found = new Map<number, LedgerRow[]>()
  const rowsOf = onceEach((_keyId: number): LedgerRow[] => [], found)
  for (const row of rows) rowsOf(row.keyId).push(row)
  return found
}
