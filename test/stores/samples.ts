/**
 * What tests of stores begin with: a clock set by hand, a key, and the shortest ways to make and change one.
 */
import type {
  AdminStore,
  AuditEvent,
  KeyRecord,
  Limits,
  NewKey,
  Secret,
  Store,
} from '../../src/access/ports.js'

/** A clock that a test sets by hand. */
export interface HandClock {
  time: number
  now(): number
}

export function handClock(time: number): HandClock {
  return {
    time,
    now() {
      return this.time
    },
  }
}

export const HOUR = 3_600_000

/** A Saturday morning, UTC, in the middle of an hour, a day and a month. */
export const MORNING = Date.UTC(2026, 10, 21, 10, 30)

export const FREE: Limits = { hour: 100, day: 1_000, month: 31_000 }

/** A secret that nobody knows, of one letter; without an end unless one is given. */
export function secretOf(letter: string, expiresAt: number | null = null): Secret {
  return { digest: letter.repeat(64), expiresAt }
}

export function newKey(change: Partial<NewKey> = {}): NewKey {
  return {
    name: 'stable',
    note: '',
    label: 'live',
    plan: 'free',
    limits: {},
    status: 'active',
    createdAt: MORNING,
    expiresAt: null,
    allowedEndpoints: null,
    allowedIps: [],
    secrets: [secretOf('a')],
    ...change,
  }
}

/** An audit line that says no more than that a test was here. */
export function lineFor(keyId: number, event = 'test'): AuditEvent {
  return { event, keyId, actor: 'test' }
}

/** Makes a key. */
export async function put(store: Pick<Store, 'keys'>, change: Partial<NewKey> = {}): Promise<KeyRecord> {
  return store.keys.create(newKey(change), (made) => lineFor(made.id, 'made'))
}

/** Changes a key whatever it was. */
export async function alter(
  store: Pick<Store, 'keys'>,
  id: number,
  after: Partial<Omit<KeyRecord, 'id'>>,
): Promise<KeyRecord | undefined> {
  return store.keys.change(id, () => ({ after, audit: lineFor(id, 'changed') }))
}

/** Charges one after the other and returns how many were admitted. */
export async function chargeTimes(
  store: Store,
  keyId: number,
  times: number,
  limits: Limits = FREE,
): Promise<number> {
  let admitted = 0
  for (let call = 0; call < times; call++) {
    if ((await store.counters.charge(keyId, limits)).allowed) admitted++
  }
  return admitted
}

/** What each key was charged in the day or month that begins at `start`, by its id. */
export async function chargesOf(
  store: Pick<AdminStore, 'counters'>,
  window: 'day' | 'month',
  start: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await store.counters.ledger(window, { start, end: start + 1 })
  return new Map(rows.map(({ keyId, count }) => [keyId, count]))
}
