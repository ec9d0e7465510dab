/**
 * Keys in Redis: looked up once, then remembered; changed together with their audit line.
 * Guarantees: of two changers at a time neither loses what the other did; a change made elsewhere reaches the
 * memory at the next `sync`; no id and no secret is ever given to two keys.
 * Leaves to others: when to sync and what to do without Redis (server.ts).
 */
import type { AuditEvent, Carried, Change, Clash, Clock, KeyRecord, NewKey } from '../../access/ports.js'
import { auditLine } from '../audit-line.js'
import { clashesOf } from '../clashes.js'
import { freezeKey } from '../key-index.js'
import { fieldOf } from './counters.js'
import { RedisFault } from './health/redis-fault.js'
import type { RedisContext } from './redis-context.js'
import { createKeyMemory } from './key-memory.js'
import { COMMIT, FIND, SYNC } from './lua.js'
import { hoursOf, NAMES, usageOf } from './names.js'
import { recordIn, textOf } from './record.js'
import { numbersIn, run, script, textIn, textsIn } from './scripts.js'

const SCRIPTS = { find: script(FIND), commit: script(COMMIT), sync: script(SYNC) }

/** Another changer was quicker each time: so often that something else is wrong. */
const MOST_ATTEMPTS = 50

export interface RedisKeys {
  /** From memory. */
  known(digest: string): KeyRecord | undefined
  /** From Redis, into memory. */
  find(digest: string): Promise<KeyRecord | undefined>
  get(id: number): Promise<KeyRecord | undefined>
  readonly list: () => Promise<readonly KeyRecord[]>
  create(key: NewKey, audit: (made: KeyRecord) => AuditEvent): Promise<KeyRecord>
  change(id: number, decide: (before: KeyRecord) => Change | undefined): Promise<KeyRecord | undefined>
  import(carried: Carried, audit: AuditEvent): Promise<readonly Clash[]>
  /** Takes up what changed since the last time. `tryWriting`: fails when Redis takes no writes. */
  readonly sync: (tryWriting: boolean) => Promise<void>
}

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

type Refusal = readonly [id: number, why: string]

export function createKeys(ground: RedisContext, wall: Clock): RedisKeys {
  const { link, identity } = ground
  const { patient } = link
  const memory = createKeyMemory()
  let version = 0

  async function readOne(
    id: number,
  ): Promise<{ readonly text: string; readonly record: KeyRecord } | undefined> {
    const [text, latest] = await Promise.all([
      patient.send(['HGET', NAMES.keys, String(id)]).then(textIn),
      patient.send(['HGET', usageOf(id), 'latest']).then(textIn),
    ])
    return text === undefined ? undefined : { text, record: withLatest(recordIn(text), latest) }
  }

  async function list(): Promise<readonly KeyRecord[]> {
    const records = textsIn(await patient.send(['HVALS', NAMES.keys])).map((text) => recordIn(text ?? ''))
    const latest = await Promise.all(
      records.map(({ id }) => patient.send(['HGET', usageOf(id), 'latest']).then(textIn)),
    )
    return records
      .map((record, place) => withLatest(record, latest[place]))
      .sort((one, other) => one.id - other.id)
  }

  async function commit(
    entries: readonly Entry[],
    counts: readonly Count[],
    audit: AuditEvent,
    counted: readonly string[] = [],
  ): Promise<readonly Refusal[]> {
    const highest = Math.max(0, ...entries.map(({ after }) => after.id))
    const { identity: itself, keys, secrets, audit: lines, changed, version: counter, lastId } = NAMES
    const names = [itself, keys, secrets, lines, changed, counter, lastId, NAMES.counted]
    const [outcome, ...refusals] = textsIn(
      await run(
        patient,
        SCRIPTS.commit,
        [...names, ...counts.map(({ hash }) => hash)],
        [
          ...[identity(), auditLine(audit, wall.now()), highest, entries.length, counts.length].map(String),
          ...entries.flatMap(wordsOf),
          ...counts.flatMap(({ field, value }) => [field, String(value)]),
          String(counted.length),
          ...counted,
        ],
      ),
    )
    if (outcome === 'done') {
      for (const { after } of entries) memory.put(freezeKey({ ...after, lastUsedAt: null }))
      return []
    }
    return pairsOf(refusals)
  }

  return {
    known: (digest) => memory.byDigest(digest),

    async find(digest) {
      const names = [NAMES.identity, NAMES.keys, NAMES.secrets]
      const text = textIn(await run(link, SCRIPTS.find, names, [identity(), digest]))
      if (text === undefined) return undefined
      const record = recordIn(text)
      memory.put(record)
      return record.status === 'revoked' ? undefined : record
    },

    async get(id) {
      return (await readOne(id))?.record
    },

    list,

    async create(key, audit) {
      const id = Number(await patient.send(['INCR', NAMES.lastId]))
      if (!Number.isSafeInteger(id)) throw new RedisFault('misunderstood', 'expected a number of Redis')
      const after = freezeKey({ ...key, id, lastUsedAt: null })
      const refusals = await commit([{ text: '', before: undefined, after }], [], audit(after))
      if (refusals.length > 0) throw new Error(`key ${id} cannot be made: its secret belongs to another key`)
      return after
    },

    async change(id, decide) {
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const found = await readOne(id)
        if (found === undefined) return undefined
        const change = decide(found.record)
        if (change === undefined) return found.record
        const after = freezeKey({ ...found.record, ...change.after })
        const used = after.lastUsedAt === found.record.lastUsedAt ? [] : latestOf(after)
        const entry = { text: found.text, before: found.record, after }
        const refusals = await commit([entry], used, change.audit)
        if (refusals.length === 0) return after
        if (refusals.some(([, why]) => why === 'secret'))
          throw new Error(`key ${id} cannot be changed: a secret belongs to another key`)
      }
      throw new RedisFault('other', `key ${id} is changed by others all the time`)
    },

    async import({ keys, ledger }, audit) {
      const present = await list()
      const clashes = clashesOf(present, keys)
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
      const refusals = await commit(entries, counts, audit, counted)
      return refusals.map(([keyId, why]) => ({ keyId, taken: why === 'secret' ? 'secret' : 'id' }))
    },

    async sync(tryWriting) {
      const names = [NAMES.identity, NAMES.changed, NAMES.version, NAMES.trial]
      const words = [identity(), String(version), tryWriting ? 'write' : '']
      const [latest = 0, ...changed] = numbersIn(await run(patient, SCRIPTS.sync, names, words), 1)
      const ids = changed.filter((id) => memory.has(id))
      if (ids.length > 0) {
        const texts = textsIn(await patient.send(['HMGET', NAMES.keys, ...ids.map(String)]))
        ids.forEach((id, place) => {
          const text = texts[place]
          if (text === undefined) memory.drop(id)
          else memory.put(recordIn(text))
        })
      }
      version = latest
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

function withLatest(record: KeyRecord, latest: string | undefined): KeyRecord {
  return latest === undefined ? record : Object.freeze({ ...record, lastUsedAt: Number(latest) })
}

function pairsOf(words: readonly (string | undefined)[]): readonly Refusal[] {
  return words.flatMap((id, place) =>
    place % 2 === 0 ? [[Number(id), String(words[place + 1])] as const] : [],
  )
}
