/**
 * Counting against an oracle: random calls, clocks and keys.
 */
import fc from 'fast-check'
import t from 'tap'
import type { Charge, LedgerRow, Limits } from '../../src/access/ports.js'
import { windowsAt, WINDOWS } from '../../src/access/window.js'
import { createUsageCounter } from '../../src/stores/usage-counter.js'
import { handClock } from './samples.js'

const START = Date.UTC(2028, 1, 28, 22, 50)
const LIMITS: readonly Limits[] = [
  { hour: 3, day: 8, month: 20 },
  { hour: 4, day: 5, month: 9 },
]

type Step =
  | { readonly do: 'charge'; readonly key: 0 | 1; readonly together: number }
  | { readonly do: 'refund'; readonly key: 0 | 1 }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'restart' }

const key = fc.constantFrom<0 | 1>(0, 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('charge' as const),
      key,
      together: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const), key }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(-90, -1, 1, 10, 30, 61, 700, 20_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
)

/** Admitted calls as a plain list: what is used is what lies in the window, nothing else. */
function oracle() {
  const admitted: { key: number; at: number }[] = []
  let latest = START
  const used = (key: number): Limits => {
    const windows = windowsAt(latest)
    const count = (name: keyof Limits): number =>
      admitted.filter(
        (call) => call.key === key && call.at >= windows[name].start && call.at < windows[name].end,
      ).length
    return { hour: count('hour'), day: count('day'), month: count('month') }
  }
  return {
    used,
    at(now: number): number {
      latest = Math.max(latest, now)
      return latest
    },
    charge(key: number, limits: Limits): boolean {
      const before = used(key)
      const allowed = WINDOWS.every((name) => before[name] < limits[name])
      if (allowed) admitted.push({ key, at: latest })
      return allowed
    },
    refund(key: number, at: number): void {
      const found = admitted.findIndex((call) => call.key === key && call.at === at)
      if (found !== -1) admitted.splice(found, 1)
    },
  }
}

t.test(
  'what is admitted and counted is what a plain list of calls says, through restarts and clock jumps',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 50 }), async (steps) => {
        const clock = handClock(START)
        const truth = oracle()
        const ledger = new Map<string, LedgerRow>()
        const write = (rows: readonly LedgerRow[]): void => {
          for (const row of rows) ledger.set(`${row.keyId} ${row.window} ${row.start}`, { ...row })
        }
        let counter = createUsageCounter(clock)
        const charges: Charge[][] = [[], []]
        for (const each of steps) {
          if (each.do === 'wait') clock.time += each.minutes * 60_000
          if (each.do === 'restart') {
            counter.drain(write)
            // A restart takes the computer's time; here it has been put right by then.
            clock.time = truth.at(clock.time)
            counter = createUsageCounter(clock)
            counter.restore([...ledger.values()])
          }
          truth.at(clock.time)
          if (each.do === 'charge') {
            const limits = LIMITS[each.key] ?? { hour: 0, day: 0, month: 0 }
            const expected = Array.from({ length: each.together }, () => truth.charge(each.key, limits))
            const made = await Promise.all(expected.map(async () => counter.charge(each.key, limits)))
            if (made.some((charge, call) => charge.allowed !== expected[call]))
              throw new Error('admitted otherwise')
            charges[each.key]?.push(...made.filter((charge) => charge.allowed))
          }
          if (each.do === 'refund') {
            const charge = charges[each.key]?.pop()
            if (charge !== undefined && charge.at === truth.at(clock.time)) {
              counter.refund(each.key, charge)
              truth.refund(each.key, charge.at)
            }
          }
          for (const one of [0, 1]) {
            if (JSON.stringify(counter.usage(one)) !== JSON.stringify(truth.used(one))) {
              throw new Error(
                `key ${one}: ${JSON.stringify(counter.usage(one))}, not ${JSON.stringify(truth.used(one))}`,
              )
            }
          }
        }
      }),
      { numRuns: 300 },
    )
  },
)

t.test('what could not be written is handed over again, in whole counts', async (t) => {
  const counter = createUsageCounter(handClock(START))
  const limits = { hour: 10, day: 10, month: 10 }
  await counter.charge(1, limits)
  t.throws(() =>
    counter.drain(() => {
      throw new Error('disk full')
    }),
  )
  await counter.charge(1, limits)
  const written: LedgerRow[] = []
  counter.drain((rows) => written.push(...rows.map((row) => ({ ...row }))))
  t.same(
    written.map((row) => [row.window, row.count]),
    [
      ['hour', 2],
      ['day', 2],
      ['month', 2],
    ],
  )
  counter.drain(() => t.fail('there is nothing left to write'))
})

t.test('a window that ended before its writing is still written', async (t) => {
  const clock = handClock(START)
  const counter = createUsageCounter(clock)
  await counter.charge(1, { hour: 10, day: 10, month: 10 })
  clock.time += 3_600_000
  await counter.charge(1, { hour: 10, day: 10, month: 10 })
  const hours: number[] = []
  counter.drain((rows) => hours.push(...rows.filter((row) => row.window === 'hour').map((row) => row.count)))
  t.same(hours, [1, 1])
})
