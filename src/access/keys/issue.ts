/**
 * Issuing keys and new secrets of keys, for the command line and for a server's first start.
 * Guarantees: a secret is returned once and never kept; a change and its audit line are one step. After a rotation no old
 * secret works longer than the overlap, nor longer than it was going to.
 */
import { auditOf } from './audit-event.js'
import { alterKey, KeyRefusal, MAX_SECRETS } from './change-key.js'
import { digestOf, generateKey } from '../key.js'
import type { Clock, NewKey, Secret, Store } from '../ports.js'

type Chosen = 'note' | 'label' | 'limits' | 'expiresAt' | 'allowedEndpoints' | 'allowedIps'

/** What is not said of the key: live, no note, limits of its plan, every endpoint, every address, no end. */
export interface KeyRequest extends Pick<NewKey, 'name' | 'plan'>, Partial<Pick<NewKey, Chosen>> {
  /** Who asked, for the audit. */
  readonly actor: string
}

/** Makes a key. The request is taken as checked. Returns the record and its secret, which exists nowhere else. */
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
 * Gives a key a new secret; id, limits and counts stay. `overlap`: milliseconds that the old secrets have left; 0 ends all
 * of them now. Returns the record and the new secret, which exists nowhere else. Throws KeyRefusal.
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

/** Those that still work at `now`, none of them beyond `latest`; the longest-lived first. */
function endingBy(secrets: readonly Secret[], now: number, latest: number): readonly Secret[] {
  return secrets
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .map(({ digest, expiresAt }) => ({ digest, expiresAt: Math.min(expiresAt ?? latest, latest) }))
    .sort((one, other) => other.expiresAt - one.expiresAt)
}
