/**
 * A key that no part of the torture can use up, and what it was charged.
 */
import { createKey } from '../../src/access/keys/issue.js'
import { systemClock } from '../../src/access/clock.js'
import { LIMITS } from '../support/children.js'
import { openStore } from '../../src/stores/open.js'
import { remember } from '../process/secrets.js'

/** Makes it as the first key of a store. @returns its secret */
export async function storeWithEndlessKey(url: string): Promise<string> {
  const store = await openStore(url, { purpose: 'command' })
  try {
    const wanted = { name: 'torture', plan: 'premium', limits: LIMITS, actor: 'torture' } as const
    const { secret } = await createKey(store, wanted, systemClock())
    remember(secret)
    return secret
  } finally {
    await store.close()
  }
}

/** What the first key of a store has on its bill. */
export async function chargedIn(url: string): Promise<number> {
  const store = await openStore(url, { purpose: 'command' })
  try {
    return (await store.counters.usage(1)).month
  } finally {
    await store.close()
  }
}
