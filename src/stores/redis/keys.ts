/**
 * Keys in Redis: looked up once, then remembered; changed together with their audit line.
 * Guarantees: of two changers at a time neither loses what the other did; a change made elsewhere reaches the
 * memory at the next `sync`; no id and no secret is ever given to two keys.
 */
import type { Audit, AuditEvent, Awaitable, Carried, Change, Clash } from '../../access/ports.js'
import type { Clock, KeyRecord, KeyStore, NewKey } from '../../access/ports.js'
import { deepFreeze } from '../../rules/freeze.js'
import { auditLine, clashesOf, parsedJson } from '../records.js'
import type { Connection } from './connection.js'
import { KeyCache } from './key-memory.js'
import { COMMIT, FIND, SYNC } from './lua.js'
import { fieldOf, hoursOf, NAMES, usageOf } from './names.js'
import { numbersIn, RedisFault, textIn, textsIn } from './replies.js'

/** Another changer was quicker each time: so often that something else is wrong. */
const MOST_ATTEMPTS = 50

export class RedisKeys implements KeyStore {
  readonly #cache = new KeyCache()
  /** Up to which change of any key `#cache` is up to date. */
  #version = 0

  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
  ) {}

  /** Of a key that was met before, at once and without Redis. */
  cached(digest: string): KeyRecord | undefined {
    return this.#cache.byDigest(digest)
  }

  findByDigest(digest: string): Awaitable<KeyRecord | undefined> {
    return this.cached(digest) ?? this.#find(digest)
  }

  async get(id: number): Promise<KeyRecord | undefined> {
    return (await this.#read(id))?.record
  }

  async list(): Promise<readonly KeyRecord[]> {
    const texts = textsIn(await this.connection.send(['HVALS', NAMES.keys]))
    const records = await Promise.all(texts.map((text) => this.#withLatest(recordIn(text ?? ''))))
    return records.sort((one, other) => one.id - other.id)
  }

  async create(key: NewKey, audit: (made: KeyRecord) => AuditEvent): Promise<KeyRecord> {
    const id = Number(await this.connection.send(['INCR', NAMES.lastId]))
    if (!Number.isSafeInteger(id)) throw new RedisFault('misunderstood', 'expected a number of Redis')
    const after = deepFreeze<KeyRecord>({ ...key, id, lastUsedAt: null })
    const refusals = await this.#commit([recordChange(after)], audit(after))
    if (refusals.length > 0) throw new Error(`key ${id} cannot be made: its secret belongs to another key`)
    this.#cache.add(after)
    return after
  }

  async change(
    id: number,
    decide: (before: KeyRecord) => Change | undefined,
  ): Promise<KeyRecord | undefined> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const found = await this.#read(id)
      if (found === undefined) return undefined
      const { text, record: before } = found
      const change = decide(before)
      if (change === undefined) return before
      const after = deepFreeze<KeyRecord>({ ...before, ...change.after })
      const refusals = await this.#commit([recordChange(after, text, before)], change.audit)
      if (refusals.length === 0) {
        this.#cache.forget([id])
        this.#cache.add(after)
        return after
      }
      if (refusals.some(({ why }) => why === 'secret'))
        throw new Error(`key ${id} cannot be changed: a secret belongs to another key`)
    }
    throw new RedisFault('other', `key ${id} is changed by others all the time`)
  }

  async import({ keys, ledger }: Carried, audit: AuditEvent): Promise<readonly Clash[]> {
    const clashes = clashesOf(await this.list(), keys)
    if (clashes.length > 0) return clashes
    const counts = ledger.map(({ keyId, window, start, count }) => ({
      hash: window === 'hour' ? hoursOf(keyId) : usageOf(keyId),
      field: fieldOf(window, start),
      value: String(count),
    }))
    for (const { id, lastUsedAt } of keys)
      if (lastUsedAt !== null) counts.push({ hash: usageOf(id), field: 'latest', value: String(lastUsedAt) })
    const changes = keys.map((key) => recordChange(key))
    const refusals = await this.#commit(changes, audit, counts)
    // A record that is no longer as it was, which was none, is one that has come meanwhile.
    return refusals.map(({ keyId, why }) => ({ keyId, taken: why === 'secret' ? 'secret' : 'id' }))
  }

  /** Takes up what changed since the last time. `tryWriting`: fails when Redis takes no writes. */
  async sync(tryWriting: boolean): Promise<void> {
    const redisKeys = [NAMES.changed, NAMES.version, NAMES.trial]
    const args = [String(this.#version), tryWriting ? 'write' : '']
    const [latest = 0, ...changed] = numbersIn(await this.connection.run(SYNC, redisKeys, args), 1)
    const known: ReadonlySet<number> = tryWriting || changed.length > 0 ? this.#cache.ids() : new Set()
    // After an outage Redis may be an earlier state of itself, whose versions say nothing of what was lost: all is read again.
    // The longest unheard of first: what is added again then keeps its turn.
    const ids = tryWriting ? [...known].reverse() : changed.filter((id) => known.has(id))
    for (let from = 0; from < ids.length; from += MOST_AT_A_TIME) {
      const some = ids.slice(from, from + MOST_AT_A_TIME)
      const texts = textsIn(await this.connection.send(['HMGET', NAMES.keys, ...some.map(String)]))
      this.#cache.forget(some)
      for (const text of texts) if (text !== undefined) this.#cache.add(recordIn(text))
    }
    this.#version = latest
  }

  async #find(digest: string): Promise<KeyRecord | undefined> {
    const text = textIn(await this.connection.run(FIND, [NAMES.keys, NAMES.secrets], [digest]))
    if (text === undefined) return undefined
    const record = recordIn(text)
    this.#cache.add(record)
    return record.status === 'revoked' ? undefined : record
  }

  async #read(id: number): Promise<{ readonly text: string; readonly record: KeyRecord } | undefined> {
    const text = textIn(await this.connection.send(['HGET', NAMES.keys, String(id)]))
    return text === undefined ? undefined : { text, record: await this.#withLatest(recordIn(text)) }
  }

  async #withLatest(record: KeyRecord): Promise<KeyRecord> {
    const latest = textIn(await this.connection.send(['HGET', usageOf(record.id), 'latest']))
    return latest === undefined ? record : Object.freeze({ ...record, lastUsedAt: Number(latest) })
  }

  /** Writes all of it or nothing; returns what stands against it. */
  async #commit(
    records: readonly ReturnType<typeof recordChange>[],
    audit: AuditEvent,
    counts: readonly { readonly hash: string; readonly field: string; readonly value: string }[] = [],
  ): Promise<readonly { readonly keyId: number; readonly why: string | undefined }[]> {
    const { keys, secrets, audit: lines, changed, version, lastId } = NAMES
    const reply = await this.connection.run(
      { ...COMMIT, whole: counts.length > 0, atLeast: (counts.length + 5 * records.length) * COMMAND_MS },
      [keys, secrets, lines, changed, version, lastId, ...counts.map(({ hash }) => hash)],
      [auditLine(audit, this.clock.now()), JSON.stringify({ records, counts })],
    )
    return textsIn(reply).map((refusal = '') => {
      const [id, why] = refusal.split(':')
      return { keyId: Number(id), why }
    })
  }
}

/** So many records in one answer: more would take longer than an answer may, and hold the event loop. */
const MOST_AT_A_TIME = 1_000

/** Rather more than Redis takes for a command of an import, milliseconds: a count is one, a record about five. */
const COMMAND_MS = 0.1

/** The audit: a list that only grows, oldest first. Lines of a change of a key are written with it. */
export function auditOn(connection: Connection, clock: Clock): Audit {
  return {
    async record(event) {
      await connection.send(['RPUSH', NAMES.audit, auditLine(event, clock.now())])
    },
    async lines() {
      return textsIn(await connection.send(['LRANGE', NAMES.audit, '0', '-1'])).map((line) => line ?? '')
    },
  }
}

/** Nobody else writes records to Redis: what has the outlines of one is taken at its word. Throws RedisFault. */
function recordIn(text: string): KeyRecord {
  const value = parsedJson(text)
  if (typeof value === 'object' && value !== null && 'secrets' in value) return deepFreeze(value as KeyRecord)
  throw new RedisFault('misunderstood', `a key of Redis cannot be read: ${text.slice(0, 40)}`)
}

/** What the script needs to write a record. `text`: what Redis has of it, '' for none. */
function recordChange(after: KeyRecord, text = '', before?: KeyRecord) {
  return {
    id: String(after.id),
    before: text,
    // The moment of its latest use is not in it, but with the counts.
    after: JSON.stringify({ ...after, lastUsedAt: null }),
    drop: before?.secrets.map(({ digest }) => digest) ?? [],
    add: after.secrets.map(({ digest }) => digest),
  }
}
