/**
 * Giving a key a new secret while the old one still works for a while.
 * Guarantees: id, limits and counts stay; no old secret works longer than the overlap, nor longer than it was
 * going to; the new one is returned once and never kept.
 */
import { auditOf } from './audit-event.js'
import { KeyRefusal, MOST_SECRETS } from './key-refusal.js'
import { digestOf, generateKey } from '../key.js'
import type { Clock, KeyRecord, Secret, Store } from '../ports.js'

/** `overlap`: milliseconds that the old secrets have left; 0 ends all of them now. Throws KeyRefusal. */
export async function rotateKey(
  store: Pick<Store, 'keys'>,
  id: number,
  overlap: number,
  actor: string,
  clock: Clock,
): Promise<{ readonly record: KeyRecord; readonly secret: string }> {
  const known = await store.keys.get(id)
  if (known === undefined) throw new KeyRefusal(id, 'unknown')
  const secret = generateKey(known.label)
  const now = clock.now()
  const record = await store.keys.change(id, (before) => {
    if (before.status === 'revoked') throw new KeyRefusal(id, 'revoked')
    const old = overlap === 0 ? [] : endingBy(before.secrets, now, now + overlap)
    if (old.length >= MOST_SECRETS) throw new KeyRefusal(id, 'crowded')
    const after = { secrets: [{ digest: digestOf(secret), expiresAt: null }, ...old] }
    return { after, audit: auditOf('key.rotated', actor, before, { ...before, ...after }) }
  })
  // Gone since it was read.
  if (record === undefined) throw new KeyRefusal(id, 'unknown')
  return { record, secret }
}

/** Those that still work at `now`, none of them beyond `latest`; the longest-lived first. */
function endingBy(secrets: readonly Secret[], now: number, latest: number): readonly Secret[] {
  return secrets
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .map(({ digest, expiresAt }) => ({ digest, expiresAt: Math.min(expiresAt ?? latest, latest) }))
    .sort((one, other) => other.expiresAt - one.expiresAt)
}
