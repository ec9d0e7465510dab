/**
 * Counting in this process while Redis is away, and what is owed to the ledger afterwards.
 * Guarantees: each key has here what its limits leave after the last counts that this process saw in Redis, exactly, all windows
 * or none, so that no outage begins with fresh limits. Served calls are owed to usage and never to limits, in whole counts that
 * can be handed over repeatedly.
 */
import type { Charge, Clock, LedgerRow, Limits, Usage } from '../../../access/ports.js'
import { perWindow, windowAt } from '../../../access/window.js'
import { createUsageCounter, type UsageCounter } from '../../usage-counter.js'
import type { LastAnswers } from '../key-memory.js'

interface Line extends LedgerRow {
  count: number
  /** What of the count stands in Redis. */
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

  async charge(keyId: number, limits: Limits): Promise<Charge> {
    const before = this.last.countsOf(keyId, this.clock.now())
    const left = perWindow((window) => limits[window] - before[window])
    const charge = await this.#counter.charge(keyId, left)
    this.#add(keyId, charge, 1)
    // What is owed is kept here and not in the counter.
    this.#counter.drain(() => {})
    return { ...charge, used: sum(before, charge.used), local: true }
  }

  /** Takes back a charge made here. */
  refund(keyId: number, charge: Charge): void {
    this.#counter.refund(keyId, charge)
    this.owe(keyId, charge)
  }

  /** A refund of a charge that Redis made and cannot take back now: it goes to usage. */
  owe(keyId: number, charge: Charge): void {
    this.#add(keyId, charge, -1)
  }

  usage(keyId: number): Usage {
    return sum(this.last.countsOf(keyId, this.clock.now()), this.#counter.usage(keyId))
  }

  /** What is owed, as it is now: whole counts, of which some may stand in Redis. */
  owed(): readonly Readonly<Line>[] {
    const owed = [...this.#lines.values()].filter(({ count, settled }) => count !== settled)
    return owed.map((line) => ({ ...line }))
  }

  /** This count stands in Redis now. */
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
