/**
 * Noticing that rule files changed: every way of replacing them, and only when all is written.
 */
import { once, EventEmitter } from 'node:events'
import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { watchFolders } from '../../src/service/snapshot/reloads.js'
import { stampOf } from '../../src/rules/source.js'
import { GOOD, writeFiles } from '../process/unicorn-snapshots.js'

interface Watched {
  readonly folder: string
  /** Resolves when a change is told; call it before making the change. */
  readonly told: () => Promise<unknown>
  readonly times: () => number
}

function watched(t: Test, folder: string, since?: string): Watched {
  const [rules, locales] = [join(folder, 'rules'), join(folder, 'locales')]
  const events = new EventEmitter()
  let times = 0
  const end = watchFolders(rules, locales, since ?? stampOf(rules, locales), () => {
    times += 1
    events.emit('change')
  })
  // The watch itself keeps no process alive, nor a test.
  const hold = setInterval(() => {}, 1000)
  t.teardown(() => {
    end()
    clearInterval(hold)
  })
  return { folder, told: () => once(events, 'change'), times: () => times }
}

t.test('every way of saving is noticed', async (t) => {
  const folder = t.testdir()
  writeFiles(folder, GOOD)
  const { told } = watched(t, folder)
  const file = join(folder, 'rules/horses.yaml')
  const text = GOOD.get('rules/horses.yaml') ?? ''
  const other = join(folder, 'other')
  writeFiles(other, GOOD)
  const ways: readonly (readonly [string, () => void])[] = [
    ['written in place', () => writeFileSync(file, `${text}# a comment\n`)],
    [
      'another file renamed over it',
      () => {
        writeFileSync(join(folder, 'saving'), text)
        renameSync(join(folder, 'saving'), file)
      },
    ],
    ['removed', () => rmSync(file)],
    ['added', () => writeFileSync(file, text)],
    [
      'the folder replaced by another of the same files',
      () => {
        renameSync(join(folder, 'rules'), join(folder, 'rules.old'))
        renameSync(join(other, 'rules'), join(folder, 'rules'))
      },
    ],
    ['the folder removed', () => rmSync(join(folder, 'rules'), { recursive: true })],
    ['a link in its place', () => symlinkSync('rules.old', join(folder, 'rules'))],
    [
      'the link led elsewhere',
      () => {
        symlinkSync(join(t.testdirName, 'third/rules'), join(folder, 'link'))
        writeFiles(join(folder, 'third'), GOOD)
        renameSync(join(folder, 'link'), join(folder, 'rules'))
      },
    ],
    ['touched', () => utimesSync(file, new Date(), new Date(0))],
  ]
  for (const [way, change] of ways) {
    const heard = told()
    change()
    await heard
    t.pass(way)
  }
})

t.test('nothing is told while files are being written, and one change once', async (t) => {
  const folder = t.testdir()
  writeFiles(folder, GOOD)
  const { told, times } = watched(t, folder)
  const heard = told()
  for (let i = 0; i < 20; i++) {
    writeFileSync(join(folder, 'rules/horses.yaml'), `horses: [] # ${i}\n`)
    await pause(50)
  }
  t.equal(times(), 0)
  await heard
  await pause(700)
  t.equal(times(), 1)
})

t.test('a change between reading and watching is not lost', async (t) => {
  const folder = t.testdir()
  writeFiles(folder, GOOD)
  const since = stampOf(join(folder, 'rules'), join(folder, 'locales'))
  writeFileSync(join(folder, 'rules/horses.yaml'), 'horses: []\n')
  const { told } = watched(t, folder, since)
  await told()
  t.pass('told')
})

t.test('hidden files and those of editors are no change', (t) => {
  const folder = t.testdir()
  writeFiles(folder, GOOD)
  const stamp = (): string => stampOf(join(folder, 'rules'), join(folder, 'locales'))
  const before = stamp()
  for (const name of ['.horses.yaml.swp', 'horses.yaml~', '4913'])
    writeFileSync(join(folder, 'rules', name), 'x')
  t.equal(stamp(), before)
  t.end()
})
