/**
 * The list of answers that a server owes: exactly those that began and have not ended.
 */
import { ServerResponse, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import t from 'tap'
import { createUnderWay } from '../../src/http/under-way.js'

const response = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()))

t.test('whatever begins and ends in whatever order, those owed are those that have not ended', async (t) => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 120 }), (steps) => {
      const underWay = createUnderWay()
      const owed: ServerResponse[] = []
      for (const step of steps) {
        const [ended] = step % 2 === 0 ? [] : owed.splice((step >> 1) % Math.max(1, owed.length), 1)
        if (ended !== undefined) {
          underWay.remove(ended)
          // An answer may be said to have ended more than once.
          if (step % 3 === 0) underWay.remove(ended)
        } else {
          owed.push(response())
          underWay.add(owed[owed.length - 1] as ServerResponse)
        }
      }
      const told: ServerResponse[] = []
      underWay.forEach((each) => void told.push(each))
      return told.length === owed.length && owed.every((each) => told.includes(each))
    }),
    { seed: 20261122 },
  )
  t.pass('after every history')
})

t.test('answers that have ended do not pile up until everything is collected', async (t) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (only?: { readonly type: 'minor' }) => void
  const oldBytes = (): number =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0
  const underWay = createUnderWay()
  const owed: ServerResponse[] = []
  // Sixteen at a time, as many as have a connection each; each ends before the next sixteen have begun.
  const answer = (): void => {
    const next = Object.assign(response(), { body: Array.from({ length: 500 }, (_, i) => i + 0.5) })
    owed.push(next)
    underWay.add(next)
    const ended = owed.length > 16 ? owed.shift() : undefined
    if (ended !== undefined) underWay.remove(ended)
  }
  for (let i = 0; i < 1000; i++) answer()
  // Moves what there is now to the old generation.
  collect()
  const before = oldBytes()
  for (let i = 0; i < 4000; i++) {
    answer()
    if (i % 200 === 0) collect({ type: 'minor' })
  }
  const grown = (oldBytes() - before) / 2 ** 20
  t.ok(grown < 4, `${grown.toFixed(1)} MiB of 4000 answers of 4 KiB`)
})
