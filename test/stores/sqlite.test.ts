/**
 * What the embedded store promises beyond the ports: it remembers, keeps its file private, has one server.
 */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { Test } from 'tap'
import { createKey } from '../../src/access/keys/issue.js'
import { digestOf } from '../../src/access/key.js'
import { openDatabase } from '../../src/stores/sqlite/database.js'
import { openStore } from '../../src/stores/open.js'
import { portSuite } from './port-suite.js'
import {
  alter,
  chargesOf,
  chargeTimes,
  FREE,
  handClock,
  HOUR,
  lineFor,
  MORNING,
  newKey,
  put,
  secretOf,
} from './samples.js'

/** Made by the first release, which had neither notes nor labels nor ends of secrets. */
const SCHEMA_1 = fileURLToPath(new URL('../../../test/fixtures/store-schema-1/robe.db', import.meta.url))
const SCHEMA_1_SECRET = 'robe_live_vQyLAB1S3t2xG7I3htKyq7fy9tlcQD3gl8Gg'

let made = 0

portSuite('sqlite', (clock) => {
  made += 1
  return openStore(`sqlite:${join(t.testdir(), `suite${made}`, 'robe.db')}`, { purpose: 'server', clock })
})

function placeFor(t: Test): string {
  return join(t.testdir(), 'data', 'robe.db')
}

t.test('a restart finds every key, count and latest use again', async (t) => {
  const path = placeFor(t)
  const clock = handClock(MORNING)
  const before = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  const key = await put(before, { allowedIps: ['10.0.0.0/8'] })
  await chargeTimes(before, key.id, 100)
  await before.close()

  const after = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  t.teardown(() => after.close())
  t.equal(after.created, false)
  t.strictSame(await after.keys.get(key.id), { ...key, lastUsedAt: MORNING })
  t.same(await after.counters.usage(key.id), { hour: 100, day: 100, month: 100 })
  t.equal(await chargeTimes(after, key.id, 3), 0, 'a full hour stays full')
  clock.time += HOUR
  t.match(await after.counters.charge(key.id, FREE), {
    allowed: true,
    used: { hour: 1, day: 101, month: 101 },
  })
})

t.test('a restart under a clock set back does not open an earlier window anew', async (t) => {
  const path = placeFor(t)
  const clock = handClock(MORNING)
  const limits = { hour: 3, day: 100, month: 100 }
  const before = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  await chargeTimes(before, 1, 3, limits)
  clock.time += HOUR
  await chargeTimes(before, 1, 3, limits)
  await before.close()
  clock.time -= HOUR
  const after = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  t.teardown(() => after.close())
  t.equal(await chargeTimes(after, 1, 3, limits), 0)
  clock.time += HOUR
  t.equal(await chargeTimes(after, 1, 3, limits), 0)
})

t.test('what happened in the turn of closing is written too', async (t) => {
  const path = placeFor(t)
  const clock = handClock(MORNING)
  const before = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  const last = Promise.all(Array.from({ length: 20 }, async () => before.counters.charge(1, FREE)))
  await before.close()
  await last
  const after = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  t.teardown(() => after.close())
  t.same(await after.counters.usage(1), { hour: 20, day: 20, month: 20 })
})

t.test('a second server is refused in one line that names the path and redis://', async (t) => {
  const path = placeFor(t)
  const first = await openStore(`sqlite:${path}`, { purpose: 'server' })
  for (let attempt = 0; attempt < 2; attempt++) {
    await t.rejects(openStore(`sqlite:${path}`, { purpose: 'server' }), {
      name: 'StoreError',
      message: `The store "${path}" is already in use by another server; several instances need one shared store, STORE=redis://…`,
    })
  }
  symlinkSync(path, join(t.testdirName, 'other-name.db'))
  await t.rejects(
    openStore(`sqlite:${join(t.testdirName, 'other-name.db')}`, { purpose: 'server' }),
    { name: 'StoreError' },
    'nor under another name',
  )
  await first.close()
  const second = await openStore(`sqlite:${path}`, { purpose: 'server' })
  await second.close()
})

t.test('a command beside a server changes keys, and the server sees it', async (t) => {
  const path = placeFor(t)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server' })
  t.teardown(() => server.close())
  const command = await openStore(`sqlite:${path}`, { purpose: 'command' })
  t.teardown(() => command.close())
  t.equal(command.created, false)

  const digest = 'c'.repeat(64)
  t.equal(await server.keys.findByDigest(digest), undefined)
  const key = await put(command, { secrets: [{ digest, expiresAt: null }] })
  t.equal((await server.keys.findByDigest(digest))?.id, key.id, 'a new key at its first call')

  await alter(command, key.id, { status: 'suspended' })
  await server.refresh()
  t.equal((await server.keys.findByDigest(digest))?.status, 'suspended')

  await alter(command, key.id, { status: 'revoked' })
  await server.refresh()
  t.equal(await server.keys.findByDigest(digest), undefined)
})

t.test('a server reads only the changed keys again', async (t) => {
  const path = placeFor(t)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server' })
  t.teardown(() => server.close())
  await put(server, { secrets: [secretOf('a')] })
  const changed = await put(server, { secrets: [secretOf('b')] })
  const other = openDatabase(path, 1_000)
  other.exec("UPDATE keys SET note = 'without an audit line'")
  other.close()
  const command = await openStore(`sqlite:${path}`, { purpose: 'command' })
  t.teardown(() => command.close())
  await alter(command, changed.id, { name: 'changed' })
  await server.refresh()
  t.match(await server.keys.findByDigest('b'.repeat(64)), { name: 'changed' })
  t.match(await server.keys.findByDigest('a'.repeat(64)), { note: '' }, 'another key is not read')
})

t.test('two programs that change one key lose nothing of each other’s', async (t) => {
  const path = placeFor(t)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server' })
  const command = await openStore(`sqlite:${path}`, { purpose: 'command' })
  t.teardown(() => server.close())
  const { id } = await put(server, { limits: { day: 0 } })
  for (let turn = 0; turn < 10; turn++) {
    for (const store of [server, command]) {
      await store.keys.change(id, (before) => ({
        after: { limits: { day: (before.limits.day ?? 0) + 1 } },
        audit: lineFor(id, 'raised'),
      }))
    }
  }
  t.same((await server.keys.get(id))?.limits, { day: 20 })
  t.equal((await command.audit.lines()).length, 21)
  await command.close()
})

t.test('a server sees a suspension by itself, without being asked to look', async (t) => {
  const path = placeFor(t)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server' })
  t.teardown(() => server.close())
  const key = await put(server)
  const command = await openStore(`sqlite:${path}`, { purpose: 'command' })
  await alter(command, key.id, { status: 'suspended' })
  await command.close()
  // No limit of time is asserted here; if the server never looked, the test would run into tap's.
  while ((await server.keys.findByDigest('a'.repeat(64)))?.status !== 'suspended') {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  t.pass()
})

t.test('an import of many keys beside a server is taken up with its counts', async (t) => {
  const path = placeFor(t)
  const clock = handClock(MORNING)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  t.teardown(() => server.close())
  const command = await openStore(`sqlite:${path}`, { purpose: 'command', clock })
  t.teardown(() => command.close())
  // More than are read in one turn.
  const ids = Array.from({ length: 350 }, (_, place) => place + 1)
  const digestFor = (id: number): string => String(id).padStart(64, '0')
  const keys = ids.map((id) => ({
    ...newKey({ secrets: [{ digest: digestFor(id), expiresAt: null }] }),
    id,
    lastUsedAt: null,
  }))
  const start = Date.UTC(2026, 10, 1)
  const ledger = ids.map((keyId) => ({ keyId, window: 'month' as const, start, count: keyId }))
  await command.keys.import({ keys, ledger }, { event: 'imported', keyId: null, keyIds: ids, actor: 'test' })
  t.equal((await server.keys.findByDigest(digestFor(349)))?.id, 349, 'at the first call')
  t.match(await server.counters.usage(349), { month: 349 })
  await server.refresh()
  const found: unknown[] = []
  for (const id of ids) found.push((await server.keys.findByDigest(digestFor(id)))?.id)
  t.same(found, ids)
  t.match(await server.counters.usage(350), { month: 350 })
})

t.test('a key change is in the database itself, and not only in the log beside it', async (t) => {
  const path = placeFor(t)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server' })
  t.teardown(() => server.close())
  const command = await openStore(`sqlite:${path}`, { purpose: 'command' })
  t.teardown(() => command.close())
  const { id } = await put(command)
  t.equal(statSync(`${path}-wal`).size, 0)
  await alter(command, id, { note: 'n' })
  t.equal(statSync(`${path}-wal`).size, 0)
})

t.test('a command reads usage and never counts', async (t) => {
  const path = placeFor(t)
  const clock = handClock(MORNING)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  await chargeTimes(server, 1, 7)
  await server.close()
  const command = await openStore(`sqlite:${path}`, { purpose: 'command', clock })
  t.teardown(() => command.close())
  t.same(await command.counters.usage(1), { hour: 7, day: 7, month: 7 })
  t.same(await command.counters.usage(2), { hour: 0, day: 0, month: 0 })
  t.notOk('charge' in command.counters, 'only a server counts calls')
})

t.test('days and months are kept for bills, hours older than a day are dropped', async (t) => {
  const path = placeFor(t)
  const clock = handClock(MORNING)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  await server.counters.charge(1, FREE)
  await server.close()
  clock.time += 40 * 24 * HOUR
  const later = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  await later.counters.charge(1, FREE)
  await later.close()
  const database = openDatabase(path, 1_000)
  t.teardown(() => database.close())
  const rows = database.all('SELECT window, count(*) AS rows FROM ledger GROUP BY window ORDER BY window')
  t.same(rows, [
    { window: 'day', rows: 2 },
    { window: 'hour', rows: 1 },
    { window: 'month', rows: 2 },
  ])
})

t.test('no part of an issued key is in any file of the store, and no digest in the audit', async (t) => {
  const path = placeFor(t)
  const clock = handClock(MORNING)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  t.teardown(() => server.close())
  const { record, secret } = await createKey(server, { name: 'n', plan: 'free', actor: 'test' }, clock)
  const written = readdirSync(join(path, '..')).map((name) => readFileSync(join(path, '..', name), 'latin1'))
  const parts = Array.from({ length: secret.length - 19 }, (_, start) => secret.slice(start, start + 20))
  t.same(
    parts.filter((part) => written.some((text) => text.includes(part))),
    [],
  )
  const audit = (await server.audit.lines()).join('\n')
  t.notMatch(audit, secret)
  t.notMatch(audit, record.secrets[0]?.digest ?? 'no digest')
})

t.test('an audit line cannot be changed or deleted, not even by another program', async (t) => {
  const path = placeFor(t)
  const command = await openStore(`sqlite:${path}`, { purpose: 'command' })
  await command.audit.record({ event: 'key.created', keyId: 1, actor: 'test' })
  await command.close()
  const database = openDatabase(path, 1_000)
  t.teardown(() => database.close())
  t.throws(() => database.run('DELETE FROM audit'), { message: /append-only/ })
  t.throws(() => database.run("UPDATE audit SET line = ''"), { message: /append-only/ })
})

t.test('the files are the owner’s alone, and a store that was not is made so', async (t) => {
  const path = placeFor(t)
  const mode = (file: string): string => (statSync(file).mode & 0o777).toString(8)
  const first = await openStore(`sqlite:${path}`, { purpose: 'server' })
  for (const name of readdirSync(join(path, '..'))) t.equal(mode(join(path, '..', name)), '600', name)
  await first.close()
  chmodSync(path, 0o644)
  const second = await openStore(`sqlite:${path}`, { purpose: 'server' })
  t.equal(mode(path), '600')
  await second.close()
})

t.test('a place that cannot be had is one sentence that names it', async (t) => {
  const dir = t.testdir({ file: 'not a database, long enough to be read as one', folder: {} })
  const refused = async (path: string, reason: RegExp): Promise<void> => {
    for (const purpose of ['server', 'command'] as const) {
      await t.rejects(openStore(`sqlite:${path}`, { purpose }), { name: 'StoreError', message: reason }, path)
      await t.rejects(
        openStore(`sqlite:${path}`, { purpose }),
        { message: new RegExp(`"${path}"[^\\n]*\\.$`) },
        path,
      )
    }
  }
  await refused(join(dir, 'file', 'robe.db'), /a part of its path is a file/)
  await refused(join(dir, 'file', 'deeper', 'robe.db'), /a part of its path is a file/)
  await refused(join(dir, 'folder'), /is not a file/)
  await refused('/proc/no-such/robe.db', /its directory cannot be made/)
  writeFileSync(join(dir, 'text.db'), 'this is not a database '.repeat(100))
  await refused(join(dir, 'text.db'), /the file is not a database/)
  t.equal(
    readFileSync(join(dir, 'text.db'), 'utf8'),
    'this is not a database '.repeat(100),
    'and it is left alone',
  )
})

t.test('the database of another program or of a later release is left alone', async (t) => {
  const dir = t.testdir()
  const foreign = openDatabase(join(dir, 'foreign.db'), 1_000)
  foreign.exec('CREATE TABLE theirs (a)')
  foreign.close()
  await t.rejects(openStore(`sqlite:${join(dir, 'foreign.db')}`, { purpose: 'server' }), {
    name: 'StoreError',
    message: /another program/,
  })
  const ours = join(dir, 'ours.db')
  await (await openStore(`sqlite:${ours}`, { purpose: 'server' })).close()
  const later = openDatabase(ours, 1_000)
  later.exec('PRAGMA user_version = 99')
  later.close()
  await t.rejects(openStore(`sqlite:${ours}`, { purpose: 'command' }), {
    name: 'StoreError',
    message: /newer release/,
  })
})

t.test('a failed opening leaves no lock behind', async (t) => {
  const dir = t.testdir()
  const path = join(dir, 'robe.db')
  writeFileSync(path, 'this is not a database '.repeat(100))
  await t.rejects(openStore(`sqlite:${path}`, { purpose: 'server' }), { name: 'StoreError' })
  writeFileSync(path, '')
  await (await openStore(`sqlite:${path}`, { purpose: 'server' })).close()
})

t.test('while the file cannot be written calls are served, told once, and nothing is lost', async (t) => {
  const path = placeFor(t)
  const clock = handClock(MORNING)
  const told: string[] = []
  const onNotice = (line: string): unknown => told.push(line)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server', clock, onNotice })
  const blocker = openDatabase(path, 1_000)
  blocker.exec('BEGIN IMMEDIATE')
  while (told.length === 0) {
    t.equal((await server.counters.charge(1, { hour: 1e6, day: 1e6, month: 1e6 })).allowed, true)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  t.match(told, [/^Writing usage to the store fails/])
  blocker.exec('ROLLBACK')
  blocker.close()
  while (told.length === 1) await new Promise((resolve) => setTimeout(resolve, 20))
  t.match(told, [/fails/, /works again$/])
  const used = await server.counters.usage(1)
  await server.close()
  const after = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  t.same(await after.counters.usage(1), used)
  await after.close()
})

t.test(
  'where keys cannot be read a known key is served, and of any other it is not said that it is none',
  async (t) => {
    const path = placeFor(t)
    const notices: string[] = []
    const store = await openStore(`sqlite:${path}`, {
      purpose: 'server',
      onNotice: (line) => notices.push(line),
    })
    t.teardown(() => store.close())
    const { secret } = await createKey(store, { name: 'a', plan: 'free', actor: 'test' }, handClock(MORNING))
    t.ok(await store.keys.findByDigest(digestOf(secret)))
    const other = openDatabase(path, 1000)
    other.exec('ALTER TABLE audit RENAME TO gone')
    t.ok(await store.keys.findByDigest(digestOf(secret)))
    await t.rejects(async () => store.keys.findByDigest(digestOf('another')), { name: 'StoreUnavailable' })
    t.match(notices, [/^Reading changed keys from the store fails/])
    other.exec('ALTER TABLE gone RENAME TO audit')
    other.close()
    t.equal(await store.keys.findByDigest(digestOf('another')), undefined)
  },
)

t.test('a store is created once, whoever opens it first', async (t) => {
  const dir = t.testdir()
  mkdirSync(join(dir, 'data'))
  const path = join(dir, 'data', 'robe.db')
  const command = await openStore(`sqlite:${path}`, { purpose: 'command' })
  t.equal(command.created, true)
  await command.close()
  const server = await openStore(`sqlite:${path}`, { purpose: 'server' })
  t.equal(server.created, false)
  await server.close()
})

t.test('a file of the first release opens and keeps its keys, counts and audit', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  copyFileSync(SCHEMA_1, path)
  const clock = handClock(MORNING + HOUR / 4)
  for (const purpose of ['command', 'server'] as const) {
    const store = await openStore(`sqlite:${path}`, { purpose, clock })
    t.equal(store.created, false)
    t.match(await store.keys.list(), [
      {
        id: 1,
        name: 'Haras du Pin',
        note: '',
        label: 'live',
        plan: 'standard',
        limits: { hour: 7 },
        status: 'active',
        createdAt: MORNING,
        expiresAt: null,
        allowedEndpoints: ['coats.result'],
        allowedIps: ['10.0.0.0/8', '2001:db8::/32'],
        secrets: [{ digest: digestOf(SCHEMA_1_SECRET), expiresAt: null }],
      },
      { id: 2, name: 'second', plan: 'free', expiresAt: Date.UTC(2027, 0, 31) },
      { id: 3, name: 'ended', plan: 'premium', status: 'revoked' },
    ])
    t.equal((await store.keys.findByDigest(digestOf(SCHEMA_1_SECRET)))?.id, 1)
    t.same(await store.counters.usage(1), { hour: 5, day: 5, month: 5 })
    t.match(await store.audit.lines(), [/key.created/, /key.created/, /key.created/, /key.revoked/])
    await store.close()
  }
})

t.test('counts that a command brings to a running server are counted on from', async (t) => {
  const path = placeFor(t)
  const clock = handClock(MORNING)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  const command = await openStore(`sqlite:${path}`, { purpose: 'command', clock })
  const key = { ...newKey(), id: 7, lastUsedAt: null }
  const ledger = [{ keyId: 7, window: 'month' as const, start: Date.UTC(2026, 10, 1), count: 500 }]
  t.same(await command.keys.import({ keys: [key], ledger }, lineFor(7)), [])
  await command.close()
  t.equal((await server.keys.findByDigest('a'.repeat(64)))?.id, 7)
  t.match(await server.counters.charge(7, FREE), { used: { hour: 1, day: 1, month: 501 } })
  await server.close()
  const after = await openStore(`sqlite:${path}`, { purpose: 'command', clock })
  t.equal((await chargesOf(after, 'month', Date.UTC(2026, 10, 1))).get(7), 501)
  await after.close()
})
