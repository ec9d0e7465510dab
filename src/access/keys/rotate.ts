/**
 * Giving a key a new secret while the old one still works for a while.
 * Guarantees: id, limits and counts stay; no old secret works longer than the overlap, nor longer than it was
 * going to; the new one is returned once and never kept.
 */
import { auditOf } from './audit-event.js'
import { digestOf, generateKey } from '../key.js'
import type { Clock, KeyRecord, Secret, Store } from '../ports.js'

/** So many secrets can work at a time: more is a script that has run away. */
export const MOST_SECRETS = 5

export type Rotation =
  | { readonly outcome: 'rotated'; readonly record: KeyRecord; readonly secret: string }
  | { readonly outcome: 'unknown' | 'revoked' | 'crowded' }

/** `overlap`: milliseconds that the old secrets have left; 0 ends all of them now. */
export async function rotateKey(
  store: Pick<Store, 'keys'>,
  id: number,
  overlap: number,
  actor: string,
  clock: Clock,
): Promise<Rotation> {
  const known = await store.keys.get(id)
  if (known === undefined) return { outcome: 'unknown' }
  const secret = generateKey(known.label)
  const now = clock.now()
  let outcome = 'rotated' as 'rotated' | 'revoked' | 'crowded'
  const record = await store.keys.change(id, (before) => {
    const old = overlap === 0 ? [] : endingBy(before.secrets, now, now + overlap)
    outcome = before.status === 'revoked' ? 'revoked' : old.length >= MOST_SECRETS ? 'crowded' : 'rotated'
    if (outcome !== 'rotated') return undefined
    const after = { secrets: [{ digest: digestOf(secret), expiresAt: null }, ...old] }
    return { after, audit: auditOf('key.rotated', actor, before, { ...before, ...after }) }
  })
  if (record === undefined) return { outcome: 'unknown' }
  return outcome === 'rotated' ? { outcome, record, secret } : { outcome }
}

/** Those that still work at `now`, none of them beyond `latest`; the longest-lived first. */
function endingBy(secrets: readonly Secret[], now: number, latest: number): readonly Secret[] {
  return secrets
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .map(({ digest, expiresAt }) => ({ digest, expiresAt: Math.min(expiresAt ?? latest, latest) }))
    .sort((one, other) => other.expiresAt - one.expiresAt)
}
