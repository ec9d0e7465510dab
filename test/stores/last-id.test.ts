/**
 * No key id is given twice at one place, whatever became of the store there.
 */
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Store } from '../../src/access/ports.js'
import { openDatabase } from '../../src/stores/sqlite/database.js'
import { lastIdBeside } from '../../src/stores/sqlite/last-id.js'
import { backUpStore, openStore } from '../../src/stores/open.js'
import { alter, lineFor, newKey, put, secretOf } from './samples.js'

/** Opens the store as a server does; `notices` gets the lines for the operator. */
async function serve(t: Test, path: string, notices: string[] = []): Promise<Store> {
  const store = await openStore(`sqlite:${path}`, {
    purpose: 'server',
    onNotice: (line) => notices.push(line),
  })
  t.teardown(() => store.close())
  return store
}

/** Deletes the keys from this id on, as damage to the file would. */
function loseKeys(path: string, from: number): void {
  const database = openDatabase(path, 5_000)
  database.exec(`DELETE FROM secrets WHERE key_id >= ${from}; DELETE FROM keys WHERE id >= ${from}`)
  database.close()
}

/** Opens the store at the path, makes a key, closes it. */
async function idOfNew(path: string): Promise<number> {
  const store = await openStore(`sqlite:${path}`, { purpose: 'command' })
  try {
    return (await put(store, { secrets: [secretOf(String((await store.keys.list()).length))] })).id
  } finally {
    await store.close()
  }
}

function removeStore(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
}

t.test('a restored backup gives no id that was given after it was made', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  t.equal(await idOfNew(path), 1)
  await backUpStore(`sqlite:${path}`, join(t.testdirName, 'backup.db'))
  t.equal(await idOfNew(path), 2)
  t.equal(await idOfNew(path), 3)
  removeStore(path)
  copyFileSync(join(t.testdirName, 'backup.db'), path)
  t.equal(await idOfNew(path), 4)
})

t.test('a store made anew in the place of a deleted one goes on with its ids', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  t.equal(await idOfNew(path), 1)
  removeStore(path)
  t.equal(await idOfNew(path), 2)
})

t.test('the id of a key whose row was deleted is not given again', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  t.equal(await idOfNew(path), 1)
  const database = openDatabase(path, 5_000)
  database.exec('DELETE FROM secrets; DELETE FROM keys')
  database.close()
  rmSync(`${path}.last-id`)
  t.equal(await idOfNew(path), 2)
})

t.test('ids that an import brought are not given again either', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  const store = await openStore(`sqlite:${path}`, { purpose: 'command' })
  const carried = { keys: [{ ...newKey(), id: 41, lastUsedAt: null }], ledger: [] }
  t.same(await store.keys.import(carried, lineFor(1, 'imported')), [])
  await store.close()
  removeStore(path)
  t.equal(await idOfNew(path), 42)
})

t.test(
  'the largest id is kept beside the store, for its owner only, and a smaller one changes nothing',
  async (t) => {
    const file = join(t.testdir(), 'robe.db')
    const lastId = lastIdBeside(file)
    t.equal(lastId.read(), 0)
    lastId.raise(7)
    lastId.raise(3)
    t.equal(lastIdBeside(file).read(), 7)
    t.equal((statSync(`${file}.last-id`).mode & 0o777).toString(8), '600')
    t.equal(readFileSync(`${file}.last-id`, 'utf8'), '0000000000000007\n')
    writeFileSync(`${file}.last-id`, '12\n')
    t.equal(lastId.read(), 12, 'as an operator writes it')
    writeFileSync(`${file}.last-id`, 'twelve')
    const refusal = { name: 'StoreError', message: /does not contain a number: write the largest id/ }
    t.throws(() => lastId.read(), refusal)
    writeFileSync(`${file}.last-id`, '42'.padStart(30, '0'))
    t.throws(() => lastId.raise(43), refusal, 'it would not be written over whole')
  },
)

t.test(
  'a store that lost all its keys is not ready, and no key is called invalid, until one is made',
  async (t) => {
    const path = join(t.testdir(), 'robe.db')
    t.equal(await idOfNew(path), 1)
    loseKeys(path, 1)
    const notices: string[] = []
    const store = await serve(t, path, notices)
    t.match(store.health(), {
      degraded: true,
      lost: true,
      why: /^emptied: no key is left of those made here/,
    })
    await t.rejects(async () => store.keys.findByDigest('a'.repeat(64)), { name: 'StoreUnavailable' })
    t.match(notices, [
      /^The store lost its keys: .* restore a backup, or accept the loss with "robe keys create"$/,
    ])
    const command = await openStore(`sqlite:${path}`, { purpose: 'command' })
    t.equal((await put(command)).id, 2)
    await command.close()
    t.equal((await store.keys.findByDigest('a'.repeat(64)))?.id, 2)
    t.equal(await store.keys.findByDigest('b'.repeat(64)), undefined)
    t.same(store.health(), { degraded: false })
    t.match(notices.slice(1), [/has keys again$/])
  },
)

t.test('an empty file in the place of a lost store is not a new store', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  t.equal(await idOfNew(path), 1)
  removeStore(path)
  const store = await serve(t, path)
  t.equal(store.created, false, 'so that no first key is offered')
  t.match(store.health(), { lost: true })
})

t.test('a server warns when the latest keys are missing, and is ready', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  for (const id of [1, 2, 3, 4]) t.equal(await idOfNew(path), id)
  const notices: string[] = []
  loseKeys(path, 4)
  await (await serve(t, path, notices)).close()
  t.match(notices, [/^Key 4, the latest that was made here, is missing from the store/])
  loseKeys(path, 2)
  const store = await serve(t, path, notices)
  t.match(notices.slice(1), [/^Keys 2 to 4, the latest that were made here, are missing from the store/])
  t.same(store.health(), { degraded: false })
})

t.test('revoked keys and gaps between ids are no loss', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  const store = await openStore(`sqlite:${path}`, { purpose: 'command' })
  const carried = { keys: [{ ...newKey(), id: 41, lastUsedAt: null }], ledger: [] }
  t.same(await store.keys.import(carried, lineFor(41, 'imported')), [])
  await alter(store, 41, { status: 'revoked' })
  await store.close()
  const notices: string[] = []
  const server = await serve(t, path, notices)
  t.same(notices, [])
  t.same(server.health(), { degraded: false })
})
