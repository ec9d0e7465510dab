/**
 * Whether Redis is there: meeting it at the start, a look once a second, noticing that it goes and comes back.
 * Guarantees: while it is away it is asked once a second, and at once when a connection stands again, by nobody else;
 * the first look after an absence tries to write; each change between there and away is told once.
 * Leaves to others: what a look does beyond that (server.ts) and what is done without Redis.
 */
import type { Clock } from '../../../access/ports.js'
import { StoreError } from '../../store-error.js'
import type { Address } from '../address.js'
import { createBreaker, type Breaker } from './breaker.js'
import { RedisFault, type FaultClass } from './redis-fault.js'
import type { RedisContext } from '../redis-context.js'
import { advice, getToKnow, provesToCount, type Known } from './identity.js'
import { openLink, type Link } from '../link.js'

export interface HealthMonitorOptions {
  readonly address: Address
  readonly clock: Clock
  /** Whether nothing is served while Redis is away; only the wording depends on it. */
  readonly required: boolean
  /** A line for the operator at each change of state. */
  readonly onTrouble: (line: string) => void
  /** Every fault, for a metric. */
  readonly onFault?: ((kind: FaultClass) => void) | undefined
  /** Only for tests: takes the place of Redis's clock. */
  readonly redisClock?: (() => number) | undefined
  /** How long Redis may be silent, milliseconds. */
  readonly patience?: number | undefined
}

/** What a look at Redis is good for. Both reject with a RedisFault. */
export interface Work {
  readonly sync: (tryWriting: boolean) => Promise<void>
  readonly settle: () => Promise<void>
}

export interface HealthMonitor {
  readonly link: Link
  readonly ground: RedisContext
  readonly guard: Breaker['guard']
  /** Why Redis is taken to be away, or undefined. */
  away(): RedisFault | undefined
  /** Whether this process made the store. */
  created(): boolean
  /** Looks at once, and then once a second. Throws StoreError when the database is none for us. */
  begin(work: Work): Promise<void>
  /** A look that begins now or later, not one that is under way. */
  readonly look: () => Promise<void>
  /** The last look under way has ended; what is left to settle is settled if possible. */
  end(): Promise<void>
}

/** How long a call waits for a silent Redis. */
const PATIENCE_MS = 50

/** How often changed keys are looked for, and an absent Redis is tried. */
const LOOK_MS = 1_000

/** A start waits so long for Redis; after that it serves without. */
const START_MS = 2_000

/** A connection that has swallowed this many looks is given up for another. */
const MOST_SILENT_LOOKS = 3

const INSURED = 'limits are counted in this process until it works again'
const REFUSING = 'calls are refused until it works again (STORE_REQUIRED=true)'

export function createHealthMonitor(options: HealthMonitorOptions): HealthMonitor {
  const { address, clock, required, onTrouble, onFault } = options
  let known: Known | undefined
  let unusable: StoreError | undefined
  let work: Work | undefined
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let ended = false
  let silentLooks = 0
  let wentAt = clock.now()

  const breaker = createBreaker({
    opened(fault) {
      wentAt = clock.now()
      onTrouble(`Redis fails (${fault.kind}: ${fault.message}): ${required ? REFUSING : INSURED}`)
    },
    closed: () => onTrouble(`Redis counts again, after ${Math.ceil((clock.now() - wentAt) / 1000)} s`),
    fault: ({ kind }) => onFault?.(kind),
  })
  const link = openLink({
    address,
    patience: options.patience ?? PATIENCE_MS,
    onUp: () => void look(),
    onDown(fault) {
      onFault?.(fault.kind)
      if (known !== undefined) breaker.trip(fault)
    },
  })
  const ground: RedisContext = {
    link,
    identity() {
      if (known === undefined) throw notYet()
      return known.identity
    },
    clock: options.redisClock,
  }

  function notYet(): RedisFault {
    return link.lastFault() ?? new RedisFault('away', 'Redis has not answered yet')
  }

  /** One look at a time, and the next a second later, whatever this one came from. */
  function look(): Promise<void> {
    if (ended || work === undefined) return Promise.resolve()
    timer?.refresh()
    looking ??= lookWith(work).finally(() => (looking = undefined))
    return looking
  }

  async function lookWith({ sync, settle }: Work): Promise<void> {
    if (silentLooks >= MOST_SILENT_LOOKS || link.isStuck()) {
      // A new connection is this second's question.
      silentLooks = 0
      return link.renew()
    }
    const wasAway = known === undefined || breaker.open() !== undefined
    try {
      if (known === undefined) known = await meet()
      else if (wasAway) await sync(true)
      else await breaker.guard(() => sync(false))
    } catch (error) {
      return failed(error, wasAway)
    }
    silentLooks = 0
    unusable = undefined
    breaker.close()
    await breaker.guard(settle).catch((error: unknown) => failed(error, false))
  }

  async function meet(): Promise<Known> {
    if (!link.isUp()) throw notYet()
    const met = await getToKnow(link, address.shown)
    await provesToCount(link, met.identity, address.shown)
    for (const sentence of await advice(link)) onTrouble(sentence)
    return met
  }

  /** @param unheard whether nobody has been told of the fault */
  function failed(error: unknown, unheard: boolean): void {
    if (error instanceof StoreError) unusable = error
    else if (!(error instanceof RedisFault)) throw error
    const fault = error instanceof RedisFault ? error : new RedisFault('refused', error.message)
    if (unheard) {
      onFault?.(fault.kind)
      breaker.trip(fault)
    }
    silentLooks = fault.kind === 'slow' ? silentLooks + 1 : 0
  }

  return {
    link,
    ground,
    guard: breaker.guard,
    away: breaker.open,
    created: () => known?.created ?? false,
    async look() {
      await looking
      await look()
    },
    async begin(given) {
      work = given
      timer = setInterval(() => void look(), LOOK_MS)
      timer.unref()
      const last = Date.now() + START_MS
      while (!link.isUp() && link.lastFault() === undefined && Date.now() < last) await pause(10)
      await look()
      while (known === undefined && unusable === undefined && link.isUp() && Date.now() < last) {
        await pause(100)
        await look()
      }
      if (unusable === undefined) return
      ended = true
      clearInterval(timer)
      link.close()
      throw unusable
    },
    async end() {
      clearInterval(timer)
      await looking
      ended = true
      await breaker.guard(async () => work?.settle()).catch(() => {})
      link.close()
    },
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
