/**
 * Which faults of a store's files a look finds, and which it need not.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openDatabase } from '../../src/stores/sqlite/database.js'
import { watchFiles, type FileWatch } from '../../src/stores/sqlite/file-watch.js'
import { openStore } from '../../src/stores/open.js'
import { StoreFault } from '../../src/stores/sqlite/store-fault.js'
import { lineFor, newKey } from './samples.js'

const PAGE = 4096

/** A store of so many keys and audit lines, whole in its file, and the watch over it. */
async function watched(t: Test, count: number) {
  const file = join(t.testdir(), 'robe.db')
  const store = await openStore(`sqlite:${file}`, { purpose: 'command' })
  const keys = Array.from({ length: count }, (_, place) => ({
    ...newKey({
      name: 'n'.repeat(100),
      secrets: [{ digest: String(place).padStart(64, '0'), expiresAt: null }],
    }),
    id: place + 1,
    lastUsedAt: null,
  }))
  const ledger = keys.map(({ id }) => ({ keyId: id, window: 'month' as const, start: 0, count: 1 }))
  await store.keys.import({ keys, ledger }, lineFor(1, 'imported'))
  await store.close()
  const database = openDatabase(file, 5_000)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const watch = watchFiles(file, database)
  t.teardown(() => {
    database.close()
    watch.close()
  })
  watch.check()
  return { file, database, watch, size: statSync(file).size }
}

/** The class of what a look finds. */
function found(watch: FileWatch): string | undefined {
  try {
    watch.check()
    return undefined
  } catch (error) {
    return error instanceof StoreFault ? error.kind : String(error)
  }
}

/** The page that holds the root of a table. */
function rootOf(database: ReturnType<typeof openDatabase>, table: string): number {
  return Number(database.single('SELECT rootpage FROM sqlite_schema WHERE name = ?', table))
}

function damage(file: string, page: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, randomBytes(PAGE), 0, PAGE, (page - 1) * PAGE)
  closeSync(handle)
}

for (const [size, count] of [
  ['small', 20],
  ['large', 4_000],
] as const) {
  for (const table of ['keys', 'secrets']) {
    t.test(`noise in the ${table} of a ${size} store is found`, async (t) => {
      const { file, database, watch, size: bytes } = await watched(t, count)
      t.equal(bytes > 1 << 20, size === 'large')
      damage(file, rootOf(database, table))
      t.equal(found(watch), 'damaged')
      t.equal(found(watch), 'damaged', 'and again')
    })
  }
}

t.test('noise in the counts of a small store is found', async (t) => {
  const { file, database, watch } = await watched(t, 20)
  damage(file, rootOf(database, 'ledger'))
  t.equal(found(watch), 'damaged')
})

t.test('what SQLite and commands write is no damage', async (t) => {
  const { file, database, watch } = await watched(t, 20)
  const other = openDatabase(file, 5_000)
  for (let turn = 0; turn < 20; turn++) {
    const writer = turn % 2 === 0 ? database : other
    writer.run('UPDATE keys SET note = ? WHERE id = 1', `note ${turn}`)
    if (turn % 3 === 0) writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    t.equal(found(watch), undefined)
  }
  other.close()
  t.equal(found(watch), undefined)
})
