/**
 * Large answers on their way: as many pieces as the reader takes, and an end when it goes away.
 */
import { Writable } from 'node:stream'
import { brotliDecompressSync } from 'node:zlib'
import t from 'tap'
import type { ByteStream } from '../../src/service/http/fairness/answer-threads.js'
import { sendStream } from '../../src/service/streaming/send-stream.js'

interface Source extends ByteStream {
  readonly taken: () => number
  readonly isClosed: () => boolean
}

/** So many pieces of one kilobyte. @param fault after the last instead of an end */
function piecesOf(count: number, fault?: Error): Source {
  let taken = 0
  let closed = 0
  return {
    next: async () => {
      if (taken === count && fault !== undefined) throw fault
      return taken === count ? undefined : new Uint8Array(1024).fill(++taken % 251)
    },
    close: () => closed++,
    taken: () => taken,
    isClosed: () => closed === 1,
  }
}

t.test('no more is taken from the stream than the reader has taken', async (t) => {
  let release = (): void => {}
  const slow = new Writable({ highWaterMark: 4096, write: (_piece, _encoding, taken) => (release = taken) })
  const source = piecesOf(100)
  const sent = sendStream(slow, source, undefined)
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  t.ok(source.taken() <= 6, `${source.taken()} pieces for a reader that took none`)
  slow.destroy()
  release()
  await sent
  t.ok(source.isClosed(), 'the work is ended')
})

t.test('a fault in mid-stream destroys the connection and is told', async (t) => {
  const written: Buffer[] = []
  const sink = new Writable({
    write: (piece: Buffer, _encoding, taken) => {
      written.push(piece)
      taken()
    },
  })
  const source = piecesOf(3, new Error('broken'))
  await t.rejects(sendStream(sink, source, undefined), { message: 'broken' })
  t.ok(sink.destroyed)
  t.notOk(sink.writableEnded, 'the JSON never closes')
  t.ok(source.isClosed())
})

t.test('compressed pieces are the same bytes', async (t) => {
  const written: Buffer[] = []
  const sink = new Writable({
    write: (piece: Buffer, _encoding, taken) => {
      written.push(piece)
      taken()
    },
  })
  const ended = new Promise((resolve) => sink.once('finish', resolve))
  await sendStream(sink, piecesOf(1000), 'br')
  await ended
  const bytes = brotliDecompressSync(Buffer.concat(written))
  t.equal(bytes.length, 1000 * 1024)
  t.ok(bytes.every((byte, place) => byte === (Math.floor(place / 1024) + 1) % 251))
})

t.test('a reader that goes away while the last bytes are on their way ends the work', async (t) => {
  const stuck = new Writable({ write: () => {} })
  const source = piecesOf(1)
  const sent = sendStream(stuck, source, undefined)
  await new Promise(setImmediate)
  stuck.destroy()
  await sent
  t.ok(source.isClosed())
})

t.test('a fault of what is written to is told', async (t) => {
  const broken = new Writable({
    highWaterMark: 1,
    write: (_piece, _encoding, taken) => setImmediate(taken, new Error('no memory to compress with')),
  })
  const source = piecesOf(10)
  await t.rejects(sendStream(broken, source, undefined), { message: 'no memory to compress with' })
  t.ok(source.isClosed())
})
