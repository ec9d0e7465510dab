/**
 * Keys in Redis: looked up once, then remembered; changed together with their audit line.
 * Guarantees: of two changers at a time neither loses what the other did; a change made elsewhere reaches the
 * memory at the next `sync`; no id and no secret is ever given to two keys.
 * Leaves to others: when to sync and what to do without Redis (server.ts).
 */
import type {
  Audit,
  AuditEvent,
  Carried,
  Change,
  Clash,
  Clock,
  KeyRecord,
  NewKey,
} from '../../access/ports.js'
import { auditLine } from '../texts.js'
import { clashesOf, freezeKey } from '../key-record.js'
import type { Connection } from './connection.js'
import { RedisFault } from './health/redis-fault.js'
import { KnownKeys } from './key-memory.js'
import { COMMIT, FIND, SYNC } from './lua.js'
import { fieldOf, hoursOf, NAMES, usageOf } from './names.js'
import { recordIn, textOf } from './record.js'
import { numbersIn, textIn, textsIn } from './replies.js'

/** Another changer was quicker each time: so often that something else is wrong. */
const MOST_ATTEMPTS = 50

/** A record's text before ('' for none) and what it becomes. */
interface Entry {
  readonly text: string
  readonly before: KeyRecord | undefined
  readonly after: KeyRecord
}

/** A field of a hash of counts. */
interface Count {
  readonly hash: string
  readonly field: string
  readonly value: number
}

export class RedisKeys {
  readonly #connection: Connection
  readonly #clock: Clock
  readonly #known = new KnownKeys()
  /** Up to which change of any key `#known` is up to date. */
  #version = 0

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection
    this.#clock = clock
  }

  /** From memory. */
  known(digest: string): KeyRecord | undefined {
    return this.#known.byDigest(digest)
  }

  /** From Redis, into memory. */
  async find(digest: string): Promise<KeyRecord | undefined> {
    const text = textIn(await this.#connection.run(FIND, [NAMES.keys, NAMES.secrets], [digest]))
    if (text === undefined) return undefined
    const record = recordIn(text)
    this.#known.put(record)
    return record.status === 'revoked' ? undefined : record
  }

  async get(id: number): Promise<KeyRecord | undefined> {
    return (await this.#read(id))?.record
  }

  async list(): Promise<readonly KeyRecord[]> {
    const texts = textsIn(await this.#connection.send(['HVALS', NAMES.keys]))
    const records = await Promise.all(texts.map((text) => this.#withLatest(recordIn(text ?? ''))))
    return records.sort((one, other) => one.id - other.id)
  }

  async create(key: NewKey, audit: (made: KeyRecord) => AuditEvent): Promise<KeyRecord> {
    const id = Number(await this.#connection.send(['INCR', NAMES.lastId]))
    if (!Number.isSafeInteger(id)) throw new RedisFault('misunderstood', 'expected a number of Redis')
    const after = freezeKey({ ...key, id, lastUsedAt: null })
    const refusals = await this.#commit([{ text: '', before: undefined, after }], [], audit(after))
    if (refusals.length > 0) throw new Error(`key ${id} cannot be made: its secret belongs to another key`)
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
      const after = freezeKey({ ...before, ...change.after })
      const used = after.lastUsedAt === before.lastUsedAt ? [] : latestOf(after)
      const refusals = await this.#commit([{ text, before, after }], used, change.audit)
      if (refusals.length === 0) return after
      if (refusals.some(({ taken }) => taken === 'secret'))
        throw new Error(`key ${id} cannot be changed: a secret belongs to another key`)
    }
    throw new RedisFault('other', `key ${id} is changed by others all the time`)
  }

  async import({ keys, ledger }: Carried, audit: AuditEvent): Promise<readonly Clash[]> {
    const clashes = clashesOf(await this.list(), keys)
    if (clashes.length > 0) return clashes
    const counts = [
      ...ledger.map(({ keyId, window, start, count }) => ({
        hash: window === 'hour' ? hoursOf(keyId) : usageOf(keyId),
        field: fieldOf(window, start),
        value: count,
      })),
      ...keys.flatMap(latestOf),
    ]
    const entries = keys.map((after) => ({ text: '', before: undefined, after }))
    const counted = [...new Set(ledger.map(({ keyId }) => String(keyId)))]
    return await this.#commit(entries, counts, audit, counted)
  }

  /** Takes up what changed since the last time. `tryWriting`: fails when Redis takes no writes. */
  async sync(tryWriting: boolean): Promise<void> {
    const names = [NAMES.changed, NAMES.version, NAMES.trial]
    const words = [String(this.#version), tryWriting ? 'write' : '']
    const [latest = 0, ...changed] = numbersIn(await this.#connection.run(SYNC, names, words), 1)
    const ids = changed.filter((id) => this.#known.has(id))
    if (ids.length > 0) {
      const texts = textsIn(await this.#connection.send(['HMGET', NAMES.keys, ...ids.map(String)]))
      ids.forEach((id, place) => {
        const text = texts[place]
        if (text === undefined) this.#known.drop(id)
        else this.#known.put(recordIn(text))
      })
    }
    this.#version = latest
  }

  async #read(id: number): Promise<{ readonly text: string; readonly record: KeyRecord } | undefined> {
    const text = textIn(await this.#connection.send(['HGET', NAMES.keys, String(id)]))
    return text === undefined ? undefined : { text, record: await this.#withLatest(recordIn(text)) }
  }

  async #withLatest(record: KeyRecord): Promise<KeyRecord> {
    const latest = textIn(await this.#connection.send(['HGET', usageOf(record.id), 'latest']))
    return latest === undefined ? record : Object.freeze({ ...record, lastUsedAt: Number(latest) })
  }

  /** Writes all of it or nothing; returns what stands against it. */
  async #commit(
    entries: readonly Entry[],
    counts: readonly Count[],
    audit: AuditEvent,
    counted: readonly string[] = [],
  ): Promise<readonly Clash[]> {
    const { keys, secrets, audit: lines, changed, version, lastId } = NAMES
    const names = [keys, secrets, lines, changed, version, lastId, NAMES.counted]
    const highest = Math.max(0, ...entries.map(({ after }) => after.id))
    const [outcome, ...refusals] = textsIn(
      await this.#connection.run(
        COMMIT,
        [...names, ...counts.map(({ hash }) => hash)],
        [
          auditLine(audit, this.#clock.now()),
          ...[highest, entries.length, counts.length].map(String),
          ...entries.flatMap(wordsOf),
          ...counts.flatMap(({ field, value }) => [field, String(value)]),
          String(counted.length),
          ...counted,
        ],
      ),
    )
    if (outcome !== 'done') return clashesIn(refusals)
    for (const { after } of entries) this.#known.put(freezeKey({ ...after, lastUsedAt: null }))
    return []
  }
}

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

function wordsOf({ text, before, after }: Entry): readonly string[] {
  const had = new Set(before?.secrets.map(({ digest }) => digest))
  const has = new Set(after.secrets.map(({ digest }) => digest))
  const drop = [...had].filter((digest) => !has.has(digest))
  const add = [...has].filter((digest) => !had.has(digest))
  return [String(after.id), text, textOf(after), String(drop.length), ...drop, String(add.length), ...add]
}

function latestOf({ id, lastUsedAt }: KeyRecord): readonly Count[] {
  return lastUsedAt === null ? [] : [{ hash: usageOf(id), field: 'latest', value: lastUsedAt }]
}

/** From a key's id and `stale` or `secret`, by turns. */
function clashesIn(words: readonly (string | undefined)[]): readonly Clash[] {
  const ids = words.filter((_, place) => place % 2 === 0)
  return ids.map((id, pair) => ({
    keyId: Number(id),
    taken: words[2 * pair + 1] === 'secret' ? 'secret' : 'id',
  }))
}
