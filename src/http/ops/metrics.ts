/**
 * What the process counts and reports of itself (prom-client).
 * Guarantees: a request pays for a few numbers counted up; everything else is asked for when the metrics are.
 */
import Counter = require('prom-client/lib/counter.js')
import Gauge = require('prom-client/lib/gauge.js')
import Histogram = require('prom-client/lib/histogram.js')
import Registry = require('prom-client/lib/registry.js')
import { limiterOf } from '../../access/admit.js'
import type { Store } from '../../access/ports.js'
import { memoFigures } from '../../model/memo.js'

/** Memory, CPU time, lag of the event loop: their package loads seventy files, which no start waits for. */
const PROCESS_METRICS_MS = 1_000

type Read = (gauge: Gauge) => void | Promise<void>

export class Metrics {
  private readonly registry = new Registry()
  private ofProcess: Promise<void> | undefined

  private readonly requests = this.counter(
    'robe_requests_total',
    'Requests answered, by route and status',
    'path',
    'status',
  )
  private readonly seconds = new Histogram({
    name: 'robe_request_seconds',
    help: 'Time from request to last byte, by route',
    labelNames: ['path'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
    registers: [this.registry],
  })
  private readonly ruleset = this.gauge('robe_ruleset_info', 'The rule set that answers, as a label', [
    'version',
  ])
  private readonly reloads = this.counter(
    'robe_rules_reloads_total',
    'Attempts to reload the rules, by outcome',
    'outcome',
  )
  private readonly refused = this.gauge(
    'robe_rules_refused',
    '1 while the rule files are not what is served, because they were refused',
  )
  private readonly storeFaults = this.counter(
    'robe_store_faults_total',
    'What the store did not carry out, or not in time, and looks at its files that found a fault, by class',
    'class',
  )
  private readonly threadsLost = this.counter(
    'robe_threads_lost_total',
    'Threads that died or took too long over a large cross, by reason',
    'reason',
  )
  private readonly connectionsRefused = this.counter(
    'robe_connections_refused_total',
    'Connections closed at once because as many were open as may be',
  )

  /** @param outcomes that a reload can have */
  constructor(outcomes: readonly string[] = []) {
    setTimeout(() => void this.whole(), PROCESS_METRICS_MS).unref()
    for (const outcome of outcomes) this.reloads.inc({ outcome }, 0)
    this.readsMemos()
  }

  /** Counts an answer, by route, status and seconds. */
  readonly observe = (path: string, status: number, seconds: number): void => {
    this.requests.inc({ path, status: String(status) })
    this.seconds.observe({ path }, seconds)
  }

  /** Counts a fault of the store, by class. */
  readonly storeFault = (kind: string): void => this.storeFaults.inc({ class: kind })

  /** Counts a thread that was lost, by reason. */
  readonly threadLost = (reason: string): void => this.threadsLost.inc({ reason })

  /** Counts an attempt to reload the rules. */
  readonly reloaded = (outcome: string): void => {
    this.reloads.inc({ outcome })
    this.refused.set(outcome === 'refused' ? 1 : 0)
  }

  connectionRefused(): void {
    this.connectionsRefused.inc()
  }

  /** These rules answer from now on. */
  serves(version: string): void {
    this.ruleset.reset()
    this.ruleset.set({ version }, 1)
  }

  /** Who computes large crosses and who waits for it. */
  readsTurns({ running, waiting }: { readonly running: () => number; readonly waiting: () => number }): void {
    const now = 'Large crosses that are computed now'
    this.gauge('robe_crosses_running', now, [], (gauge) => gauge.set(running()))
    const then = 'Large crosses that are waiting for a thread now'
    this.gauge('robe_crosses_waiting', then, [], (gauge) => gauge.set(waiting()))
  }

  /** How many connections are open and may be. */
  readsConnections(figures: () => Promise<{ readonly open: number; readonly most: number }>): void {
    const read = async (gauge: Gauge): Promise<void> => {
      for (const [count, now] of Object.entries(await figures())) gauge.set({ count }, now)
    }
    this.gauge('robe_connections', 'Connections that are open, and the most that may be', ['count'], read)
  }

  /** Who counts calls and whether all is kept. */
  readsStore(store: Pick<Store, 'limiter' | 'health'>): void {
    const read = (gauge: Gauge): void => {
      const now = limiterOf(store)
      for (const mode of ['redis', 'local']) gauge.set({ mode }, mode === now ? 1 : 0)
    }
    const modes = '1 for who counts calls: redis for all instances together, local in this process'
    this.gauge('robe_limiter', modes, ['mode'], read)
    const degraded = '1 while the store does not keep counts and changes as promised'
    this.gauge('robe_store_degraded', degraded, [], (gauge) => gauge.set(store.health().degraded ? 1 : 0))
  }

  /** All of them as Prometheus reads them, the process's own included. */
  async text(): Promise<{ readonly type: string; readonly text: string }> {
    await this.whole()
    return { type: this.registry.contentType, text: await this.registry.metrics() }
  }

  /** Resolves when the process's own metrics are there too: soon after the start, or once asked for. */
  private whole(): Promise<void> {
    const load = async (): Promise<void> => {
      const { default: collectDefaultMetrics } = await import('prom-client/lib/defaultMetrics.js')
      collectDefaultMetrics({ register: this.registry })
    }
    return (this.ofProcess ??= load())
  }

  /** How well what is remembered pays. */
  private readsMemos(): void {
    void new Counter({
      name: 'robe_memo_lookups_total',
      help: 'Questions to a memory of finished work, by whether it knew',
      labelNames: ['memo', 'outcome'],
      registers: [this.registry],
      collect() {
        this.reset()
        for (const { name: memo, hits, misses } of memoFigures()) {
          this.inc({ memo, outcome: 'hit' }, hits)
          this.inc({ memo, outcome: 'miss' }, misses)
        }
      },
    })
    const reading = (figure: 'bytes' | 'entries') => (gauge: Gauge) => {
      for (const figures of memoFigures()) gauge.set({ memo: figures.name }, figures[figure])
    }
    const about = 'About what a memory of finished work holds'
    this.gauge('robe_memo_bytes', about, ['memo'], reading('bytes'))
    const entries = 'How many pieces of finished work a memory holds'
    this.gauge('robe_memo_entries', entries, ['memo'], reading('entries'))
  }

  private counter(name: string, help: string, ...labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  /** @param read sets it whenever the metrics are read */
  private gauge(name: string, help: string, labelNames: string[] = [], read?: Read): Gauge {
    const collect = read && { collect: (): void | Promise<void> => read(gauge) }
    const gauge: Gauge = new Gauge({ name, help, labelNames, registers: [this.registry], ...collect })
    return gauge
  }
}
