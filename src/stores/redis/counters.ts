/**
 * Counts calls in Redis with one script and one round trip per call. server-store.ts handles failures of Redis.
 * Guarantees: all three windows are charged atomically and exactly, however many processes charge; windows follow Redis's clock.
 */
import type { Charge, Clock, LedgerRow, Limits, Span, Usage } from '../../access/ports.js'
import { WINDOWS, windowAt, windowsAt } from '../../access/window.js'
import type { Connection } from './connection.js'
import { CHARGE, REFUND, SETTLE, USAGE, type Script } from './lua.js'
import { fieldOf, hoursOf, NAMES, settledBy, usageOf } from './names.js'
import { fieldsIn, numbersIn, RedisFault, textsIn } from './replies.js'

/** Windows may change while a script is being sent. More than one change means that something is wrong with the clock. */
const MAX_TRIES = 5

const [REFUSED, CHARGED, OTHER_WINDOWS] = [0, 1, 2]

export class RedisCounters {
  /** Offset of Redis's clock from this process's, in milliseconds. */
  #ahead = 0

  /** `redisClock`: replaces Redis's own, for tests. */
  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
    private readonly redisClock?: Clock,
  ) {}

  /** Redis's clock, estimated from its last answer. */
  now(): number {
    return this.clock.now() + this.#ahead
  }

  /** `late` is called with a charge that arrives after the deadline. */
  async charge(
    keyId: number,
    limits: Limits,
    units: number,
    late: (charge: Charge) => void,
  ): Promise<Charge> {
    const args = [...WINDOWS.map((window) => limits[window]), units].map(String)
    return chargeIn(await this.#count(CHARGE, keyId, args, (reply) => late(chargeIn(numbersIn(reply, 5)))))
  }

  async refund(keyId: number, at: number, units: number): Promise<void> {
    const fields = WINDOWS.map((window) => fieldOf(window, windowAt(window, at).start))
    await this.connection.run(REFUND, [hoursOf(keyId), usageOf(keyId)], [...fields, String(units)])
  }

  /** `isCall`: for a free call, which updates the key's last use. */
  async usage(keyId: number, isCall = false): Promise<Usage> {
    return chargeIn(await this.#count(USAGE, keyId, isCall ? ['call'] : [])).used
  }

  async ledger(window: 'day' | 'month', span?: Span): Promise<readonly LedgerRow[]> {
    const ids = textsIn(await this.connection.send(['HKEYS', NAMES.keys])).map(Number)
    const rows = (await Promise.all(ids.map((id) => this.#ledgerOf(id, window)))).flat()
    return (
      rows
        // A count may be negative if Redis lost a charge that was refunded.
        .filter(({ start, count }) => count > 0 && (!span || (span.start <= start && start < span.end)))
        .sort((one, other) => one.start - other.start || one.keyId - other.keyId)
    )
  }

  async #ledgerOf(keyId: number, window: 'day' | 'month'): Promise<readonly LedgerRow[]> {
    const fields = fieldsIn(await this.connection.send(['HGETALL', usageOf(keyId)]))
    const counts = new Map<number, number>()
    for (const [field, value] of Object.entries(fields)) {
      const [, name, start] = /^(?:outage-)?(day|month):(\d+)$/.exec(field) ?? []
      if (name === window) counts.set(Number(start), (counts.get(Number(start)) ?? 0) + Number(value))
    }
    return [...counts].map(([start, count]) => ({ keyId, window, start, count }))
  }

  /** Adds calls served by `process` without Redis to usage, given as a total count. */
  async settle(process: string, { keyId, window, start, count }: LedgerRow): Promise<void> {
    const args = [String(keyId), fieldOf(window, start), String(count)]
    await this.connection.run(SETTLE, [usageOf(keyId), settledBy(process)], args)
  }

  /** Runs a script with the current windows, and retries if Redis's clock is in other windows. */
  async #count(
    script: Script,
    keyId: number,
    args: readonly string[],
    late?: (reply: unknown) => void,
  ): Promise<readonly number[]> {
    const given = this.redisClock === undefined ? '' : String(this.redisClock.now())
    let moment = this.now()
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const windows = windowsAt(moment)
      const all = [given, ...WINDOWS.map((window) => String(windows[window].start)), ...args]
      const answer = await this.connection.run(script, [hoursOf(keyId), usageOf(keyId)], all, late)
      const reply = numbersIn(answer, 5)
      moment = reply[4] ?? 0
      this.#ahead = moment - this.clock.now()
      if (reply[0] !== OTHER_WINDOWS) return reply
    }
    throw new RedisFault('misunderstood', 'its clock does not stay within an hour')
  }
}

function chargeIn([outcome, hour = 0, day = 0, month = 0, at = 0]: readonly number[]): Charge {
  if (outcome !== REFUSED && outcome !== CHARGED && outcome !== OTHER_WINDOWS)
    throw new RedisFault('misunderstood', 'a charge is neither made nor refused')
  return { allowed: outcome === CHARGED, used: { hour, day, month }, at }
}
