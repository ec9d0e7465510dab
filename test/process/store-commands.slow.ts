/**
 * Commands beside a server whose store was deleted or replaced: they are refused, or the new file would be mixed with the
 * server's latest changes.
 */
import { copyFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { backUpStore } from '../../src/stores/open.js'
import { keys } from '../commands/run.js'
import { runRobe, startRobe, storeWithKey, until } from './robe.js'

async function serve(t: Test) {
  const path = join(t.testdir(), 'data', 'robe.db')
  const STORE = `sqlite:${path}`
  await storeWithKey(STORE, 'free')
  return { path, STORE, robe: await startRobe(t, { STORE }) }
}

const COMMANDS = [['create', '--name', 'n', '--plan', 'free'], ['rotate', '1'], ['list']]

const AWAY: readonly (readonly [what: string, make: (path: string) => void])[] = [
  ['was deleted', (path) => rmSync(path)],
  ['was replaced by an empty file', (path) => (rmSync(path), writeFileSync(path, ''))],
  ['was replaced by a backup', (path) => (rmSync(path), copyFileSync(`${dirname(path)}-backup`, path))],
]

for (const [what, make] of AWAY) {
  t.test(`no command works on a store that ${what} under a server`, async (t) => {
    const { path, STORE } = await serve(t)
    const backup = `${dirname(path)}-backup`
    await backUpStore(STORE, backup)
    make(path)
    const left = statSync(path, { throwIfNoEntry: false })?.size
    const refusal = /^error: The store ".*robe\.db" was deleted or replaced under the server [^\n]+\.\n$/
    for (const words of COMMANDS)
      t.match(await keys(path, ...words), { code: 1, out: '', err: refusal }, words.join(' '))
    t.match(await runRobe(t, ['store', 'backup', `${backup}-2`], { STORE }), {
      code: 1,
      out: '',
      err: refusal,
    })
    t.equal(statSync(path, { throwIfNoEntry: false })?.size, left, 'nothing was made or written')
    t.notOk(existsSync(`${backup}-2`))
  })
}

t.test('the lock of a killed server keeps no command from a store that was put in its place', async (t) => {
  const { path, STORE, robe } = await serve(t)
  const kept = join(t.testdirName, 'kept.db')
  await backUpStore(STORE, kept)
  robe.signal('SIGKILL')
  await until('it is dead', () =>
    fetch(robe.url).then(
      () => false,
      () => true,
    ),
  )
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  copyFileSync(kept, path)
  t.match(await keys(path, 'list'), { code: 0, err: '' })
})
