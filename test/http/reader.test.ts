/**
 * The reader of a large answer: waited for as long as it is there, and no longer than its deadline.
 */
import { once } from 'node:events'
import { Writable } from 'node:stream'
import t from 'tap'
import { readerOf } from '../../src/http/streaming/send-stream.js'

t.test('an answer whose last bytes nobody takes is given up at its deadline', async (t) => {
  const stuck = new Writable({ write: () => {} })
  const reader = readerOf(stuck, stuck, 20)
  stuck.end('the last bytes')
  t.notOk(reader.isGone())
  // A deadline keeps no process alive.
  const alive = setTimeout(() => {}, 60_000)
  await once(stuck, 'close')
  clearTimeout(alive)
  t.ok(reader.isGone())
})

t.test('a reader that goes away is waited for no longer', async (t) => {
  const stuck = new Writable({ highWaterMark: 1, write: () => {} })
  const reader = readerOf(stuck, stuck)
  t.notOk(stuck.write('more than it takes'))
  const room = reader.room()
  stuck.destroy()
  await room
  t.ok(reader.isGone())
})

t.test('a fault of what is written to reaches whoever waits for room', async (t) => {
  const broken = new Writable({
    highWaterMark: 1,
    autoDestroy: false,
    write: (_piece, _encoding, taken) => setImmediate(taken, new Error('no memory to compress with')),
  })
  const reader = readerOf(new Writable(), broken)
  t.notOk(broken.write('a piece'))
  await t.rejects(reader.room(), { message: 'no memory to compress with' })
})
