/**
 * The state of the process as reported by `/readyz`.
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

/** Whether to route calls here, with the active limiter and the reason if the store is degraded. */
export function readinessOf({ isReady, snapshot, store, reloads }: State, config: Config): Readiness {
  const rules = { serving: snapshot.ruleset.version, refused: reloads?.refusal() ?? null }
  const details = { rules, store: config.store.split(':')[0] ?? '' }
  if (store === undefined) return { ready: false, details }
  const { degraded, lost, neverReached, why } = store.health()
  // Not ready if counts would be lost, keys cannot be found, or a required store is unavailable.
  const canServe = lost !== true && neverReached !== true && !(config.storeRequired && degraded)
  const ready = isReady && canServe
  const ofStore = { limiter: limiterOf(store), ...(degraded && { degraded: why ?? true }) }
  return { ready, details: { ...details, ...ofStore } }
}
