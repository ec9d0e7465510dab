/**
 * What any Node process tells of itself: memory, CPU time, collections, lag of the event loop.
 * Guarantees: nothing beyond loading it: its package brings a tracing API of seventy files, which no start waits for.
 * Leaves to others: when it is loaded (ops-server.ts).
 */
import type { Registry } from 'prom-client'
import collectDefaultMetrics = require('prom-client/lib/defaultMetrics.js')

export function registerProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
}
