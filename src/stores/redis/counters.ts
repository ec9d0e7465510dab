/**
 * Counting in Redis: each call one script, one round trip.
 * Guarantees: all three windows are charged or none, exactly, however many processes charge; the windows are
 * those of Redis's clock; a reply of another shape than expected is a fault, not a count.
 * Leaves to others: what happens when Redis does not answer (server.ts).
 */
import type { Charge, LedgerRow, Limits, Usage } from '../../access/ports.js'
import { WINDOWS, windowsAt, type WindowName, type Windows } from '../../access/window.js'
import { RedisFault } from './health/redis-fault.js'
import type { RedisContext } from './redis-context.js'
import { CHARGE, REFUND, SETTLE, TOUCH, USAGE } from './lua.js'
import { hoursOf, NAMES, settledBy, usageOf } from './names.js'
import { numbersIn, run, runWhole, script, textsIn } from './scripts.js'

const SCRIPTS = {
  charge: script(CHARGE),
  refund: script(REFUND),
  usage: script(USAGE),
  settle: script(SETTLE),
  touch: script(TOUCH),
}

export interface RedisCounters {
  /** `late` takes the charge when it comes after its time. */
  charge(keyId: number, limits: Limits, late?: (charge: Charge) => void): Promise<Charge>
  refund(keyId: number, at: number): Promise<void>
  /** `heard`: takes the moment of Redis's clock at which these were the counts. */
  usage(keyId: number, heard?: (at: number) => void): Promise<Usage>
  ledger(window: 'day' | 'month', start: number): Promise<ReadonlyMap<number, number>>
  /** Raises the moments of the latest use. */
  touch(moments: ReadonlyMap<number, number>): Promise<void>
  /** Adds to usage what `process` served by itself, in whole counts of one key. */
  settle(process: string, keyId: number, rows: readonly SettledRow[]): Promise<void>
}

export type SettledRow = Pick<LedgerRow, 'window' | 'start' | 'count'>

export function createCounters({ link, identity, clock }: RedisContext): RedisCounters {
  const { patient } = link
  const now = (): string => (clock === undefined ? '' : String(clock()))
  /** Where Redis's clock stood at the latest charge. */
  let windows = windowsAt(0)
  let starts: readonly string[] = startsOf(windows)

  return {
    async charge(keyId, { hour, day, month }, late) {
      const reply = await run(
        link,
        SCRIPTS.charge,
        [NAMES.identity, hoursOf(keyId), usageOf(keyId), NAMES.counted],
        [identity(), now(), String(keyId), String(hour), String(day), String(month), ...starts],
        late && ((reply) => late(chargeIn(reply))),
      )
      const charge = chargeIn(reply)
      if (charge.at < windows.hour.start || charge.at >= windows.hour.end) {
        windows = windowsAt(charge.at)
        starts = startsOf(windows)
      }
      return charge
    },

    async refund(keyId, at) {
      const names = [NAMES.identity, hoursOf(keyId), usageOf(keyId)]
      await runWhole(link, SCRIPTS.refund, names, [identity(), String(at)])
    },

    async usage(keyId, heard) {
      const names = [NAMES.identity, hoursOf(keyId), usageOf(keyId)]
      const [hour = 0, day = 0, month = 0, at = 0] = numbersIn(
        await run(link, SCRIPTS.usage, names, [identity(), now()]),
        4,
      )
      heard?.(at)
      return { hour, day, month }
    },

    async ledger(window, start) {
      const ids = textsIn(await patient.send(['SMEMBERS', NAMES.counted])).map(String)
      const fields = [`${window}:${start}`, `outage-${window}:${start}`]
      const counts = await Promise.all(
        ids.map(async (id) => {
          const parts = textsIn(await patient.send(['HMGET', usageOf(id), ...fields]))
          return parts.reduce((sum, part) => sum + Number(part ?? 0), 0)
        }),
      )
      return new Map(ids.flatMap((id, place) => (counts[place] ? [[Number(id), counts[place]]] : [])))
    },

    async touch(moments) {
      await Promise.all(
        [...moments].map(([keyId, at]) =>
          run(patient, SCRIPTS.touch, [NAMES.identity, usageOf(keyId)], [identity(), String(at)]),
        ),
      )
    },

    async settle(process, keyId, rows) {
      await run(
        patient,
        SCRIPTS.settle,
        [NAMES.identity, usageOf(keyId), settledBy(process), NAMES.counted],
        [
          identity(),
          String(keyId),
          ...rows.flatMap(({ window, start, count }) => [window, start, count].map(String)),
        ],
      )
    },
  }
}

function startsOf(windows: Windows): readonly string[] {
  return WINDOWS.map((window) => String(windows[window].start))
}

function chargeIn(reply: unknown): Charge {
  const [allowed, hour = 0, day = 0, month = 0, at = 0] = numbersIn(reply, 5)
  if (allowed !== 0 && allowed !== 1)
    throw new RedisFault('misunderstood', 'a charge is neither made nor refused')
  return { allowed: allowed === 1, used: { hour, day, month }, at }
}

/** The field of a window in its hash. */
export function fieldOf(window: WindowName, start: number): string {
  return `${window}:${start}`
}
