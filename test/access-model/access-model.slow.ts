/**
 * Keys and counting against the oracle, a few hundred histories of each store; `npm run model:access` plays more.
 */
import fc from 'fast-check'
import t from 'tap'
import { needsRedis } from '../stores/redis-server.js'
import { contenders, type Contender } from './benches.js'
import { play, type Tally } from './play.js'
import { redisContender } from './redis-bench.js'
import { START, stepsOf } from './steps.js'

/** The rules of counting are the same for all; what the other stores add is met in fewer. */
const RUNS = 300
const RUNS_OF_OTHERS = 120

/** What a few hundred histories must have met, or they show less than they say. */
const MET = ['admitted', 'free', 'RATE_LIMIT_EXCEEDED', 'AUTH_INVALID_KEY', 'AUTH_KEY_SUSPENDED']
const ALSO_MET = [
  'AUTH_ACCESS_DENIED',
  'refund',
  'new hour',
  'new day',
  'new month',
  'new year',
  'into a leap day',
]

const all: readonly Pick<Contender, 'name'>[] = [...contenders, { name: 'redis' }]
for (const { name } of all) {
  const { skip } = name === 'redis' ? needsRedis() : { skip: false }
  t.test(`${name}: every history of keys, calls and clocks goes as the oracle says`, { skip }, async (t) => {
    const contender = contenders.find((each) => each.name === name) ?? (await redisContender(t))
    const tally: Tally = new Map()
    await fc.assert(
      fc.asyncProperty(START, stepsOf(contender.goesBack), (start, steps) =>
        play(contender, start, steps, tally),
      ),
      { numRuns: name === 'memory' ? RUNS : RUNS_OF_OTHERS },
    )
    for (const each of name === 'memory' ? [...MET, ...ALSO_MET] : MET)
      t.ok((tally.get(each) ?? 0) > 0, `there was: ${each}`)
  })
}
