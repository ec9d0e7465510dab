/**
 * The state of the process, and what `/readyz` reports of it.
 */
import { limiterOf } from '../../access/admit.js'
import type { Store } from '../../access/ports.js'
import type { Config } from '../config.js'
import type { Readiness } from './admin-server.js'
import type { Reloads } from '../snapshot/reloads.js'
import type { Snapshot } from '../snapshot/snapshot.js'

export interface State {
  isReady: boolean
  snapshot: Snapshot
  store?: Store
  reloads?: Reloads
}

/** Whether calls should come here, who counts them now, and why the store is degraded, if it is. */
export function readinessOf({ isReady, snapshot, store, reloads }: State, config: Config): Readiness {
  const rules = { serving: snapshot.ruleset.version, refused: reloads?.refusal() ?? null }
  const details = { rules, store: config.store.split(':')[0] ?? '' }
  if (store === undefined) return { ready: false, details }
  const { degraded, lost, neverReached, why } = store.health()
  // Calls should go elsewhere when their counts would be lost, when no key can be found, or when they need a store that is away.
  const canServe = lost !== true && neverReached !== true && !(config.storeRequired && degraded)
  const ready = isReady && canServe
  const ofStore = { limiter: limiterOf(store), ...(degraded && { degraded: why ?? true }) }
  return { ready, details: { ...details, ...ofStore } }
}
