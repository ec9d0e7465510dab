/**
 * `npm run torture:heaviest -- [--minutes 4] [--seed 1]`: searches for the heaviest legal requests and keeps them in
 * test/fixtures/heaviest-requests.json. The search starts from those kept before, so that a worse one is not lost.
 */
import { parseArgs } from 'node:util'
import { describeMachine } from '../support/machine.js'
import { searchCost } from './cost-search.js'
import { writeHeaviest } from './heaviest.js'
import { serve } from './served.js'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '4' }, seed: { type: 'string', default: '1' } },
})
const seed = Number(values.seed)
const seconds = 60 * Number(values.minutes)
if (!Number.isSafeInteger(seed) || !(seconds > 0)) throw new Error('--minutes above 0, --seed a whole number')

const machine = describeMachine()
const server = await serve([])
try {
  const { worst, listed, asked } = await searchCost(server, seconds, seed)
  const rounded = (value: number): number => Math.round(10 * value) / 10
  const path = writeHeaviest({
    seed,
    found: [machine.lines[0]?.[1], `Node ${process.version}`, machine.commit].join(', '),
    worstListedCross: rounded(listed.cpu),
    requests: [...worst.delay, ...worst.cpu, ...worst.refused].map((found) => ({
      worst: found.worst,
      status: found.status,
      delay: rounded(found.delay),
      cpu: rounded(found.cpu),
      path: found.path,
      body: found.body,
    })),
  })
  process.stdout.write(`seed ${seed}, ${asked} requests; written: ${path}\n`)
} finally {
  await server.end()
}
