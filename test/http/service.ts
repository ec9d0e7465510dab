/**
 * A whole service on 127.0.0.1 for tests: shipped rules, a store in memory, a clock set by hand.
 * Guarantees: nothing is stubbed between the socket and the rules but what a test hands in.
 * Leaves to others: the process around it (test/process/ starts a real one).
 */
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { parseAddressList } from '../../src/access/client-address.js'
import { createKey } from '../../src/access/keys/issue.js'
import type { Clock, NewKey, Store } from '../../src/access/ports.js'
import { coatsOf, type Coats } from '../support/coats.js'
import type { Operation } from '../../src/operations/operation.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { assembleSnapshot, type Snapshot } from '../../src/service/snapshot/snapshot.js'
import { createService } from '../../src/service/http/app.js'
import type { Contract } from '../../src/service/http/contract/contract.js'
import type { Observe, ServiceLog } from '../../src/service/http/log/access-log.js'
import { createRefusalLog, type RefusalLog } from '../../src/service/http/log/refusal-log.js'
import type { PublicPage } from '../../src/pages/public-page.js'
import { createHttpServer } from '../../src/service/http/server.js'
import { answerUnreadable } from '../../src/service/http/unreadable.js'
import { openStore } from '../../src/stores/open.js'
import { createAnswerPool, type PoolOptions } from '../../src/service/threads/answer-pool.js'
import { createTurns, type Turns } from '../../src/service/threads/turns.js'
import { shippedSnapshot } from '../phenotypes/shipped.js'
import { alter } from '../stores/samples.js'
import { remember, secretsIn } from '../process/secrets.js'
import { conformanceTo } from '../contract/conformance.js'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A Saturday morning, UTC, in the middle of an hour, a day and a month. */
export const MORNING = Date.UTC(2026, 10, 21, 10, 30)

export interface HandClock extends Clock {
  time: number
}

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly what: Readonly<Record<string, unknown>>
}

export interface Service {
  readonly url: string
  readonly port: number
  /** A key of the premium plan, unless the options say otherwise. */
  readonly key: string
  readonly store: Store
  readonly clock: HandClock
  readonly coats: Coats
  readonly contract: Contract
  /** Throws for an answer that breaks the contract, whatever the test is about. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly log: readonly LogLine[]
  readonly refusals: RefusalLog
  /** Another key; answers its secret. */
  readonly newKey: (change?: Partial<NewKey>) => Promise<{ readonly secret: string; readonly id: number }>
}

export interface ServiceOptions {
  readonly key?: Partial<NewKey>
  readonly basePath?: string
  readonly trustedProxies?: readonly string[]
  readonly publicUrl?: string
  /** Other rules than the shipped ones. */
  readonly ruleset?: Ruleset
  /** Replaces how operations read and answer, by their ids. */
  readonly reads?: Reads
  /** Replaces parts of the store. */
  readonly store?: (memory: Store) => Store
  /** Default: one that stands for all. `shipped`: those of the shipped rules. */
  readonly pages?: 'shipped' | readonly PublicPage[]
  /** Default: as a server's on two cores. */
  readonly turns?: Turns
  /** Counts answers. */
  readonly observe?: Observe
  /** Hashes the addresses in the log. */
  readonly addressKey?: string
  /** What is different about the threads. */
  readonly pool?: Partial<PoolOptions>
}

/** By the id of an operation: what is read in place of what it reads. */
export type Reads = Readonly<Record<string, (read: Operation['read']) => Operation['read']>>

interface Shipped {
  readonly snapshot: Snapshot
  readonly fetch: Service['fetch']
}

const DOCS: PublicPage = {
  path: '/docs',
  type: 'text/html; charset=utf-8',
  bytes: Buffer.from('<title>docs</title>'),
}

let shipped: Promise<Shipped> | undefined

/** The snapshot of the shipped rules, put together once a test file. */
function shippedOnce(): Promise<Shipped> {
  shipped ??= shippedSnapshot()
    .then((prepared) => assembleSnapshot(prepared))
    .then((snapshot) => ({ snapshot, fetch: conformanceTo(snapshot.contract.document).fetch }))
  return shipped
}

/** The shipped rules, opened once a test file. */
export async function shippedCoats(): Promise<Coats> {
  return coatsOf((await shippedOnce()).snapshot.ruleset)
}

/** Starts a service that is closed when the test ends. */
export async function startService(t: Test, options: ServiceOptions = {}): Promise<Service> {
  const clock: HandClock = {
    time: MORNING,
    now() {
      return this.time
    },
  }
  const { snapshot, fetch } = await shippedOnce()
  const { contract } = snapshot
  const ruleset = options.ruleset ?? snapshot.ruleset
  const coats = coatsOf(ruleset)
  const operations = snapshot.operations.map((operation) => ({
    ...operation,
    read: options.reads?.[operation.id]?.(operation.read) ?? operation.read,
  }))
  const memory = await openStore('memory:', { purpose: 'server', clock })
  const log: LogLine[] = []
  const turns = options.turns ?? createTurns({ most: 1, mostOfOneKey: 2, refusalsASecond: 20 }, Date.now)
  const threads = createAnswerPool({
    rules: snapshot.rules,
    turns,
    threads: 1,
    log: logInto(log),
    onLost: () => {},
    ...options.pool,
  })
  const refusals = createRefusalLog(logInto(log), options.addressKey)
  const server = createHttpServer(
    createService({
      ruleset,
      operations,
      contract,
      store: options.store?.(memory) ?? memory,
      clock,
      log: logInto(log),
      threads,
      defaultLanguage: coats.languages[0] ?? '',
      trustedProxies: parseAddressList(options.trustedProxies ?? []),
      basePath: options.basePath ?? '',
      publicUrl: options.publicUrl ?? 'https://coats.example.org',
      observe: options.observe ?? (() => {}),
      refusals,
      pages: options.pages === 'shipped' ? snapshot.pages : (options.pages ?? [DOCS]),
    }),
  )
  answerUnreadable(server, contract.version, logInto(log))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
    void threads.close()
    const shown = secretsIn(JSON.stringify(log))
    if (shown.length > 0) throw new Error(`the log shows a secret: ${shown.join(', ')}`)
  })
  const newKey = async (change: Partial<NewKey> = {}) => {
    const { record, secret } = await createKey(
      memory,
      { name: 'test', plan: 'premium', actor: 'test' },
      clock,
    )
    remember(secret)
    await alter(memory, record.id, change)
    return { secret, id: record.id }
  }
  const { port } = server.address() as AddressInfo
  const { secret: key } = await newKey(options.key)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    key,
    store: memory,
    clock,
    coats,
    contract,
    fetch,
    log,
    refusals,
    newKey,
  }
}

function logInto(lines: LogLine[]): ServiceLog {
  const at =
    (level: LogLine['level']) =>
    (what: unknown, message?: unknown): void => {
      const told = typeof what === 'object' ? { ...what, message } : { message: what }
      lines.push({ level, what: told })
    }
  return {
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (common) => ({
      info: (own: unknown, message?: unknown) => at('info')({ ...common, ...(own as object) }, message),
    }),
  }
}

export interface Told {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
}

/** Posts a form (a string, as it stands) or JSON (an object), with the service's key. */
export async function post(
  service: Service,
  path: string,
  body: string | Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Told> {
  const isForm = typeof body === 'string'
  return tell(
    await service.fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: {
        'X-API-Key': service.key,
        'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        ...headers,
      },
      body: isForm ? body : JSON.stringify(body),
    }),
  )
}

export async function get(
  service: Service,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Told> {
  return tell(
    await service.fetch(`${service.url}${path}`, { headers: { 'X-API-Key': service.key, ...headers } }),
  )
}

async function tell(response: Response): Promise<Told> {
  const text = await response.text()
  const body = text.startsWith('{') ? (JSON.parse(text) as Told['body']) : {}
  return { status: response.status, headers: response.headers, body, text }
}

/** A form of these fields, groups as JSON text. */
export function form(fields: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return new URLSearchParams(pairs).toString()
}

/** Bracketed keys, one for each allele. */
export function brackets(fields: Readonly<Record<string, unknown>>): string {
  const pairs: [string, string][] = []
  const walk = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) pairs.push([`${name}[]`, String(item)])
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(`${name}[${key}]`, inner)
    else pairs.push([name, String(value)])
  }
  for (const [name, value] of Object.entries(fields)) walk(name, value)
  return new URLSearchParams(pairs).toString()
}

/** A black bay's base genes, and what a result costs nobody to write down again. */
export const BAY = { agouti: ['A', 'a'], extension: ['E', 'e'] }
