/**
 * Counting in this process while Redis is away, and what is owed to the ledger afterwards.
 * Guarantees: each key has its full limits here, exactly, all windows or none; what was served is owed to usage
 * and never to limits, in whole counts that can be handed over again and again.
 * Leaves to others: when to count here and when to settle (server-store.ts).
 */
import type { Charge, Clock, LedgerRow, Limits, Usage } from '../../../access/ports.js'
import { windowAt, type WindowName } from '../../../access/window.js'
import { rowsByKey } from '../../records.js'
import { createUsageCounter, type UsageCounter } from '../../usage-counter.js'

const BILLED = ['day', 'month'] as const

interface Line extends LedgerRow {
  count: number
  /** What of the count stands in Redis. */
  settled: number
}

export class LocalFallback {
  readonly #counter: UsageCounter
  /** By key, window and start. */
  readonly #lines = new Map<string, Line>()

  constructor(clock: Clock) {
    this.#counter = createUsageCounter({ clock })
  }

  async charge(keyId: number, limits: Limits): Promise<Charge> {
    const charge = await this.#counter.charge(keyId, limits)
    if (charge.allowed) this.#add(keyId, charge.at, 1)
    return { ...charge, local: true }
  }

  /** Takes back a charge made here. */
  async refund(keyId: number, charge: Charge): Promise<void> {
    await this.#counter.refund(keyId, charge)
    this.owe(keyId, charge)
  }

  /** A refund of a charge that Redis made and cannot take back now: it goes to usage. */
  owe(keyId: number, charge: Charge): void {
    if (charge.allowed) this.#add(keyId, charge.at, -1)
  }

  async usage(keyId: number): Promise<Usage> {
    return this.#counter.usage(keyId)
  }

  /** What is owed of each key, as it is now. */
  owed(): ReadonlyMap<number, readonly LedgerRow[]> {
    const owed = [...this.#lines.values()].filter(({ count, settled }) => count !== settled)
    return rowsByKey(owed.map((line) => ({ ...line })))
  }

  /** These counts stand in Redis now. */
  settled(rows: readonly LedgerRow[]): void {
    for (const { keyId, window, start, count } of rows) this.#line(keyId, window, start).settled = count
  }

  #add(keyId: number, at: number, units: number): void {
    for (const window of BILLED) this.#line(keyId, window, windowAt(window, at).start).count += units
  }

  #line(keyId: number, window: WindowName, start: number): Line {
    const dated = `${keyId}:${window}:${start}`
    const line = this.#lines.get(dated) ?? { keyId, window, start, count: 0, settled: 0 }
    this.#lines.set(dated, line)
    return line
  }
}
