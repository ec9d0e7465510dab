/**
 * Turns between keys: who asks for much waits for itself and for nobody else.
 */
import fc from 'fast-check'
import t from 'tap'
import { createTurns, type Turn } from '../../src/service/threads/turns.js'

const LIMITS = { most: 3, mostOfOneKey: 2, refusalsASecond: 20 }
const settled = (): Promise<void> => new Promise(setImmediate)

t.test('no more turns at a time than there are threads, two for one key, and none is lost', async (t) => {
  const calls = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(3)), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(calls, async (keys) => {
      const turns = createTurns(LIMITS, () => 0)
      const held = new Map<number, Turn[]>()
      let begun = 0
      const asked = keys.map(async ([key, pauses]) => {
        const turn = await turns.take(key, Infinity)
        if (turn === undefined) throw new Error('no line is full')
        const own = held.get(key) ?? []
        held.set(key, [...own, turn])
        begun++
        const all = [...held.values()].flat().length
        if (all > LIMITS.most || own.length + 1 > LIMITS.mostOfOneKey) throw new Error('too many turns')
        for (let i = 0; i < pauses; i++) {
          await settled()
          // A reader that was waited for: the turn is given back, and taken again.
          held.set(key, held.get(key)?.filter((each) => each !== turn) ?? [])
          turn.release()
          await turn.again()
          held.set(key, [...(held.get(key) ?? []), turn])
          if ([...held.values()].flat().length > LIMITS.most) throw new Error('too many turns')
        }
        held.set(key, held.get(key)?.filter((each) => each !== turn) ?? [])
        turn.release()
      })
      await Promise.all(asked)
      t.equal(begun, keys.length)
      t.same([turns.running(), turns.waiting()], [0, 0])
    }),
    { numRuns: 60 },
  )
})

t.test('a key that asks later has its turn before the many that another asked for', async (t) => {
  const turns = createTurns({ ...LIMITS, most: 1 }, () => 0)
  const order: string[] = []
  const ask = async (key: number, name: string): Promise<void> => {
    const turn = await turns.take(key, Infinity)
    order.push(name)
    await settled()
    turn?.release()
  }
  const all = [
    ...Array.from({ length: 5 }, (_, i) => ask(1, `greedy ${i}`)),
    ask(2, 'modest'),
    ask(3, 'other'),
  ]
  await Promise.all(all)
  t.same(order.slice(0, 4), ['greedy 0', 'greedy 1', 'modest', 'other'])
  t.same(order.slice(4), ['greedy 2', 'greedy 3', 'greedy 4'], 'its own order is kept')
})

t.test(
  'a full line is told at once, and after so many refusals in a second the rest is turned away',
  async (t) => {
    let now = 0
    const turns = createTurns({ most: 1, mostOfOneKey: 1, refusalsASecond: 3 }, () => now)
    const turn = await turns.take(1, 0)
    t.equal(turns.take(1, 0), undefined)
    t.ok(turns.refuseIfFull(1, 0), 'who only asks whether it would be refused counts too')
    t.notOk(turns.refuseIfFull(1, 1))
    t.notOk(turns.turnsAway(1))
    t.equal(turns.take(1, 0), undefined)
    t.ok(turns.turnsAway(1))
    t.notOk(turns.turnsAway(2), 'another key is not')
    now = 1_000
    t.notOk(turns.turnsAway(1), 'until that second ends')
    turn?.release()
    t.ok(await turns.take(1, 0))
  },
)
