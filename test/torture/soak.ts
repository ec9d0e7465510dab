/**
 * A soak: a mix of what clients ask, at 70 % of what the machine can do, while memory is looked at after full collections.
 * Memory counts as flat when the data do not show that it grows by more than the promise: the line's slope less what it is
 * uncertain by. Twenty minutes cannot show that it grows by less: the interval is told, and a run that is too short says so.
 */
import { join } from 'node:path'
import { temporaryFolder } from '../support/children.js'
import { quantile } from '../process/clients.js'
import { within, type Scope } from '../process/scope.js'
import { storeWithEndlessKey } from './endless-key.js'
import { randomOf } from './fuzz-random.js'
import type { Part, Section } from './part.js'
import { slopeOf } from './slope.js'
import { nothingYet, runFlatOut, runPaced } from './soak-load.js'
import { soakMix } from './soak-mix.js'
import { startWatched, type Memory } from './watched-server.js'

const SHARE_OF_CAPACITY = 0.7
const MOST_MIB_PER_HOUR = 1
const LANES = 32
const LOOK_EVERY_S = 30
/** A short run looks more often. */
const LEAST_LOOKS = 12
/** Of the looks: before them memories of finished work fill. */
const WARM_UP = 0.3
/** Beyond it slopes are told but not held against anything: what warms up is not over. */
const LEAST_SECONDS = 300
const MIB = 2 ** 20

export const soak: Part = (options) => within((scope) => run(scope, options.seconds, options.seed))

async function run(scope: Scope, seconds: number, seed: number): Promise<Section> {
  const store = `sqlite:${join(temporaryFolder(), 'robe.db')}`
  const key = await storeWithEndlessKey(store)
  const server = await startWatched(scope, { STORE: store })
  const random = randomOf(seed, 0)
  const mix = soakMix(seed)
  const load = { port: server.port, key, next: () => mix(random) }
  const began = performance.now()
  const capacity = await runFlatOut(load, LANES, 1000 * Math.min(20, seconds / 8))
  const perSecond = capacity * SHARE_OF_CAPACITY

  const told = nothingYet()
  const looks: { hours: number; memory: Memory }[] = []
  const every = Math.min(LOOK_EVERY_S, seconds / (LEAST_LOOKS + 2))
  do {
    await runPaced(load, perSecond, 1000 * every, told)
    looks.push({ hours: (performance.now() - began) / 3_600_000, memory: await server.memory() })
  } while (performance.now() - began < 1000 * (seconds - every))
  const most = server.mostResident() / MIB
  const failures = await server.metric('robe_requests_total', /status="5/)
  const { code } = await server.stop()

  const late = looks.slice(Math.floor(looks.length * WARM_UP))
  const { perUnit, uncertainty } = slopeOf(late.map(({ hours, memory }) => [hours, memory.heapUsed / MIB]))
  const isLong = seconds >= LEAST_SECONDS
  const [first, last] = [late[0], late.at(-1)].map((look) => (look?.memory.heapUsed ?? NaN) / MIB)
  const others = [...told.others].map(([status, times]) => `${status}: ${times}`).join(', ')
  return {
    title: 'Soak',
    findings: [
      {
        promise: `the heap after collection is not seen to grow by more than ${MOST_MIB_PER_HOUR} MiB an hour`,
        measured: `${perUnit.toFixed(1)} ± ${uncertainty.toFixed(1)} MiB/h (95 %), ${first?.toFixed(1)} to ${last?.toFixed(1)} MiB in ${late.length} looks${isLong ? '' : '; too short to be held against anything'}`,
        held: !isLong || perUnit - uncertainty <= MOST_MIB_PER_HOUR,
      },
      { promise: 'no 5xx', measured: String(Number.isNaN(failures) ? 0 : failures), held: !(failures > 0) },
      {
        promise: 'every question has the status it must have',
        measured: others === '' ? `all ${told.answers}` : `${others} of ${told.answers}`,
        held: others === '',
      },
      { promise: 'the exit code is 0', measured: String(code), held: code === 0 },
    ],
    notes: [
      `Seed ${seed}. As fast as answers came: ${capacity.toFixed(0)} a second, clients and server on the same cores; then ${perSecond.toFixed(0)} a second for ${(seconds / 60).toFixed(1)} minutes: ${told.answers} calls, ${told.leftOut} left out because too many were under way. Most memory resident: **${most.toFixed(0)} MiB**.`,
      `p50, p99 and longest, ms: ${[...told.took].map(([kind, took]) => timesText(kind, took)).join('; ')}.`,
      `Heap after collection, MiB, every ${every.toFixed(0)} s: ${looks.map(({ memory }) => (memory.heapUsed / MIB).toFixed(1)).join(' ')}.`,
    ],
  }
}

function timesText(kind: string, took: readonly number[]): string {
  const ascending = [...took].sort((one, other) => one - other)
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => quantile(ascending, share).toFixed(1))
  return `${kind} ${p50}, ${p99}, ${longest}`
}
