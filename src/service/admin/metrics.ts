/**
 * Metrics of the process (prom-client).
 * Guarantees: a request increments two metrics; gauges are read only when the metrics are scraped.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { limiterOf } from '../../access/admit.js'
import type { Store } from '../../access/ports.js'
import { memoFigures } from '../../common/memo.js'

/**
 * `deadline`, `blocked`: the client does not read (stalled-answers.ts). `address`: too many connections from one address
 * (connection-limit.ts).
 */
const CLOSED_REASONS = ['deadline', 'blocked', 'address'] as const

/** One value, or one for each value of a label. */
type Values = number | Readonly<Record<string, number>>

export class Metrics {
  private readonly registry = new Registry()
  private version: string | undefined
  private isRefused = false

  private readonly requests = this.counter(
    'robe_requests_total',
    'Requests answered, by path of the operation and status',
    'path',
    'status',
  )
  private readonly seconds = new Histogram({
    name: 'robe_request_seconds',
    help: 'Time from request to last byte, by path of the operation',
    labelNames: ['path'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 5, 10, 30, 60],
    registers: [this.registry],
  })
  private readonly reloads: Counter
  private readonly storeFaults: Counter
  private readonly threadsLost: Counter
  private readonly connectionsRefused: Counter
  private readonly connectionsClosed: Counter

  /** @param outcomes possible outcomes of a reload */
  constructor(outcomes: readonly string[] = []) {
    const version = 'The version of the served rule set, as a label'
    const serving = (): Values => (this.version === undefined ? {} : { [this.version]: 1 })
    this.gauge('robe_ruleset_info', version, serving, 'version')
    const attempts = 'Attempts to reload the rules, by outcome'
    this.reloads = this.counter('robe_rules_reloads_total', attempts, 'outcome')
    const refused = '1 while the current rule files are refused and an earlier version is served'
    this.gauge('robe_rules_refused', refused, () => Number(this.isRefused))
    const faults =
      'Operations of the store that failed or timed out, and failed checks of its files, by class'
    this.storeFaults = this.counter('robe_store_faults_total', faults, 'class')
    const lost = 'Worker threads that died or timed out, by reason'
    this.threadsLost = this.counter('robe_threads_lost_total', lost, 'reason')
    const closed = 'Connections refused because of the limit of open connections'
    this.connectionsRefused = this.counter('robe_connections_refused_total', closed)
    const unread = 'Connections closed because of a limit, by reason'
    this.connectionsClosed = this.counter('robe_connections_closed_total', unread, 'reason')
    for (const reason of CLOSED_REASONS) this.connectionsClosed.inc({ reason }, 0)
    for (const outcome of outcomes) this.reloads.inc({ outcome }, 0)
    this.readsMemos()
    collectDefaultMetrics({ register: this.registry })
  }

  readonly observe = (path: string, status: number, seconds: number): void => {
    this.requests.inc({ path, status: String(status) })
    this.seconds.observe({ path }, seconds)
  }

  readonly storeFault = (kind: string): void => this.storeFaults.inc({ class: kind })

  readonly threadLost = (reason: string): void => this.threadsLost.inc({ reason })

  readonly reloaded = (outcome: string): void => {
    this.reloads.inc({ outcome })
    this.isRefused = outcome === 'refused'
  }

  connectionRefused(): void {
    this.connectionsRefused.inc()
  }

  readonly connectionClosed = (reason: (typeof CLOSED_REASONS)[number]): void =>
    this.connectionsClosed.inc({ reason })

  /** Sets the version of the served rules. */
  serves(version: string): void {
    this.version = version
  }

  /** Registers the numbers of running and waiting large questions. */
  readsTurns({ running, waiting }: { readonly running: () => number; readonly waiting: () => number }): void {
    this.gauge('robe_crosses_running', 'Large questions about foals or relatives being computed', running)
    this.gauge('robe_crosses_waiting', 'Large questions waiting for a thread', waiting)
  }

  readsConnections(open: () => Promise<number>, limit: () => number): void {
    this.gauge('robe_connections', 'Open connections', open)
    this.gauge('robe_connections_limit', 'Maximum number of open connections', limit)
  }

  /** Registers which limiter counts calls, and whether the store is degraded. */
  readsStore(store: Pick<Store, 'limiter' | 'health'>): void {
    const modes = '1 for the active limiter: redis counts for all instances together, local in this process'
    const limiter = (): Values => ({ redis: 0, local: 0, [limiterOf(store)]: 1 })
    this.gauge('robe_limiter', modes, limiter, 'mode')
    const degraded = '1 while the store is degraded: counts or changes may not be stored'
    this.gauge('robe_store_degraded', degraded, () => Number(store.health().degraded))
  }

  /** All metrics in the text format of Prometheus. */
  async text(): Promise<{ readonly type: string; readonly text: string }> {
    return { type: this.registry.contentType, text: await this.registry.metrics() }
  }

  /** Hits, misses and sizes of the caches. */
  private readsMemos(): void {
    void new Counter({
      name: 'robe_memo_lookups_total',
      help: 'Cache lookups, by cache and outcome',
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
    const reading = (figure: 'bytes' | 'entries') => (): Values =>
      Object.fromEntries(memoFigures().map((each) => [each.name, each[figure]]))
    this.gauge('robe_memo_bytes', 'Approximate size of a cache in bytes', reading('bytes'), 'memo')
    const entries = 'Number of entries in a cache'
    this.gauge('robe_memo_entries', entries, reading('entries'), 'memo')
  }

  private counter(name: string, help: string, ...labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  /** @param read called on every scrape */
  private gauge(name: string, help: string, read: () => Values | Promise<Values>, label = ''): void {
    const labelNames = label === '' ? [] : [label]
    const collect = async (): Promise<void> => {
      const values = await read()
      gauge.reset()
      if (typeof values === 'number') gauge.set(values)
      else for (const [value, number] of Object.entries(values)) gauge.set({ [label]: value }, number)
    }
    const gauge: Gauge = new Gauge({ name, help, labelNames, registers: [this.registry], collect })
  }
}
