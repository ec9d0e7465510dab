/**
 * Creates keys and rotates their secrets, for the command line and the first start of a server.
 * Guarantees: a secret is returned once and never stored; a change and its audit line are atomic. After a rotation no old secret works
 * longer than the overlap or its previous expiry.
 */
import { auditOf } from './audit-event.js'
import { alterKey, KeyRefusal, MAX_SECRETS } from './change-key.js'
import { digestOf, generateKey } from '../key.js'
import type { Clock, NewKey, Secret, Store } from '../ports.js'

type Chosen = 'note' | 'label' | 'limits' | 'expiresAt' | 'allowedEndpoints' | 'allowedIps'

/** Defaults: live, no note, limits of the plan, all endpoints, any address, no expiry. */
export interface KeyRequest extends Pick<NewKey, 'name' | 'plan'>, Partial<Pick<NewKey, Chosen>> {
  /** Who requested it, for the audit. */
  readonly actor: string
}

/** Creates a key from a valid request. Returns the record and its secret, which is stored nowhere. */
export async function createKey(
  store: Pick<Store, 'keys'>,
  { actor, label = 'live', ...request }: KeyRequest,
  clock: Clock,
) {
  const secret = generateKey(label)
  const key: NewKey = {
    note: '',
    limits: {},
    expiresAt: null,
    allowedEndpoints: null,
    allowedIps: [],
    ...request,
    label,
    status: 'active',
    createdAt: clock.now(),
    secrets: [{ digest: digestOf(secret), expiresAt: null }],
  }
  const record = await store.keys.create(key, (made) => auditOf('key.created', actor, undefined, made))
  return { record, secret }
}

/**
 * Gives a key a new secret; id, limits and usage stay. `overlap`: milliseconds until the old secrets expire; 0 expires them now.
 * Returns the record and the new secret, which is stored nowhere. Throws KeyRefusal.
 */
export async function rotateKey(
  store: Pick<Store, 'keys'>,
  id: number,
  overlap: number,
  actor: string,
  clock: Clock,
) {
  const now = clock.now()
  let secret = ''
  const { record } = await alterKey(store, id, 'key.rotated', actor, (before) => {
    if (before.status === 'revoked') throw new KeyRefusal(id, 'revoked')
    const old = overlap === 0 ? [] : endingBy(before.secrets, now, now + overlap)
    if (old.length >= MAX_SECRETS) throw new KeyRefusal(id, 'crowded')
    secret = generateKey(before.label)
    return { secrets: [{ digest: digestOf(secret), expiresAt: null }, ...old] }
  })
  return { record, secret }
}

/** The secrets valid at `now`, with expiry at `latest` or earlier, the latest to expire first. */
function endingBy(secrets: readonly Secret[], now: number, latest: number): readonly Secret[] {
  return secrets
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .map(({ digest, expiresAt }) => ({ digest, expiresAt: Math.min(expiresAt ?? latest, latest) }))
    .sort((one, other) => other.expiresAt - one.expiresAt)
}
