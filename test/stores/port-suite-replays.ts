/**
 * The Replays of every store: claims of idempotency keys and the answers kept for them.
 */
import type { Guarantee } from './port-suite.js'

const DAY = 24 * 3_600_000

export function replaySuite(guarantee: Guarantee): void {
  guarantee(
    'of two calls with one name and body, the second finds the answer of the first',
    async (t, { replays }) => {
      t.same(await replays.claim(1, 'name', 'body'), { state: 'new' })
      t.same(await replays.claim(1, 'name', 'body'), { state: 'running' })
      await replays.keep(1, 'name', 'body', 'the answer, à la carte')
      t.same(await replays.claim(1, 'name', 'body'), { state: 'kept', answer: 'the answer, à la carte' })
    },
  )

  guarantee(
    'a name claimed for one body is refused for another, before and after the answer',
    async (t, { replays }) => {
      await replays.claim(1, 'name', 'body')
      t.same(await replays.claim(1, 'name', 'other'), { state: 'other body' })
      await replays.keep(1, 'name', 'body', 'answer')
      t.same(await replays.claim(1, 'name', 'other'), { state: 'other body' })
    },
  )

  guarantee('names of one key mean nothing to another key', async (t, { replays }) => {
    await replays.claim(1, 'name', 'body')
    await replays.keep(1, 'name', 'body', 'answer')
    t.same(await replays.claim(2, 'name', 'other'), { state: 'new' })
  })

  guarantee('a released name can be claimed again', async (t, { replays }) => {
    await replays.claim(1, 'name', 'body')
    await replays.release(1, 'name')
    t.same(await replays.claim(1, 'name', 'other'), { state: 'new' })
  })

  guarantee('an answer that is not kept is known to have been given', async (t, { replays }) => {
    await replays.claim(1, 'name', 'body')
    await replays.keep(1, 'name', 'body', undefined)
    t.same(await replays.claim(1, 'name', 'body'), { state: 'not kept' })
  })

  guarantee(
    'the last ten answers of a key are kept, and the claims of all',
    async (t, { replays }, clock) => {
      for (let call = 0; call < 12; call++) {
        clock.time += 1_000
        await replays.claim(1, `name ${call}`, 'body')
        await replays.keep(1, `name ${call}`, 'body', `answer ${call}`)
      }
      await replays.claim(2, 'name', 'body')
      await replays.keep(2, 'name', 'body', 'of another key')
      const states: string[] = []
      for (let call = 0; call < 12; call++)
        states.push((await replays.claim(1, `name ${call}`, 'body')).state)
      t.same(states, [...Array(2).fill('not kept'), ...Array(10).fill('kept')])
      t.match(await replays.claim(2, 'name', 'body'), { answer: 'of another key' })
    },
  )
}

/** For stores whose clock is the test's. */
export function replayExpirySuite(guarantee: Guarantee): void {
  guarantee('a claim and its answer end after a day', async (t, { replays }, clock) => {
    await replays.claim(1, 'name', 'body')
    await replays.keep(1, 'name', 'body', 'answer')
    clock.time += DAY - 1
    t.match(await replays.claim(1, 'name', 'body'), { state: 'kept' })
    clock.time += 1
    t.same(await replays.claim(1, 'name', 'body'), { state: 'new' })
  })
}
