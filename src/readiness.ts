/**
 * What the process is by now, and what of that `/readyz` tells.
 */
import { limiterOf } from './access/admit.js'
import type { Store } from './access/ports.js'
import type { Config } from './config.js'
import type { Readiness } from './http/ops/ops-server.js'
import type { Reloads } from './ruleset/reloads.js'
import type { Snapshot } from './ruleset/snapshot.js'

export interface State {
  isReady: boolean
  snapshot: Snapshot
  store?: Store
  reloads?: Reloads
}

/** Whether calls should come here, who decides on limits now, and why that is not the store, if so. */
export function readinessOf({ isReady, snapshot, store, reloads }: State, config: Config): Readiness {
  const rules = { serving: snapshot.coats.rulesetVersion, refused: reloads?.refusal() ?? null }
  const details = { rules, store: config.store.split(':')[0] ?? '' }
  if (store === undefined) return { ready: false, details }
  const { degraded, lost, why } = store.health()
  // Calls should go elsewhere when what they cost would be forgotten, or when they need a store that is away.
  const ready = isReady && lost !== true && !(config.storeRequired && degraded)
  const ofStore = { limiter: limiterOf(store), ...(degraded && { degraded: why ?? true }) }
  return { ready, details: { ...details, ...ofStore } }
}
