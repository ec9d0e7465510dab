/**
 * Issuing a key: the one way, for the command line and for a server's first start.
 * Guarantees: a secret is returned once and never kept; the key and its audit line are one step.
 */
import { auditOf } from './audit-event.js'
import { digestOf, generateKey } from '../key.js'
import type { Clock, KeyRecord, NewKey, Store } from '../ports.js'

type Chosen = 'note' | 'label' | 'limits' | 'expiresAt' | 'allowedEndpoints' | 'allowedIps'

/** What is not said of the key: live, no note, limits of its plan, every endpoint, every address, no end. */
export interface KeyRequest extends Pick<NewKey, 'name' | 'plan'>, Partial<Pick<NewKey, Chosen>> {
  /** Who asked, for the audit. */
  readonly actor: string
}

/** Makes a key. `secret` exists nowhere else from now on. The request is taken as checked. */
export async function createKey(
  store: Pick<Store, 'keys'>,
  { actor, label = 'live', ...request }: KeyRequest,
  clock: Clock,
): Promise<{ readonly record: KeyRecord; readonly secret: string }> {
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
