/**
 * Turns of the event loop that crosses share.
 */
import { performance } from 'node:perf_hooks'
import t from 'tap'
import { turnOfLoop } from '../../src/service/http/fairness/loop-turn.js'

const CROSSES = 40
const EACH_MS = 0.5

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

t.test('a cross that comes alone begins in the turn that it came in', async (t) => {
  let turns = 0
  const next = setImmediate(() => turns++)
  await turnOfLoop()
  clearImmediate(next)
  t.equal(turns, 0)
})

t.test('many crosses at once begin in their order, and others are served in between', async (t) => {
  const begun: number[] = []
  let turns = 0
  let isOver = false
  const others = (): void => {
    turns++
    if (!isOver) setImmediate(others)
  }
  others()
  // The first of them has had the turn for itself.
  await turnOfLoop()
  work(2 * EACH_MS)
  await Promise.all(
    Array.from({ length: CROSSES }, async (_, i) => {
      await turnOfLoop()
      begun.push(i)
      work(EACH_MS)
    }),
  )
  isOver = true
  t.same(
    begun,
    Array.from({ length: CROSSES }, (_, i) => i),
  )
  t.ok(turns >= CROSSES / 3, `${turns} turns for ${CROSSES} crosses, of which two fit into one`)
  t.ok(turns <= 2 * CROSSES, `${turns} turns: no cross waits for several`)
})
