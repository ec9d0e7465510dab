/**
 * The operator's port: is the process alive, is it ready, how is it doing.
 * Guarantees: never asks a store or the rules to answer `/healthz`; needs no key; charges nothing.
 * Leaves to others: deciding when the service is ready (main.ts).
 */
import type { Server } from 'node:http'
import Counter = require('prom-client/lib/counter.js')
import Gauge = require('prom-client/lib/gauge.js')
import Histogram = require('prom-client/lib/histogram.js')
import Registry = require('prom-client/lib/registry.js')
import { limiterOf } from '../../access/admit.js'
import type { Limiter, Store } from '../../access/ports.js'
import { registerMemos } from './memo-metrics.js'
import { createHttpServer } from '../server.js'

export interface Readiness {
  readonly ready: boolean
  /** What an operator wants to see at a glance, such as the rule set's version. */
  readonly details: Readonly<Record<string, unknown>>
}

export interface Metrics {
  readonly registry: Registry
  /** Resolves when the registry holds the process's own metrics too: soon after the start, or once asked for. */
  readonly whole: () => Promise<void>
  readonly observe: (path: string, status: number, seconds: number) => void
  /** Counts a fault of the store, by class. */
  readonly storeFault: (kind: string) => void
  /** Counts a thread that was lost, by reason. */
  readonly threadLost: (reason: string) => void
  /** Who computes large crosses and who waits for it, asked whenever the metrics are. */
  readonly readsTurns: (turns: { readonly running: () => number; readonly waiting: () => number }) => void
  /** How many connections are open and may be, asked whenever the metrics are. */
  readonly readsConnections: (figures: () => Promise<ConnectionFigures>) => void
  readonly connectionRefused: () => void
  /** Who counts calls and whether all is kept, asked whenever the metrics are. */
  readonly readsStore: (store: Pick<Store, 'limiter' | 'health'>) => void
  /** These rules answer from now on. */
  readonly serves: (rulesetVersion: string) => void
  /** Counts an attempt to reload the rules. @param isRefused whether the files are refused as they are now */
  readonly reloaded: (outcome: string, isRefused: boolean) => void
}

export interface ConnectionFigures {
  readonly open: number
  readonly most: number
}

const LIMITERS: readonly Limiter[] = ['redis', 'local']

/** After a start and its first answers. */
const PROCESS_METRICS_MS = 1_000

/** @param outcomes that a reload can have */
export function createMetrics(outcomes: readonly string[] = []): Metrics {
  const registry = new Registry()
  const whole = once(async () => (await import('./process-metrics.js')).registerProcess(registry))
  setTimeout(() => void whole(), PROCESS_METRICS_MS).unref()
  registerMemos(registry)
  const requests = new Counter({
    name: 'robe_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['path', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'robe_request_seconds',
    help: 'Time from request to last byte, by route',
    labelNames: ['path'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
    registers: [registry],
  })
  const ruleset = new Gauge({
    name: 'robe_ruleset_info',
    help: 'The rule set that answers, as a label',
    labelNames: ['version'],
    registers: [registry],
  })
  const reloads = new Counter({
    name: 'robe_rules_reloads_total',
    help: 'Attempts to reload the rules, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of outcomes) reloads.inc({ outcome }, 0)
  const refused = new Gauge({
    name: 'robe_rules_refused',
    help: '1 while the rule files are not what is served, because they were refused',
    registers: [registry],
  })
  const faults = new Counter({
    name: 'robe_store_faults_total',
    help: 'What the store did not carry out, or not in time, and looks at its files that found a fault, by class',
    labelNames: ['class'],
    registers: [registry],
  })
  const modes = new Gauge({
    name: 'robe_limiter',
    help: '1 for who counts calls: redis for all instances together, local in this process',
    labelNames: ['mode'],
    registers: [registry],
    collect() {
      if (store === undefined) return
      const now = limiterOf(store)
      for (const mode of LIMITERS) this.set({ mode }, mode === now ? 1 : 0)
    },
  })
  const threadsLost = new Counter({
    name: 'robe_threads_lost_total',
    help: 'Threads that died or took too long over a large cross, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  const refusedConnections = new Counter({
    name: 'robe_connections_refused_total',
    help: 'Connections closed at once because as many were open as may be',
    registers: [registry],
  })
  const connections = new Gauge({
    name: 'robe_connections',
    help: 'Connections that are open, and the most that may be',
    labelNames: ['count'],
    registers: [registry],
    async collect() {
      const now = await figures?.()
      if (now !== undefined) for (const count of ['open', 'most'] as const) this.set({ count }, now[count])
    },
  })
  let figures: (() => Promise<ConnectionFigures>) | undefined
  const degraded = new Gauge({
    name: 'robe_store_degraded',
    help: '1 while the store does not keep counts and changes as promised',
    registers: [registry],
    collect() {
      this.set(store?.health().degraded === true ? 1 : 0)
    },
  })
  let store: Pick<Store, 'limiter' | 'health'> | undefined
  return {
    registry,
    whole,
    storeFault: (kind) => faults.inc({ class: kind }),
    threadLost: (reason) => threadsLost.inc({ reason }),
    readsTurns: (turns) => {
      for (const state of ['running', 'waiting'] as const)
        new Gauge({
          name: `robe_crosses_${state}`,
          help: `Large crosses that are ${state === 'running' ? 'computed' : 'waiting for a thread'} now`,
          registers: [registry],
          collect() {
            this.set(turns[state]())
          },
        })
    },
    readsStore(asked) {
      store = asked
      void [modes, degraded]
    },
    readsConnections(asked) {
      figures = asked
      void connections
    },
    connectionRefused: () => refusedConnections.inc(),
    observe: (path, status, took) => {
      requests.inc({ path, status: String(status) })
      seconds.observe({ path }, took)
    },
    serves: (version) => {
      ruleset.reset()
      ruleset.set({ version }, 1)
    },
    reloaded: (outcome, isRefused) => {
      reloads.inc({ outcome })
      refused.set(isRefused ? 1 : 0)
    },
  }
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}

/** Not listening yet. */
export function createOpsServer({ registry, whole }: Metrics, readiness: () => Readiness): Server {
  return createHttpServer((request, response) => {
    const send = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
    }
    if (request.method !== 'GET') return send(405, 'text/plain; charset=utf-8', 'only GET\n')
    switch (request.url) {
      case '/healthz':
        return send(200, 'text/plain; charset=utf-8', 'ok\n')
      case '/readyz': {
        const { ready, details } = readiness()
        return send(
          ready ? 200 : 503,
          'application/json; charset=utf-8',
          `${JSON.stringify({ ready, ...details })}\n`,
        )
      }
      case '/metrics':
        whole()
          .then(() => registry.metrics())
          .then(
            (text) => send(200, registry.contentType, text),
            () => send(500, 'text/plain; charset=utf-8', 'metrics could not be read\n'),
          )
        return
      default:
        return send(404, 'text/plain; charset=utf-8', '/healthz, /readyz, /metrics\n')
    }
  })
}
