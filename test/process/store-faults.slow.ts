/**
 * The embedded store's files are deleted, moved, replaced or damaged under a running server: who notices, and what is
 * left of keys and counts.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { openDatabase } from '../../src/stores/sqlite/database.js'
import { keys } from '../commands/run.js'
import { burst } from './burst.js'
import { linesWith, metric, operatorsView } from './operators-view.js'
import { freePort } from './ports.js'
import { runRobe, startRobe, storeWithKey, until } from './robe.js'

async function serve(t: Test) {
  const path = join(t.testdir(), 'data', 'robe.db')
  const STORE = `sqlite:${path}`
  const key = await storeWithKey(STORE, 'free')
  const port = await freePort(t)
  const robe = await startRobe(t, { STORE, OPS_PORT: String(port), LOG_LEVEL: 'info' })
  t.same(await burst(robe.url, key, 2), [200, 200])
  return { path, STORE, key, port, robe, view: () => operatorsView(port) }
}

const PAGE = 4096

/** Writes noise over the file as it stands, from the given byte on. */
function overwrite(path: string, from: number): void {
  // What SQLite has not put into the file yet cannot be damaged there.
  const database = openDatabase(path, 5_000)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const handle = openSync(path, 'r+')
  const noise = randomBytes(statSync(path).size - from)
  writeSync(handle, noise, 0, noise.length, from)
  closeSync(handle)
}

const TROUBLES: readonly (readonly [what: string, kinds: string, make: (path: string) => void])[] = [
  ['deleted', 'gone', (path) => rmSync(path)],
  ['moved away', 'gone', (path) => renameSync(path, `${path}.elsewhere`)],
  ['deleted with its folder', 'gone', (path) => rmSync(dirname(path), { recursive: true })],
  // A read that comes first finds no database in it; a look at the file that comes first finds it emptied.
  ['emptied', 'gone or damaged', (path) => truncateSync(path)],
  [
    'replaced by a copy of itself',
    'replaced',
    (path) => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
  ],
  ['robbed of its latest changes', 'gone', (path) => rmSync(`${path}-wal`)],
  ['overwritten with noise', 'damaged', (path) => overwrite(path, 0)],
  ['overwritten with noise behind its first page', 'damaged', (path) => overwrite(path, PAGE)],
]

for (const [what, kinds, make] of TROUBLES) {
  t.test(`a store that is ${what} is told by log, readiness, metric and exit code`, async (t) => {
    const { path, key, robe, view } = await serve(t)
    const before = await view()
    t.match(before, { status: 200, body: { ready: true } })
    t.equal(metric(before, 'robe_store_degraded'), 0)
    make(path)
    await until('it is noticed', async () => (await view()).status === 503)
    const after = await view()
    t.equal(after.body.ready, false)
    const kind = after.body.degraded?.split(':')[0] ?? ''
    t.ok(kinds.split(' or ').includes(kind), kind)
    t.equal(metric(after, 'robe_store_degraded'), 1)
    t.ok((metric(after, `robe_store_faults_total{class="${kind}"}`) ?? 0) >= 1)
    t.same(await burst(robe.url, key, 2), [200, 200], 'calls are served on')
    const { code, out, err } = await robe.stop()
    t.equal(code, 1)
    t.equal(linesWith(out, 'The store is not what it was').length, 1)
    t.equal(err, '')
  })
}

t.test('a store that is deleted just before the stop is noticed by the stop', async (t) => {
  const { path, robe } = await serve(t)
  rmSync(path)
  const { code, out } = await robe.stop()
  t.equal(code, 1)
  t.equal(linesWith(out, 'The store is not what it was').length, 1)
})

t.test('a store that is put back is ready again, and nothing was lost', async (t) => {
  const { path, STORE, key, robe, view } = await serve(t)
  renameSync(path, `${path}.elsewhere`)
  await until('it is noticed', async () => (await view()).status === 503)
  t.same(await burst(robe.url, key, 3), [200, 200, 200])
  renameSync(`${path}.elsewhere`, path)
  await until('it is ready again', async () => (await view()).status === 200)
  const { code, out } = await robe.stop()
  t.equal(code, 0)
  t.equal(linesWith(out, 'in their place and whole again').length, 1)
  const { out: list } = await runRobe(t, ['keys', 'usage', '1', '--json'], { STORE })
  t.match(list, /"requests": 5/)
})

t.test('what a server had of a deleted store is put beside it at the stop', async (t) => {
  const { path, STORE, key, robe } = await serve(t)
  rmSync(path)
  t.same(await burst(robe.url, key, 3), [200, 200, 200])
  const { out } = await robe.stop()
  const [rescued] = readdirSync(dirname(path)).filter((name) => name.includes('rescued'))
  t.ok(rescued !== undefined && out.includes(rescued), 'the log names it')
  const copy = join(dirname(path), rescued ?? '')
  t.equal((statSync(copy).mode & 0o777).toString(8), '600')
  t.equal(
    statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    0,
    'nothing beside it can be taken for its changes',
  )
  copyFileSync(copy, path)
  const again = await startRobe(t, { STORE })
  t.same(await burst(again.url, key, 1), [200], 'its keys are good')
  t.equal((await again.stop()).code, 0)
  t.match((await keys(path, 'usage', '1', '--json')).out, /"requests": 6/)
})
