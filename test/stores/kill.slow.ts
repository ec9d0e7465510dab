/**
 * kill -9: what a killed server forgets, and what it leaves behind.
 */
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { openDatabase } from '../../src/stores/sqlite/database.js'
import { openStore } from '../../src/stores/open.js'
import { alter } from './samples.js'

const CHILD = fileURLToPath(new URL('./charging-child.js', import.meta.url))

/** Ten charges fit the promised 100 ms; timers are late now and then, for the charges as for the writing. */
const FORGOTTEN_AT_MOST = 15

function start(path: string): ChildProcess {
  return spawn(process.execPath, [CHILD, path], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Kills the child once it has admitted so many more, and returns the last count that it printed. */
async function killAfter(child: ChildProcess, more: number): Promise<number> {
  if (child.stdout === null) throw new Error('the child has no output')
  let first: number | undefined
  let last = 0
  const closed = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line)
    first ??= last
    if (last - first >= more) child.kill('SIGKILL')
  }
  await closed
  return last
}

const KILLS = 20

t.test(
  'a server killed 20 times forgets at most 100 ms of counts, no key, and damages nothing',
  async (t) => {
    const path = join(t.testdir(), 'robe.db')
    for (let kill = 0; kill < KILLS; kill++) {
      // Every time at another moment of the writing.
      const more = 20 + ((kill * 7) % 25)
      const admitted = await killAfter(start(path), more)
      const store = await openStore(`sqlite:${path}`, { purpose: 'server' })
      const keys = await store.keys.list()
      t.equal(keys.length, 1)
      t.not(await store.keys.findByDigest('a'.repeat(64)), undefined)
      const { month } = await store.counters.usage(keys[0]?.id ?? 0)
      t.ok(month <= admitted + 1, `no count is invented: ${month} of ${admitted}`)
      t.ok(admitted - month <= FORGOTTEN_AT_MOST, `forgotten: ${admitted - month} of ${admitted}`)
      await alter(store, 1, { note: `killed ${kill + 1} times` })
      await store.close()
      const database = openDatabase(path, 1_000)
      t.equal(database.single('PRAGMA integrity_check'), 'ok')
      t.equal(database.single('SELECT note FROM keys'), `killed ${kill + 1} times`)
      database.close()
    }
  },
)

t.test('a server in another process is refused while one lives, a command is not', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  const child = start(path)
  if (child.stdout === null) throw new Error('the child has no output')
  await once(child.stdout, 'data')
  await t.rejects(openStore(`sqlite:${path}`, { purpose: 'server' }), {
    name: 'StoreError',
    message: /redis:\/\//,
  })
  const command = await openStore(`sqlite:${path}`, { purpose: 'command' })
  t.match(await alter(command, 1, { name: 'renamed beside a server' }), {
    name: 'renamed beside a server',
  })
  await command.close()
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
  const after = await openStore(`sqlite:${path}`, { purpose: 'server' })
  t.match(await after.keys.get(1), { name: 'renamed beside a server' })
  await after.close()
})
