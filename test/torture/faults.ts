/**
 * Faults of what stands around a server: its store file, its disk, its rule files, the reader of its log, its clock. For each what
 * an operator sees of it. Of Redis only faults that keep its connection open are here: `npm run chaos:redis` has them all.
 */
import { within, type Scope } from '../process/scope.js'
import { smallDisk, tryFullDisk, tryReadOnlyDisk } from './disk-faults.js'
import { tryBrokenRules, tryClockJump, tryLostLogReader } from './other-faults.js'
import type { Finding, Part, Sight } from './part.js'
import { REDIS_FAULTS, tryRedisFault } from './redis-faults.js'
import { STORE_FAULTS, tryStoreFault } from './store-faults.js'

export interface Told {
  readonly findings: readonly Finding[]
  readonly sight: Sight
}

type Try = readonly [name: string, run: (scope: Scope) => Promise<Told | undefined>]

/** The most telling ones first: a short run leaves out the others. */
const TRIES: readonly Try[] = [
  ...STORE_FAULTS.map((fault): Try => [fault.name, (scope) => tryStoreFault(scope, fault)]),
  ...REDIS_FAULTS.map((fault): Try => [fault.name, (scope) => tryRedisFault(scope, fault)]),
  ['disk full', (scope) => onSmallDisk(scope, tryFullDisk)],
  ['disk read-only', (scope) => onSmallDisk(scope, tryReadOnlyDisk)],
  ['log reader gone', tryLostLogReader],
  ['clock jump', tryClockJump],
  ['rules broken', tryBrokenRules],
]

export const faults: Part = async ({ seconds }) => {
  const until = performance.now() + 1000 * seconds
  const told: Told[] = []
  const notTried: string[] = []
  for (const [name, run] of TRIES) {
    const seen =
      performance.now() < until ? await within(run).catch((error: unknown) => failed(name, error)) : undefined
    if (seen === undefined) notTried.push(name)
    else told.push(seen)
  }
  return {
    title: 'Faults around the server',
    findings: told.flatMap(({ findings }) => findings),
    sights: told.map(({ sight }) => sight),
    notes:
      notTried.length === 0
        ? []
        : [`Not tried, for want of time or of what they need: ${notTried.join(', ')}.`],
  }
}

/** What cannot be tried to its end is no promise kept, and keeps no other fault from being tried. */
function failed(name: string, error: unknown): Told {
  const measured = error instanceof Error ? error.message : String(error)
  return {
    sight: { fault: name, log: 'not seen', readiness: 'not seen', metric: 'not seen' },
    findings: [{ promise: `${name}: tried to its end`, measured, held: false }],
  }
}

async function onSmallDisk(
  scope: Scope,
  run: (scope: Scope, disk: string) => Promise<Told>,
): Promise<Told | undefined> {
  const disk = smallDisk(scope)
  return disk === undefined ? undefined : await run(scope, disk)
}
