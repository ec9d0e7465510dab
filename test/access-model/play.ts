/**
 * Plays one random history on a store and on the oracle, and throws where they part.
 */
import { identify } from '../../src/access/admit.js'
import { changeKey, changeStatus, KeyRefusal, MAX_SECRETS } from '../../src/access/keys/change-key.js'
import { createKey, rotateKey } from '../../src/access/keys/issue.js'
import { generateKey } from '../../src/access/key.js'
import type { Clock, Limits } from '../../src/access/ports.js'
import { limitsOf as limitsOfKey } from '../../src/access/plan.js'
import { rateHeaders } from '../../src/access/rate-headers.js'
import { chargesOf, handClock } from '../stores/samples.js'
import type { Bench, Contender } from './benches.js'
import { createOracle, type TrueKey } from './oracle.js'
import type { Own, Step } from './steps.js'

/** How often what happened, by name. */
export type Tally = Map<string, number>

const PLANS = { free: [100, 1_000], standard: [1_000, 10_000], premium: [10_000, 240_000] } as const
type PlanName = keyof typeof PLANS

const WINDOWS = ['hour', 'day', 'month'] as const
const UNKNOWN = generateKey('live')
const INSIDE = ['10.0.0.0/8']
const ACTOR = 'model'

/** The same clock, standing still while it would run backwards, as counters take it. */
function neverBack(clock: Clock): Clock {
  let latest = Number.NEGATIVE_INFINITY
  return {
    now() {
      latest = Math.max(latest, clock.now())
      return latest
    },
  }
}

export async function play(
  contender: Contender,
  start: number,
  steps: readonly Step[],
  tally: Tally,
): Promise<void> {
  const clock = handClock(start)
  const bench = await contender.open(clock)
  try {
    await playOn(bench, clock, steps, tally)
  } finally {
    await bench.close()
  }
}

async function playOn(
  bench: Bench,
  clock: ReturnType<typeof handClock>,
  steps: readonly Step[],
  tally: Tally,
): Promise<void> {
  const oracle = createOracle()
  const secrets: string[] = [UNKNOWN]
  const plans: PlanName[] = []
  let guarded = neverBack(clock)
  const note = (what: string): void => void tally.set(what, (tally.get(what) ?? 0) + 1)
  const secretAt = (index: number): string => secrets.at(-1 - (index % secrets.length)) ?? UNKNOWN
  /** The key of this number and the oracle's idea of it; undefined while there is none. */
  const keyAt = (index: number): { id: number; truth: TrueKey; plan: PlanName } | undefined => {
    const place = oracle.keys.length - 1 - (index % Math.max(1, oracle.keys.length))
    const [truth, plan] = [oracle.keys[place], plans[place]]
    return truth && plan && { id: place + 1, truth, plan }
  }

  async function call(secret: string, endpoint: string, address: string) {
    const store = bench.server()
    const doors = { keys: store.keys, clock: guarded }
    const identity = await identify(doors, secret, endpoint, address)
    if (!identity.ok) return { told: identity.code as string, undo: undefined }
    const { key } = identity
    if (endpoint === 'coats.api-info') {
      await store.counters.usage(key.id, true)
      return { told: 'free', undo: undefined }
    }
    const made = await store.counters.charge(key.id, limitsOfKey(key))
    const headers = rateHeaders(limitsOfKey(key), made)
    const { limits } = oracle.keys[key.id - 1] ?? { limits: made.used }
    const standings = WINDOWS.map((window) => ({
      left: Math.max(0, limits[window] - made.used[window]),
      reset: nextOf(window, made.at) / 1_000,
    }))
    standings.sort((one, other) => one.left - other.left || other.reset - one.reset)
    const [tightest = { left: 0, reset: 0 }] = standings
    same(`remaining of key ${key.id}`, headers['X-RateLimit-Remaining'], String(tightest.left))
    same(`reset of key ${key.id}`, headers['X-RateLimit-Reset'], String(tightest.reset))
    const wait = String(Math.max(1, Math.ceil(tightest.reset - made.at / 1_000)))
    same(`retry of key ${key.id}`, headers['Retry-After'], made.allowed ? undefined : wait)
    return made.allowed
      ? { told: 'admitted', undo: async () => store.counters.refund(key.id, made) }
      : { told: 'RATE_LIMIT_EXCEEDED', undo: undefined }
  }

  async function administer(step: Step): Promise<void> {
    const now = clock.time
    const { admin } = bench
    if (step.do === 'create') {
      const request = { name: 'n', plan: step.plan, limits: step.own, actor: ACTOR }
      const { record, secret } = await createKey(admin, request, clock)
      plans.push(step.plan)
      secrets.push(secret)
      oracle.keys.push({
        status: 'active',
        limits: limitsOf(step.plan, step.own),
        endpoints: null,
        addresses: null,
        expires: Infinity,
        secrets: new Map([[secret, Infinity]]),
      })
      same('the id of a new key', record.id, oracle.keys.length)
      return
    }
    const found = 'key' in step ? keyAt(step.key) : undefined
    if (found === undefined) return
    const { id, truth, plan } = found
    if (step.do === 'status') {
      await changeStatus(admin, id, step.status, ACTOR).catch(ifRefused)
      if (truth.status !== 'revoked') truth.status = step.status
    } else if (step.do === 'limits') {
      await changeKey(admin, id, { limits: { hour: null, day: null, month: null, ...step.own } }, ACTOR)
      truth.limits = limitsOf(plan, step.own)
    } else if (step.do === 'endpoints') {
      await changeKey(admin, id, { allowedEndpoints: step.endpoints }, ACTOR)
      truth.endpoints = step.endpoints
    } else if (step.do === 'addresses') {
      await changeKey(admin, id, { allowedIps: step.isInside ? INSIDE : [] }, ACTOR)
      truth.addresses = step.isInside ? '10.' : null
    } else if (step.do === 'expiry') {
      const end = step.after === null ? null : now + step.after
      await changeKey(admin, id, { expiresAt: end }, ACTOR)
      truth.expires = end ?? Infinity
    } else if (step.do === 'rotate') {
      const rotation = await rotateKey(admin, id, step.overlap, ACTOR, clock).catch(ifRefused)
      const live = [...truth.secrets].filter(([, end]) => end > now)
      const isRefused = truth.status === 'revoked' || (step.overlap > 0 && live.length >= MAX_SECRETS)
      same('a rotation', rotation !== undefined, !isRefused)
      if (rotation === undefined) return
      // What has ended by then is forgotten, even if the clock is set back afterwards.
      truth.secrets.clear()
      for (const [secret, end] of step.overlap === 0 ? [] : live) {
        truth.secrets.set(secret, Math.min(end, now + step.overlap))
      }
      truth.secrets.set(rotation.secret, Infinity)
      secrets.push(rotation.secret)
    }
    await bench.server().refresh()
  }

  async function take(step: Step): Promise<void> {
    note(`step ${step.do}`)
    if (step.do === 'call') {
      const { secret, endpoint, address } = step
      const truth = oracle.call(secretAt(secret), endpoint, address, guarded.now())
      note(truth)
      same('a call', (await call(secretAt(secret), endpoint, address)).told, truth)
    } else if (step.do === 'burst') {
      const secret = secretAt(step.secret)
      const truth = Array.from({ length: step.calls }, () =>
        oracle.call(secret, 'coats.result', '10.0.0.1', guarded.now()),
      )
      for (const each of truth) note(each)
      const told = await Promise.all(truth.map(() => call(secret, 'coats.result', '10.0.0.1')))
      same('a burst', told.map((each) => each.told).sort(), [...truth].sort())
    } else if (step.do === 'fail') {
      const secret = secretAt(step.secret)
      const truth = oracle.call(secret, 'coats.result', '10.0.0.1', guarded.now())
      const { told, undo } = await call(secret, 'coats.result', '10.0.0.1')
      same('a call that fails', told, truth)
      clock.time += step.pause
      if (undo === undefined) return
      note('refund')
      await undo()
      oracle.calls.pop()
    } else if (step.do === 'wait') {
      pass(step.milliseconds)
    } else if (step.do === 'boundary') {
      pass(nextOf(step.of, clock.time) + step.beside - clock.time)
    } else if (step.do === 'restart') {
      if (bench.restart === undefined) return
      await bench.restart()
      guarded = neverBack(clock)
    } else await administer(step)
  }

  function pass(milliseconds: number): void {
    const before = new Date(guarded.now()).toISOString()
    clock.time += milliseconds
    const after = new Date(guarded.now()).toISOString()
    if (milliseconds < 0) note('clock set back')
    for (const [name, length] of [
      ['hour', 13],
      ['day', 10],
      ['month', 7],
      ['year', 4],
    ] as const) {
      if (before.slice(0, length) !== after.slice(0, length)) note(`new ${name}`)
    }
    if (before.slice(5, 10) !== '02-29' && after.slice(5, 10) === '02-29') note('into a leap day')
    if (before.slice(5, 10) === '02-29' && after.slice(5, 10) !== '02-29') note('out of a leap day')
  }

  await administer({ do: 'create', own: { hour: 3, day: 5, month: 8 }, plan: 'free' })
  for (const step of steps) {
    await take(step)
    for (const place of oracle.keys.keys()) {
      same(
        `usage of key ${place + 1}`,
        await bench.server().counters.usage(place + 1),
        oracle.used(place, guarded.now()),
      )
    }
  }
  await compareLedgers(bench, oracle.calls)
}

/** A refusal is an outcome like any other; what else is thrown is a defect. */
function ifRefused(error: unknown): undefined {
  if (!(error instanceof KeyRefusal)) throw error
}

/** Every day and month that was charged in, as the server tells it and, after a restart, as the command line does. */
async function compareLedgers(bench: Bench, calls: ReturnType<typeof createOracle>['calls']): Promise<void> {
  const wanted = new Map<string, Map<number, number>>()
  for (const { key, at } of calls) {
    for (const [window, length] of [
      ['day', 10],
      ['month', 7],
    ] as const) {
      const name = `${window} ${new Date(at).toISOString().slice(0, length)}`
      const counts = wanted.get(name) ?? new Map<number, number>()
      wanted.set(name, counts.set(key + 1, (counts.get(key + 1) ?? 0) + 1))
    }
  }
  const compare = async (store: Bench['admin']): Promise<void> => {
    for (const [name, counts] of wanted) {
      const [window, date] = name.split(' ') as ['day' | 'month', string]
      const told = await chargesOf(store, window, Date.parse(date))
      same(`the ledger of ${name}`, [...told].sort(), [...counts].sort())
    }
  }
  await compare(bench.server())
  await bench.restart?.()
  await compare(bench.admin)
}

function limitsOf(plan: PlanName, own: Own): Limits {
  const [planHour, planDay] = PLANS[plan]
  const hour = own.hour ?? planHour
  const day = own.day ?? (plan === 'premium' ? 24 * hour : planDay)
  return { hour, day, month: own.month ?? 31 * day }
}

function nextOf(window: 'hour' | 'day' | 'month' | 'year', now: number): number {
  const date = new Date(now)
  const [year, month, day, hour] = [
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
  ]
  if (window === 'year') return Date.UTC(year + 1, 0)
  if (window === 'month') return Date.UTC(year, month + 1)
  return window === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month, day, hour + 1)
}

function same(what: string, told: unknown, truth: unknown): void {
  if (JSON.stringify(told) === JSON.stringify(truth)) return
  throw new Error(`${what}: ${JSON.stringify(told)}, and it should be ${JSON.stringify(truth)}`)
}
