/**
 * Slices of a large answer: whoever reads it, the event loop has its turns in between.
 */
import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { Writable } from 'node:stream'
import t from 'tap'
import { sendJson } from '../../src/http/respond.js'
import { sendRows } from '../../src/http/row-stream.js'
import { nextSlice } from '../../src/http/slices.js'
import { createWorkGate } from '../../src/http/work-gate.js'

const PIECES = 100
const WORK_MS = 2

/** Pieces that take their time to be made. */
function* laboriously(): Generator<Uint8Array> {
  for (let i = 0; i < PIECES; i++) {
    for (const ends = performance.now() + WORK_MS; performance.now() < ends;);
    yield Buffer.from('row')
  }
}

t.test('a reader that takes everything at once does not keep the event loop from others', async (t) => {
  // Full with each piece and empty again before the loop has turned: so is a socket whose reader is quick.
  const quick = new Writable({
    highWaterMark: 1,
    write: (_piece, _encoding, taken) => process.nextTick(taken),
  })
  let turns = 0
  let watching = true
  const watch = (): void => {
    turns++
    if (watching) setImmediate(watch)
  }
  setImmediate(watch)
  const gate = createWorkGate(1, 0)
  await gate.enter()
  await sendRows(
    quick as unknown as ServerResponse,
    { before: '[', rows: laboriously(), after: ']' },
    undefined,
    gate,
  )
  watching = false
  t.ok(turns > PIECES / 2, `${turns} turns of the loop while ${PIECES} pieces were made`)
  t.equal(gate.working(), 0)
})

t.test('large answers take turns, a slice each', async (t) => {
  const order: string[] = []
  const reader = (name: string): ServerResponse =>
    new Writable({
      write: (_piece, _encoding, taken) => {
        if (order.at(-1) !== name) order.push(name)
        taken()
      },
    }) as unknown as ServerResponse
  const gate = createWorkGate(2, 0)
  await Promise.all([gate.enter(), gate.enter()])
  const sent = ['first', 'second'].map((name) =>
    sendRows(reader(name), { before: '[', rows: laboriously(), after: ']' }, undefined, gate),
  )
  await Promise.all(sent)
  t.ok(order.length > PIECES, `${order.length} changes between two answers of ${PIECES} pieces each`)
})

t.test(
  'a short answer leaves before the next slice begins, and at most one slice begins in a turn',
  async (t) => {
    const order: string[] = []
    const response = {
      writeHead: () => response,
      end: () => order.push('answer'),
    }
    const slices = ['first', 'second'].map((name) => nextSlice().then(() => order.push(name)))
    setImmediate(() => order.push('turn'))
    sendJson(response as unknown as ServerResponse, 200, [], Buffer.from('{}'))
    await Promise.all(slices)
    t.same(order, ['answer', 'first', 'turn', 'second'])
  },
)
