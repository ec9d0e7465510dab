/**
 * Keys in Redis, cached after the first lookup; changes include their audit line.
 * Guarantees: concurrent changes do not overwrite each other; a change made elsewhere reaches the cache at the next `sync`; ids and
 * secrets are unique.
 */
import type { Audit, AuditEvent, Clash, Clock, KeyRecord, KeyStore } from '../../access/ports.js'
import { deepFreeze } from '../../common/freeze.js'
import { auditLine, clashesOf, parsedJson } from '../records.js'
import type { Connection } from './connection.js'
import { KeyCache } from './key-memory.js'
import { COMMIT, FIND, SYNC } from './lua.js'
import { fieldOf, hoursOf, NAMES, usageOf } from './names.js'
import { numbersIn, RedisFault, textIn, textsIn } from './replies.js'

/** Attempts to change a key that others change concurrently. Reaching the limit means that something else is wrong. */
const MAX_ATTEMPTS = 50

export function createRedisKeys(connection: Connection, clock: Clock) {
  const cache = new KeyCache()
  /** The version of the last key change that `cache` includes. */
  let version = 0

  async function find(digest: string): Promise<KeyRecord | undefined> {
    const text = textIn(await connection.run(FIND, [NAMES.keys, NAMES.secrets], [digest]))
    if (text === undefined) return undefined
    cache.add(recordIn(text))
    return cache.byDigest(digest)
  }

  async function read(id: number) {
    const text = textIn(await connection.send(['HGET', NAMES.keys, String(id)]))
    return text === undefined ? undefined : { text, record: await withLatest(recordIn(text)) }
  }

  async function withLatest(record: KeyRecord): Promise<KeyRecord> {
    const latest = textIn(await connection.send(['HGET', usageOf(record.id), 'latest']))
    return latest === undefined ? record : Object.freeze({ ...record, lastUsedAt: Number(latest) })
  }

  /** Writes everything and returns no clashes, or writes nothing and returns the clashes. */
  async function commit(
    records: readonly ReturnType<typeof recordChange>[],
    audit: AuditEvent,
    counts: readonly { readonly hash: string; readonly field: string; readonly value: string }[] = [],
  ): Promise<readonly Clash[]> {
    const { keys, secrets, audit: lines, changed, version, lastId } = NAMES
    const reply = await connection.run(
      { ...COMMIT, whole: counts.length > 0, atLeast: (counts.length + 5 * records.length) * COMMAND_MS },
      [keys, secrets, lines, changed, version, lastId, ...counts.map(({ hash }) => hash)],
      [auditLine(audit, clock.now()), JSON.stringify({ records, counts })],
    )
    cache.forgetMisses()
    return textsIn(reply).map((refusal = '') => {
      const [id, why] = refusal.split(':')
      // Otherwise `stale`: the record has changed meanwhile or, in an import, has been created meanwhile.
      return { keyId: Number(id), taken: why === 'secret' ? 'secret' : 'id' }
    })
  }

  const keys: KeyStore = {
    findByDigest: (digest) => cache.byDigest(digest) ?? cache.lookUp(digest, find),

    async get(id) {
      return (await read(id))?.record
    },

    async list() {
      const texts = textsIn(await connection.send(['HVALS', NAMES.keys]))
      const records = await Promise.all(texts.map((text) => withLatest(recordIn(text ?? ''))))
      return records.sort((one, other) => one.id - other.id)
    },

    async create(key, audit) {
      const id = Number(await connection.send(['INCR', NAMES.lastId]))
      if (!Number.isSafeInteger(id)) throw new RedisFault('misunderstood', 'expected a number of Redis')
      const after = deepFreeze<KeyRecord>({ ...key, id, lastUsedAt: null })
      const refusals = await commit([recordChange(after)], audit(after))
      if (refusals.length > 0) throw new Error(`key ${id} cannot be made: its secret belongs to another key`)
      cache.add(after)
      return after
    },

    async change(id, decide) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const found = await read(id)
        if (found === undefined) return undefined
        const { text, record: before } = found
        const change = decide(before)
        if (change === undefined) return before
        const after = deepFreeze<KeyRecord>({ ...before, ...change.after })
        const refusals = await commit([recordChange(after, text, before)], change.audit)
        if (refusals.length === 0) {
          cache.forget([id])
          cache.add(after)
          return after
        }
        if (refusals.some(({ taken }) => taken === 'secret'))
          throw new Error(`key ${id} cannot be changed: a secret belongs to another key`)
      }
      throw new RedisFault('other', `key ${id} could not be changed: other processes kept changing it`)
    },

    async import({ keys: coming, ledger }, audit) {
      const clashes = clashesOf(await keys.list(), coming)
      if (clashes.length > 0) return clashes
      const counts = ledger.map(({ keyId, window, start, count }) => ({
        hash: window === 'hour' ? hoursOf(keyId) : usageOf(keyId),
        field: fieldOf(window, start),
        value: String(count),
      }))
      for (const { id, lastUsedAt } of coming)
        if (lastUsedAt !== null)
          counts.push({ hash: usageOf(id), field: 'latest', value: String(lastUsedAt) })
      const changes = coming.map((key) => recordChange(key))
      return await commit(changes, audit, counts)
    },
  }

  return {
    ...keys,

    /** A cached key, synchronously and without Redis. */
    cached: (digest: string): KeyRecord | undefined => cache.byDigest(digest),

    /**
     * Reloads the cached keys that changed since the last call. `afresh`: all cached keys, because after an outage Redis may have
     * been restored to an earlier state, with versions that do not reveal lost changes. Rejects if Redis does not accept writes.
     */
    async sync(afresh: boolean): Promise<void> {
      const redisKeys = [NAMES.changed, NAMES.version, NAMES.trial]
      const reply = await connection.run(SYNC, redisKeys, [String(version)])
      const [latest = 0, ...changed] = numbersIn(reply, 1)
      const known: ReadonlySet<number> = afresh || changed.length > 0 ? cache.ids() : new Set()
      // The least recently used first, so that the order of eviction stays as it is.
      const ids = afresh ? [...known].reverse() : changed.filter((id) => known.has(id))
      for (let from = 0; from < ids.length; from += MAX_AT_A_TIME) {
        const some = ids.slice(from, from + MAX_AT_A_TIME)
        const texts = textsIn(await connection.send(['HMGET', NAMES.keys, ...some.map(String)]))
        cache.forget(some)
        for (const text of texts) if (text !== undefined) cache.add(recordIn(text))
      }
      version = latest
    },
  }
}

/** Records per answer. More could exceed the deadline and block the event loop. */
const MAX_AT_A_TIME = 1_000

/** Upper estimate of the time of one command of an import, in milliseconds: a count takes one command, a record about five. */
const COMMAND_MS = 0.1

/** The audit: an append-only list, oldest first. `commit` writes the lines of key changes. */
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

/** Parses a record with a minimal check, because only Robe writes records. Throws RedisFault. */
function recordIn(text: string): KeyRecord {
  const value = parsedJson(text)
  if (typeof value === 'object' && value !== null && 'secrets' in value) return deepFreeze(value as KeyRecord)
  throw new RedisFault('misunderstood', `a key of Redis cannot be read: ${text.slice(0, 40)}`)
}

/** The arguments of the script for one record. `text`: the record as Redis has it, '' if new. */
function recordChange(after: KeyRecord, text = '', before?: KeyRecord) {
  return {
    id: String(after.id),
    before: text,
    // The time of the last use is stored with the counts.
    after: JSON.stringify({ ...after, lastUsedAt: null }),
    drop: before?.secrets.map(({ digest }) => digest) ?? [],
    add: after.secrets.map(({ digest }) => digest),
  }
}
