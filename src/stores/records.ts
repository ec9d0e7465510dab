/**
 * What is the same for every store: which keys cannot come together, audit lines and counts as text, the ledger by key.
 */
import type { AuditEvent, Clash, KeyRecord, LedgerRow } from '../access/ports.js'
import { onceEach } from '../common/memo.js'

/** One for each key that cannot come: an id and a secret belong to one key only, also among those that come together. */
export function clashesOf(present: readonly KeyRecord[], coming: readonly KeyRecord[]): readonly Clash[] {
  const ids = new Set(present.map((key) => key.id))
  const digests = new Set(present.flatMap((key) => key.secrets.map((secret) => secret.digest)))
  const clashes: Clash[] = []
  for (const { id, secrets } of coming) {
    if (ids.has(id)) clashes.push({ keyId: id, taken: 'id' })
    else if (secrets.some(({ digest }) => digests.has(digest))) clashes.push({ keyId: id, taken: 'secret' })
    ids.add(id)
    for (const { digest } of secrets) digests.add(digest)
  }
  return clashes
}

/** One audit event as one line of JSON. `at` is Unix milliseconds; what an event does not have is left out. */
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

/** What a text of JSON says; undefined: it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A count as it stands in a log line, when nothing better can keep it. */
export function countText({ window, start, count }: Omit<LedgerRow, 'keyId'>): string {
  return `${window} ${new Date(start).toISOString()} ${count}`
}

/** The ledger's rows of each key, in the order they had. */
export function rowsByKey(rows: readonly LedgerRow[]): ReadonlyMap<number, readonly LedgerRow[]> {
  const found = new Map<number, LedgerRow[]>()
  const rowsOf = onceEach((_keyId: number): LedgerRow[] => [], found)
  for (const row of rows) rowsOf(row.keyId).push(row)
  return found
}
