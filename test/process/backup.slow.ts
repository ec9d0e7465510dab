/**
 * The documented way to back up and to restore the embedded store, beside a server that is being used.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { openStore } from '../../src/stores/open.js'
import { keys } from '../commands/run.js'
import { HORSE } from './horse.js'
import { runRobe, startRobe, storeWithKey } from './robe.js'

/** What is counted is in the file by then. */
const WRITTEN_MS = 300

t.test('a backup made while the server counts is restored with the same keys, usage and audit', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'robe.db')
  const backup = join(folder, 'backup.db')
  const STORE = `sqlite:${path}`
  const secret = await storeWithKey(STORE, 'premium')
  await keys(path, 'rotate', '1', '--overlap', '7d')
  await keys(path, 'create', '--name', 'second', '--plan', 'free', '--note', 'n')
  const robe = await startRobe(t, { STORE })
  const ask = async (url: string): Promise<number> => {
    const response = await fetch(`${url}/coats/result`, {
      method: 'POST',
      headers: { 'X-API-Key': secret, 'Content-Type': 'application/json' },
      body: HORSE,
    })
    await response.arrayBuffer()
    return response.status
  }
  for (let call = 0; call < 20; call++) t.equal(await ask(robe.url), 200)
  await delay(WRITTEN_MS)
  let stopped = false
  const traffic = (async () => {
    while (!stopped) await ask(robe.url)
  })()
  const ran = await runRobe(t, ['store', 'backup', backup], { STORE })
  t.same(ran, { code: 0, out: `The store was copied to ${backup}.\n`, err: '' })
  stopped = true
  await traffic
  t.equal((statSync(backup).mode & 0o777).toString(8), '600')
  const before = (await keys(path, 'export')).out
  robe.signal('SIGKILL')
  await delay(100)

  // As the documentation has it: another file in its place, and nothing beside it.
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  copyFileSync(backup, path)
  const again = await startRobe(t, { STORE })
  t.equal(again.firstKey, '', 'a restored store is no first start')
  t.equal(await ask(again.url), 200, 'with a secret that a rotation replaced and that still works')
  t.equal((await again.stop()).code, 0)

  type Line = {
    readonly key_id: number
    readonly secrets: unknown
    readonly usage: { months: Record<string, number> }
  }
  const parsed = (text: string): readonly Line[] =>
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as Line)
  const restored = parsed((await keys(path, 'export')).out)
  t.same(
    restored.map(({ key_id, secrets }) => [key_id, secrets]),
    parsed(before).map(({ key_id, secrets }) => [key_id, secrets]),
  )
  const counted = Object.values(restored[0]?.usage.months ?? {})[0] ?? 0
  t.ok(counted >= 21, `${counted} calls, of which 20 were made before the backup and one after the restart`)
  const store = await openStore(STORE, { purpose: 'command' })
  const events = (await store.audit.lines()).map((line) => (JSON.parse(line) as { event: string }).event)
  t.same(events.slice(0, 3), ['key.created', 'key.rotated', 'key.created'])
  await store.close()
})

t.test('a backup replaces no file, and leaves none when there is nothing to copy', async (t) => {
  const folder = t.testdir({ 'kept.db': 'kept', data: {} })
  const path = join(folder, 'data', 'robe.db')
  const backup = (target: string, STORE = `sqlite:${path}`) =>
    runRobe(t, ['store', 'backup', join(folder, target)], { STORE })
  t.match(await backup('new.db'), { code: 1, err: /There is no store ".*" to back up/ })
  writeFileSync(path, '')
  t.match(await backup('new.db'), { code: 1, err: /is not a store of Robe/ })
  t.equal(readFileSync(path, 'utf8'), '', 'what is no store is left alone')
  rmSync(path)
  await storeWithKey(`sqlite:${path}`, 'free')
  t.match(await backup('kept.db'), { code: 1, err: /it exists already and is not replaced/ })
  t.equal(readFileSync(join(folder, 'kept.db'), 'utf8'), 'kept')
  t.match(await backup('no/such.db'), { code: 1, err: /cannot be written: ENOENT/ })
  t.match(await backup('new.db', 'memory:'), { code: 1, err: /Only the store of STORE=sqlite:PATH/ })
  t.notOk(existsSync(join(folder, 'new.db')))
  mkdirSync(join(folder, 'no'))
  t.match(await backup('no/such.db'), { code: 0 })
})
