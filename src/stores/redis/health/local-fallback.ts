/**
 * Counting in this process while Redis is away, and what is owed to the ledger afterwards.
 * Guarantees: each key has its full limits here, exactly, all windows or none; what was served is owed to usage
 * and never to limits, in whole counts that can be handed over again and again.
 * Leaves to others: when to count here and when to settle (server.ts).
 */
import type { Charge, Clock, Limits, Usage } from '../../../access/ports.js'
import { windowAt } from '../../../access/window.js'
import { createUsageCounter, type UsageCounter } from '../../usage-counter.js'
import type { SettledRow } from '../counters.js'
import { fieldOf } from '../names.js'

const BILLED = ['day', 'month'] as const

interface Line {
  readonly row: Omit<SettledRow, 'count'>
  count: number
  settled: number
}

export class LocalFallback {
  readonly #counter: UsageCounter
  readonly #lines = new Map<number, Map<string, Line>>()

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

  /** What changed since it was last settled, by key. */
  owed(): ReadonlyMap<number, readonly SettledRow[]> {
    const owed = new Map<number, readonly SettledRow[]>()
    for (const [keyId, lines] of this.#lines) {
      const open = [...lines.values()].filter(({ count, settled }) => count !== settled)
      if (open.length > 0)
        owed.set(
          keyId,
          open.map(({ row, count }) => ({ ...row, count })),
        )
    }
    return owed
  }

  /** These counts stand in Redis now. */
  settled(keyId: number, rows: readonly SettledRow[]): void {
    for (const { window, start, count } of rows) {
      const line = this.#lines.get(keyId)?.get(fieldOf(window, start))
      if (line !== undefined) line.settled = count
    }
  }

  #add(keyId: number, at: number, units: number): void {
    const lines = this.#lines.get(keyId) ?? new Map<string, Line>()
    this.#lines.set(keyId, lines)
    for (const window of BILLED) {
      const row = { window, start: windowAt(window, at).start }
      const field = fieldOf(window, row.start)
      const line = lines.get(field) ?? { row, count: 0, settled: 0 }
      line.count += units
      lines.set(field, line)
    }
  }
}
