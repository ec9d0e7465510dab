/**
 * What can happen to a service and its keys, as random data.
 */
import fc from 'fast-check'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Keys and secrets are chosen by number among those that there are by then, the newest first. */
export type Step =
  | { readonly do: 'call'; readonly secret: number; readonly endpoint: string; readonly address: string }
  | { readonly do: 'burst'; readonly secret: number; readonly calls: number }
  /** A call that is admitted and then fails on our side, `pause` milliseconds later. */
  | { readonly do: 'fail'; readonly secret: number; readonly pause: number }
  | { readonly do: 'wait'; readonly milliseconds: number }
  /** To so many milliseconds from where the next window or year begins. */
  | { readonly do: 'boundary'; readonly of: 'hour' | 'day' | 'month' | 'year'; readonly beside: number }
  | { readonly do: 'create'; readonly own: Own; readonly plan: 'free' | 'standard' | 'premium' }
  | { readonly do: 'status'; readonly key: number; readonly status: 'active' | 'suspended' | 'revoked' }
  | { readonly do: 'limits'; readonly key: number; readonly own: Own }
  | { readonly do: 'endpoints'; readonly key: number; readonly endpoints: readonly string[] | null }
  | { readonly do: 'addresses'; readonly key: number; readonly isInside: boolean }
  /** In so many milliseconds; null: never. */
  | { readonly do: 'expiry'; readonly key: number; readonly after: number | null }
  | { readonly do: 'rotate'; readonly key: number; readonly overlap: number }
  | { readonly do: 'restart' }

export interface Own {
  readonly hour?: number
  readonly day?: number
  readonly month?: number
}

/** 0 is the newest. */
const number = fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 5, 8)
const own: fc.Arbitrary<Own> = fc.record(
  {
    hour: fc.integer({ min: 1, max: 4 }),
    day: fc.integer({ min: 1, max: 6 }),
    month: fc.integer({ min: 1, max: 9 }),
  },
  { requiredKeys: [] },
)
const span = fc.constantFrom(1, 60_000, HOUR, 5 * HOUR, 2 * DAY)

function step<Name extends Step['do']>(
  name: Name,
  fields: Omit<{ [Field in keyof Of<Name>]: fc.Arbitrary<Of<Name>[Field]> }, 'do'>,
): fc.Arbitrary<Step> {
  return fc.record({ do: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<Step>
}

type Of<Name> = Extract<Step, { readonly do: Name }>

/** @param goesBack whether the clock may be set back */
export function stepsOf(goesBack: boolean): fc.Arbitrary<readonly Step[]> {
  const waits = [1, 1_000, 60_000, HOUR / 2, HOUR, 11 * HOUR, DAY, 20 * DAY, 300 * DAY]
  const back = goesBack ? [-1, -HOUR, -DAY] : []
  const some = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })
  const any = fc.oneof(
    some(
      12,
      step('call', {
        secret: number,
        endpoint: fc.constantFrom('coats.result', 'coats.result', 'coats.generateChild', 'coats.api-info'),
        address: fc.constantFrom('10.1.2.3', '10.200.0.1', '192.0.2.1'),
      }),
    ),
    some(4, step('burst', { secret: number, calls: fc.integer({ min: 2, max: 8 }) })),
    some(1, step('fail', { secret: number, pause: fc.constantFrom(0, 1, 1_000, HOUR) })),
    some(3, step('wait', { milliseconds: fc.constantFrom(...waits, ...back) })),
    some(
      4,
      step('boundary', {
        of: fc.constantFrom('hour', 'hour', 'day', 'day', 'month', 'year'),
        beside: fc.constantFrom(-1, 0, 1),
      }),
    ),
    some(1, step('create', { own, plan: fc.constantFrom('free', 'standard', 'premium') })),
    some(
      1,
      step('status', {
        key: number,
        status: fc.constantFrom('active', 'suspended', 'active', 'active', 'suspended', 'revoked'),
      }),
    ),
    some(1, step('limits', { key: number, own })),
    some(1, step('endpoints', { key: number, endpoints: fc.constantFrom(null, [], ['coats.result']) })),
    some(1, step('addresses', { key: number, isInside: fc.boolean() })),
    some(1, step('expiry', { key: number, after: fc.option(span) })),
    some(2, step('rotate', { key: number, overlap: fc.constantFrom(0, 1, 60_000, HOUR, 2 * DAY) })),
    some(1, step('restart', {})),
  )
  return fc.array(any, { minLength: 10, maxLength: 60, size: 'max' })
}

/** Just before, or just in, what calendars get wrong. */
export const START = fc.constantFrom(
  Date.UTC(2026, 10, 21, 10, 30),
  Date.UTC(2026, 11, 31, 23, 59, 59, 999),
  Date.UTC(2027, 1, 28, 23, 30),
  Date.UTC(2028, 1, 28, 22, 50),
  Date.UTC(2028, 1, 29, 23, 59, 59),
  Date.UTC(2028, 11, 31, 12),
)
