/**
 * Counts calls in this process while Redis is unavailable, and keeps the counts to settle with Redis afterwards.
 * Guarantees: each key has the rest of its limits after the last counts that this process saw in Redis, so that an outage does not
 * start with fresh limits. Served calls are later added to usage but not to limits, as total counts, so that settling is idempotent.
 */
import type { Charge, Clock, LedgerRow, Limits, Usage } from '../../../access/ports.js'
import { perWindow, windowAt } from '../../../access/window.js'
import { createUsageCounter, type UsageCounter } from '../../usage-counter.js'
import type { LastAnswers } from '../key-memory.js'

interface Line extends LedgerRow {
  count: number
  /** The part of the count that is stored in Redis. */
  settled: number
}

export class LocalFallback {
  readonly #counter: UsageCounter
  /** By key, window and start. */
  readonly #lines = new Map<string, Line>()

  constructor(
    private readonly clock: Clock,
    private readonly last: Pick<LastAnswers, 'countsOf'>,
  ) {
    this.#counter = createUsageCounter(clock)
  }

  async charge(keyId: number, limits: Limits, units = 1): Promise<Charge> {
    const before = this.last.countsOf(keyId, this.clock.now())
    const left = perWindow((window) => limits[window] - before[window])
    const charge = await this.#counter.charge(keyId, left, units)
    this.#add(keyId, charge, units)
    // Unsettled counts are kept in #lines, not in the counter.
    this.#counter.drain(() => {})
    return { ...charge, used: sum(before, charge.used), local: true }
  }

  /** Refunds a local charge. */
  refund(keyId: number, charge: Charge, units = 1): void {
    this.#counter.refund(keyId, charge, units)
    this.refundLater(keyId, charge, units)
  }

  /** Refunds a charge made by Redis, which is unavailable now: settling deducts it from usage. */
  refundLater(keyId: number, charge: Charge, units = 1): void {
    this.#add(keyId, charge, -units)
  }

  usage(keyId: number): Usage {
    return sum(this.last.countsOf(keyId, this.clock.now()), this.#counter.usage(keyId))
  }

  /** Copies of the unsettled lines: total counts, of which a part may be stored in Redis. */
  unsettled(): readonly Readonly<Line>[] {
    const unsettled = [...this.#lines.values()].filter(({ count, settled }) => count !== settled)
    return unsettled.map((line) => ({ ...line }))
  }

  /** Marks this count as stored in Redis. */
  settled(row: LedgerRow): void {
    this.#lineOf(row.keyId, row.window, row.start).settled = row.count
  }

  #add(keyId: number, { allowed, at }: Charge, units: number): void {
    if (!allowed) return
    for (const window of ['day', 'month'] as const)
      this.#lineOf(keyId, window, windowAt(window, at).start).count += units
  }

  #lineOf(keyId: number, window: LedgerRow['window'], start: number): Line {
    const dated = `${keyId}:${window}:${start}`
    const line = this.#lines.get(dated) ?? { keyId, window, start, count: 0, settled: 0 }
    this.#lines.set(dated, line)
    return line
  }
}

function sum(one: Usage, other: Usage): Usage {
  return perWindow((window) => one[window] + other[window])
}
