/**
 * Slices of a large answer: whoever reads it, the event loop has its turns in between.
 */
import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { Writable } from 'node:stream'
import t from 'tap'
import { sendRows } from '../../src/http/row-stream.js'
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
