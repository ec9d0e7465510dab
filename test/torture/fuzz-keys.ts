/**
 * The keys that fuzzed requests are sent with, in a store made for them.
 */
import { systemClock } from '../../src/access/clock.js'
import { createKey } from '../../src/access/keys/issue.js'
import type { KeyRecord } from '../../src/access/ports.js'
import { openStore } from '../../src/stores/open.js'
import { remember } from '../process/secrets.js'
import { alter } from '../stores/samples.js'
import type { Caller } from './fuzz-cases.js'

/** Nobody reaches it. */
const ENDLESS = { hour: 1_000_000_000, day: 1_000_000_000, month: 1_000_000_000 }

type Kept = 'good' | 'limited' | 'narrow' | 'suspended' | 'foreign' | 'smuggled' | 'silent'

const KINDS: Readonly<Record<Kept, Partial<Omit<KeyRecord, 'id'>>>> = {
  good: { limits: ENDLESS },
  limited: { limits: { hour: 50 } },
  narrow: { limits: ENDLESS, allowedEndpoints: ['coats.generateChild'] },
  suspended: { limits: ENDLESS, status: 'suspended' },
  foreign: { limits: ENDLESS, allowedIps: ['203.0.113.0/24'] },
  smuggled: { limits: ENDLESS },
  silent: { limits: ENDLESS },
}

export type Secrets = Readonly<Record<Kept, string>>

export async function makeKeys(url: string): Promise<Secrets> {
  const store = await openStore(url, { purpose: 'command' })
  const made: [string, string][] = []
  for (const [name, change] of Object.entries(KINDS)) {
    const { record, secret } = await createKey(
      store,
      { name, plan: 'premium', actor: 'torture' },
      systemClock(),
    )
    await alter(store, record.id, change)
    remember(secret)
    made.push([name, secret])
  }
  await store.close()
  return Object.fromEntries(made) as Secrets
}

const BOGUS = [
  '',
  ' ',
  'x',
  'robe_live_',
  `robe_live_${'0'.repeat(36)}`,
  `robe_test_${'z'.repeat(36)}`,
  'null',
  '__proto__',
  '\u00e9',
  'k'.repeat(6_000),
]

/** What such a caller sends as `X-API-Key`; two of them are two headers. */
export function sentBy(caller: Caller, number: number, secrets: Secrets): readonly string[] {
  const bogus = BOGUS[number % BOGUS.length] ?? ''
  if (caller === 'nobody') return []
  if (caller === 'bogus') return [number % 3 === 0 ? `${secrets.good.slice(0, -1)}${number % 10}x` : bogus]
  if (caller === 'doubled') return [secrets.good, number % 2 === 0 ? secrets.good : bogus]
  return [secrets[caller]]
}
