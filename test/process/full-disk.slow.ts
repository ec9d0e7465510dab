/**
 * The disk of the embedded store is full or read-only: what clients, operators and commands see of it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { burst } from './burst.js'
import { linesWith, metric, operatorsView } from './operators-view.js'
import { freePort } from './ports.js'
import { ROOT, runRobe, startRobe, storeWithKey, until } from './robe.js'
import { needsSmallDisk, smallDisk } from './small-disk.js'

const { skip } = needsSmallDisk()
const ONE_LINE = /^error: [^\n]+\n$/
const STACK = /\n\s+at |node:internal|\.js:\d+|node_modules/

for (const ends of ['freed', 'full'] as const) {
  t.test(
    `calls are served while the disk is full, and billed once it is not: ${ends} at the stop`,
    { skip },
    async (t) => {
      const disk = smallDisk(t)
      const STORE = `sqlite:${join(disk.path, 'robe.db')}`
      const key = await storeWithKey(STORE, 'free')
      const port = await freePort(t)
      const robe = await startRobe(t, { STORE, OPS_PORT: String(port), LOG_LEVEL: 'info' })
      t.same(await burst(robe.url, key, 2), [200, 200])
      const view = () => operatorsView(port)
      disk.fill()
      let served = 2
      await until('it is noticed', async () => {
        served += (await burst(robe.url, key, 1)).filter((status) => status === 200).length
        return (await view()).body.degraded !== undefined
      })
      const full = await view()
      t.match(full, { status: 200, body: { ready: true, degraded: /^full: the disk is full/ } })
      t.equal(metric(full, 'robe_store_degraded'), 1)
      t.ok((metric(full, 'robe_store_faults_total{class="full"}') ?? 0) >= 1)
      t.same(await burst(robe.url, key, 3), [200, 200, 200])
      served += 3
      if (ends === 'full') {
        const { code, out } = await robe.stop()
        t.equal(code, 1, 'not all is written')
        const [told = ''] = linesWith(out, 'Usage that could not be written')
        t.match(told, new RegExp(`key 1 month \\S+Z ${served}\\b`))
        return
      }
      disk.free()
      await until('it is over', async () => (await view()).body.degraded === undefined)
      t.equal(metric(await view(), 'robe_store_degraded'), 0)
      const { code, out } = await robe.stop()
      t.equal(code, 0)
      t.equal(linesWith(out, 'Writing usage to the store fails').length, 1)
      t.equal(linesWith(out, 'Writing usage to the store works again').length, 1)
      t.match(
        (await runRobe(t, ['keys', 'usage', '1', '--json'], { STORE })).out,
        new RegExp(`"requests": ${served}\\b`),
      )
    },
  )
}

for (const beside of ['a server', 'nobody'] as const) {
  t.test(
    `a command that a full disk keeps from writing is one line, beside ${beside}`,
    { skip },
    async (t) => {
      const disk = smallDisk(t)
      const path = join(disk.path, 'robe.db')
      const STORE = `sqlite:${path}`
      // By a process that has let go of the file when it has ended.
      t.equal((await runRobe(t, ['keys', 'create', '--name', 'n', '--plan', 'free'], { STORE })).code, 0)
      const robe = beside === 'a server' ? await startRobe(t, { STORE }) : undefined
      const before = (await runRobe(t, ['keys', 'list', '--json'], { STORE })).out
      disk.fill()
      // Within the store's own files there may be a little room, and again whenever its log begins anew.
      const useUp = async (): Promise<void> => {
        for (let attempt = 0; attempt < 40; attempt++) {
          const words = ['keys', 'set', '1', '--note', 'x'.repeat(400) + attempt]
          if ((await runRobe(t, words, { STORE })).code !== 0) return
        }
      }
      for (const words of [
        ['keys', 'create', '--name', 'n', '--plan', 'free', '--note', 'y'.repeat(400)],
        ['keys', 'rotate', '1'],
        ['keys', 'suspend', '1'],
        ['store', 'backup', join(disk.path, 'backup.db')],
      ]) {
        await useUp()
        const { code, out, err } = await runRobe(t, words, { STORE })
        const what = words.slice(0, 2).join(' ')
        t.equal(code, 1, what)
        t.equal(out, '', what)
        t.match(err, ONE_LINE, what)
        t.match(err, /the disk is full/, what)
        t.notMatch(err, STACK, what)
      }
      t.notOk(existsSync(join(disk.path, 'backup.db')))
      disk.free()
      const after = (await runRobe(t, ['keys', 'list', '--json'], { STORE })).out
      const ids = (text: string): unknown =>
        (JSON.parse(text) as { key_id: number; secrets: unknown }[]).map((key) => [key.key_id, key.secrets])
      t.same(ids(after), ids(before), 'no key without a shown secret, no secret that was replaced')
      if (robe !== undefined) t.equal((await robe.stop()).code, 0)
    },
  )
}

t.test('a read-only disk is one line, for commands and for a start', { skip }, async (t) => {
  const disk = smallDisk(t)
  const STORE = `sqlite:${join(disk.path, 'robe.db')}`
  // By a process that has let go of the file when it has ended.
  t.equal((await runRobe(t, ['keys', 'create', '--name', 'n', '--plan', 'free'], { STORE })).code, 0)
  const files = readdirSync(disk.path)
  disk.readOnly()
  for (const words of [
    ['keys', 'create', '--name', 'n', '--plan', 'free'],
    ['keys', 'rotate', '1'],
    ['keys', 'export', '--out', join(disk.path, 'keys.jsonl')],
    ['store', 'backup', join(disk.path, 'backup.db')],
    ['serve'],
  ]) {
    const { code, out, err } = await runRobe(t, words, { STORE })
    t.equal(code, 1, words.join(' '))
    t.equal(out, '')
    t.match(err, ONE_LINE)
    t.match(err, /read-only|EROFS/, 'it says why')
    t.notMatch(err, STACK)
  }
  t.same(readdirSync(disk.path), files)
})

t.test('a first start on a full disk is one line and shows no key', { skip }, async (t) => {
  const disk = smallDisk(t)
  disk.fill()
  const { code, out, err } = await runRobe(t, ['serve'], { STORE: `sqlite:${join(disk.path, 'robe.db')}` })
  t.equal(code, 1)
  t.notMatch(out, /X-API-Key/)
  t.match(err, ONE_LINE)
  t.match(err, /the disk is full/)
})

t.test(
  'an output that cannot be written is one line',
  { skip: !existsSync('/dev/full') && 'needs /dev/full' },
  async (t) => {
    const STORE = `sqlite:${join(t.testdir(), 'robe.db')}`
    await storeWithKey(STORE, 'free')
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" build/src/cli.js keys list > /dev/full`],
      {
        cwd: ROOT,
        env: { PATH: process.env['PATH'], STORE },
        encoding: 'utf8',
      },
    )
    t.equal(status, 1)
    t.match(stderr, ONE_LINE)
    t.match(stderr, /output cannot be written \(ENOSPC\)/)
  },
)
