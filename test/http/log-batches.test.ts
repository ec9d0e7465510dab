/**
 * Lines on their way to the log's writer: none is lost, none waits for long, none changes its place.
 */
import t from 'tap'
import { LineBatches, type BatchWriter } from '../../src/http/ops/log-batches.js'

function recordingWriter(): BatchWriter & { readonly texts: string[]; flushed: number } {
  const texts: string[] = []
  return {
    texts,
    flushed: 0,
    write: (text) => texts.push(text),
    flush: (done) => done(),
    flushSync() {
      this.flushed++
    },
  }
}

t.test('lines reach the writer in their order, and few writes carry many', (t) => {
  const writer = recordingWriter()
  const batches = new LineBatches(writer)
  const lines = Array.from({ length: 1000 }, (_, number) => `${String(number).padStart(99, '.')}\n`)
  for (const line of lines) batches.write(line)
  batches.flush(() => undefined)
  t.equal(writer.texts.join(''), lines.join(''))
  t.ok(writer.texts.length < 10, `${writer.texts.length} writes for 1000 lines of 100 characters`)
  t.end()
})

t.test('a lone line is written within a moment', async (t) => {
  const writer = recordingWriter()
  new LineBatches(writer).write('alone\n')
  t.same(writer.texts, [], 'not at once')
  const started = Date.now()
  while (writer.texts.length === 0 && Date.now() - started < 5000)
    await new Promise((resolve) => setTimeout(resolve, 10))
  t.same(writer.texts, ['alone\n'])
})

t.test(
  'what waits when the process ends is written then, and a writer that fails does not stop the end',
  (t) => {
    const writer = recordingWriter()
    new LineBatches(writer).write('last words\n')
    const broken: BatchWriter = {
      write: () => {
        throw new Error('EPIPE')
      },
      flush: (done) => done(),
      flushSync: () => undefined,
    }
    new LineBatches(broken).write('nobody reads this\n')
    const [forWriter, forBroken] = process.listeners('exit').slice(-2)
    forWriter?.(0)
    t.same(writer.texts, ['last words\n'])
    t.equal(writer.flushed, 1)
    t.doesNotThrow(() => forBroken?.(0))
    for (const listener of [forWriter, forBroken]) if (listener !== undefined) process.off('exit', listener)
    t.end()
  },
)
