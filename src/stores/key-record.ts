/**
 * Key records as every store keeps them: frozen, and no two with the same id or secret.
 */
import type { Clash, KeyRecord } from '../access/ports.js'

/** The record, frozen through and through. */
export function freezeKey(record: KeyRecord): KeyRecord {
  const { allowedEndpoints } = record
  return Object.freeze({
    ...record,
    limits: Object.freeze({ ...record.limits }),
    allowedEndpoints: allowedEndpoints === null ? null : Object.freeze([...allowedEndpoints]),
    allowedIps: Object.freeze([...record.allowedIps]),
    secrets: Object.freeze(record.secrets.map((secret) => Object.freeze({ ...secret }))),
  })
}

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
