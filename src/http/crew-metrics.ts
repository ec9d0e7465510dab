/**
 * Metrics of several workers and of the process that leads them. Loaded by those only: a process alone has no use for it.
 * Guarantees: what is exposed is the sum over all workers that answer.
 * Leaves to others: the metrics themselves (ops.ts).
 */
import AggregatorRegistry = require('prom-client/lib/cluster.js')
import type { Exposition, Metrics } from './ops.js'

/** The metrics of all workers of this process, summed up. */
export function expositionOfCrew(): Exposition {
  const crew = new AggregatorRegistry()
  return { contentType: crew.contentType, text: () => crew.clusterMetrics() }
}

/** Lets the process that this worker belongs to ask for its metrics. */
export function exposeToLeader({ registry }: Metrics): void {
  AggregatorRegistry.setRegistries(registry)
  void new AggregatorRegistry()
}
