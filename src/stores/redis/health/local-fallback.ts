/**
 * Counting in this process while Redis is away, and what is owed to the ledger afterwards.
 * Guarantees: each key has its full limits here, exactly, all windows or none; what was served is owed to usage
 * and never to limits, in whole counts that can be handed over again and again.
 * Leaves to others: when to count here and when to settle (server.ts).
 */
import type { Charge, Clock, Counters, Limits } from '../../../access/ports.js'
import { windowAt } from '../../../access/window.js'
import { createUsageCounter } from '../../usage-counter.js'
import type { SettledRow } from '../counters.js'

const BILLED = ['day', 'month'] as const

export interface LocalFallback {
  charge(keyId: number, limits: Limits): Promise<Charge>
  /** Takes back a charge made here. */
  refund(keyId: number, charge: Charge): Promise<void>
  /** A refund of a charge that Redis made and cannot take back now: it goes to usage. */
  owe(keyId: number, charge: Charge): void
  readonly usage: Counters['usage']
  /** What changed since it was last settled, by key. */
  owed(): ReadonlyMap<number, readonly SettledRow[]>
  /** These counts stand in Redis now. */
  settled(keyId: number, rows: readonly SettledRow[]): void
}

interface Line {
  readonly window: (typeof BILLED)[number]
  readonly start: number
  count: number
  settled: number
}

export function createLocalFallback(clock: Clock): LocalFallback {
  const tally = createUsageCounter({ clock })
  const lines = new Map<number, Map<string, Line>>()
  const unsettled = new Set<number>()

  function add(keyId: number, at: number, units: number): void {
    const ofKey = lines.get(keyId) ?? new Map<string, Line>()
    lines.set(keyId, ofKey)
    unsettled.add(keyId)
    for (const window of BILLED) {
      const { start } = windowAt(window, at)
      const name = `${window}:${start}`
      const line = ofKey.get(name) ?? { window, start, count: 0, settled: 0 }
      line.count += units
      ofKey.set(name, line)
    }
  }

  return {
    async charge(keyId, limits) {
      const charge = await tally.charge(keyId, limits)
      if (charge.allowed) add(keyId, charge.at, 1)
      return { ...charge, local: true }
    },
    async refund(keyId, charge) {
      await tally.refund(keyId, charge)
      if (charge.allowed) add(keyId, charge.at, -1)
    },
    owe(keyId, charge) {
      if (charge.allowed) add(keyId, charge.at, -1)
    },
    usage: (keyId) => tally.usage(keyId),
    owed() {
      return new Map([...unsettled].map((keyId) => [keyId, openRows(lines.get(keyId))]))
    },
    settled(keyId, rows) {
      const ofKey = lines.get(keyId)
      for (const { window, start, count } of rows) {
        const line = ofKey?.get(`${window}:${start}`)
        if (line !== undefined) line.settled = count
      }
      if (openRows(ofKey).length === 0) unsettled.delete(keyId)
    },
  }
}

function openRows(ofKey: ReadonlyMap<string, Line> | undefined): readonly SettledRow[] {
  const open = [...(ofKey?.values() ?? [])].filter(({ count, settled }) => count !== settled)
  return open.map(({ window, start, count }) => ({ window, start, count }))
}
