/**
 * What keeps keys of another store from coming to this one.
 * Guarantees: an id and a secret belong to one key only, also among those that come together.
 * Leaves to others: refusing (the stores) and telling (commands/).
 */
import type { Clash, KeyRecord } from '../access/ports.js'

/** One for each key that cannot come, in the order given. */
export function clashesOf(present: readonly KeyRecord[], coming: readonly KeyRecord[]): readonly Clash[] {
  const ids = new Set(present.map((key) => key.id))
  const digests = new Set(present.flatMap((key) => key.secrets.map((secret) => secret.digest)))
  return coming.flatMap((key): Clash[] => {
    const taken = ids.has(key.id)
      ? 'id'
      : key.secrets.some((secret) => digests.has(secret.digest))
        ? 'secret'
        : undefined
    ids.add(key.id)
    for (const { digest } of key.secrets) digests.add(digest)
    return taken === undefined ? [] : [{ keyId: key.id, taken }]
  })
}
