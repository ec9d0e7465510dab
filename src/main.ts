/**
 * The process: config → rules → port → store → service → reloads → signals. The only file that wires everything.
 * Guarantees: what keeps it from starting is one line on stderr, with exit code 1; an orderly stop lets answers under
 * way end and writes all counts.
 */
import type { RequestListener } from 'node:http'
import { isIP } from 'node:net'
import { performance } from 'node:perf_hooks'
import { systemClock } from './access/clock.js'
import { limiterOf } from './access/admit.js'
import type { Store } from './access/ports.js'
import { ConfigError, readConfig, type Config } from './config.js'
import { createBuilder } from './ruleset/builder.js'
import { assembleSnapshot, type Snapshot, type PreparedSnapshot } from './ruleset/snapshot.js'
import { firstSnapshot } from './ruleset/first-snapshot.js'
import type { SnapshotOptions } from './ruleset/prepare.js'
import { createReloads, OUTCOMES, watchFolders, type Reloads } from './ruleset/reloads.js'
import { createService } from './http/app.js'
import { limitConnections } from './http/connection-limit.js'
import { readContractText } from './http/contract/contract-file.js'
import { createLog } from './http/ops/access-log.js'
import { Metrics } from './http/ops/metrics.js'
import { createOpsServer, type Readiness } from './http/ops/ops-server.js'
import { createHttpServer } from './http/server.js'
import { answerUnreadable } from './http/unreadable.js'
import { listenForClients, listenForOperators, StartError } from './listening.js'
import { formatDiagnostic } from './rules/diagnostic.js'
import { stampOf } from './rules/source.js'
import { loadStore, openStore } from './stores/open.js'
import { StoreError } from './stores/store-error.js'
import { sighupStops, stopWithGrace } from './shutdown.js'
import { createAnswerPool, type AnswerPool } from './threads/answer-pool.js'
import { createTurns } from './threads/turns.js'

const TURNS_OF_ONE_KEY = 2
const REFUSALS_A_SECOND = 20

/** Starts the service and returns when it listens. Ends the process with exit code 1 when it cannot start. */
export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  // The reader of the output may go away; the service goes on.
  process.stdout.on('error', () => undefined)
  try {
    await start(readConfig(environment))
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StoreError || error instanceof StartError))
      throw error
    process.stderr.write(`error: ${error.message}\n`)
    process.exit(1)
  }
}

async function start(config: Config): Promise<void> {
  let ready = false
  let opened: Store | undefined = undefined
  let reloads: Reloads | undefined = undefined
  // It may come before the rules can be read again.
  let reloadAskedEarly = false
  const stopsBySighup = sighupStops()
  if (!stopsBySighup) {
    process.on('SIGHUP', () => {
      if (reloads === undefined) reloadAskedEarly = true
      else reloads.request('signal')
    })
  }
  const log = createLog(config.logLevel)
  const clock = systemClock()
  const { rulesDir, localesDir, maxResults, defaultLanguage } = config
  const options = { rulesDir, localesDir, maxResults, defaultLanguage, contractText: readContractText() }
  const watches = config.rulesReload === 'watch'
  const stamp = watches ? stampOf(rulesDir, localesDir) : ''
  const first = await prepareFirst(options)
  let snapshot = await assembleSnapshot(first.snapshot)
  const metrics = new Metrics(OUTCOMES)
  await loadStore(config.store)

  // The port first: a start that cannot have it must not make a store whose first key nobody would see.
  // Calls that come meanwhile wait: a refusal would reach clients of a proxy that has other instances to ask.
  const early: Parameters<RequestListener>[] = []
  let listener: RequestListener = (...asked) => void early.push(asked)
  const server = createHttpServer((request, response) => listener(request, response))
  answerUnreadable(server, snapshot.contract.version, log)
  const port = await listenForClients(server, config)
  const address = `http://${isIP(config.host) === 6 ? `[${config.host}]` : config.host}:${port}`
  const readiness = (): Readiness => {
    const ofStore = opened && readinessOf(opened, config.storeRequired)
    const rules = { serving: snapshot.coats.rulesetVersion, refused: reloads?.refusal() ?? null }
    return {
      ready: ready && ofStore?.ready !== false,
      details: { rules, store: config.store.split(':')[0] ?? '', ...ofStore?.details },
    }
  }
  const ops = createOpsServer(metrics, readiness)
  await listenForOperators(ops, config, log)
  const store = await openStore(config.store, {
    purpose: 'server',
    clock,
    onNotice: (line) => log.error(line),
    required: config.storeRequired,
    onFault: metrics.storeFault,
  })
  opened = store
  metrics.readsStore(store)
  limitConnections(server, metrics, log)

  const { threads } = config
  const turns = createTurns(
    { most: threads, mostOfOneKey: TURNS_OF_ONE_KEY, refusalsASecond: REFUSALS_A_SECOND },
    () => performance.now(),
  )
  metrics.readsTurns(turns)
  let pool: AnswerPool | undefined
  // A request keeps to the service that it met: to swap snapshots is to let the next request meet another.
  const serveSnapshot = (next: Snapshot): void => {
    void pool?.close()
    pool = createAnswerPool({ rules: next.rules, turns, threads, log, onLost: metrics.threadLost })
    listener = createService({
      ...next,
      pages: next.pages.filter(({ isPlayground }) => config.playground || isPlayground !== true),
      store,
      clock,
      log,
      threads: pool,
      trustedProxies: config.trustedProxies,
      basePath: config.basePath,
      publicUrl: config.publicUrl ?? address,
      observe: metrics.observe,
    })
    metrics.serves(next.coats.rulesetVersion)
    snapshot = next
  }
  serveSnapshot(snapshot)
  for (const [request, response] of early.splice(0)) if (!response.destroyed) listener(request, response)
  reloads = createReloads({
    builder: createBuilder(options),
    clock,
    log,
    serving: () => snapshot,
    swap: serveSnapshot,
    observe: metrics.reloaded,
    fingerprint: first.fingerprint,
  })
  if (reloadAskedEarly) reloads.request('signal')
  let endWatch: (() => void) | undefined
  if (watches) {
    endWatch = watchFolders(rulesDir, localesDir, stamp, () => reloads?.request('watch'))
  }
  ready = true
  const endIntake = (): void => {
    ready = false
    endWatch?.()
    reloads?.close()
  }
  stopWithGrace({ endIntake, server, store, ops, log, graceMs: config.stopGraceMs, stopsBySighup })
  // Right after the start, not in it: no coat needs it, and the first cross shall not wait for it.
  setImmediate(() => snapshot.coats.ready())
  process.stdout.write(
    `Robe ${snapshot.contract.version} listens on ${address} (rules ${snapshot.coats.rulesetVersion})\n` +
      (config.playground ? `A page to try it on: ${address}/\n` : '') +
      `Its documentation: ${address}/docs\n`,
  )
  if (!store.created) return
  const { offerFirstKey } = await import('./first-key.js')
  await offerFirstKey(store, config, snapshot.contract.document, address)
}

/** Whether a store leaves calls here, who decides on limits now, and why that is not the store, if so. */
function readinessOf(store: Store, storeRequired: boolean): Readiness {
  const { degraded, lost, why } = store.health()
  // Calls should go elsewhere when what they cost would be forgotten, or when they need a store that is away.
  const ready = lost !== true && !(storeRequired && degraded)
  return { ready, details: { limiter: limiterOf(store), ...(degraded && { degraded: why ?? true }) } }
}

/** Prints what is wrong with the rules. A failing example does not stop a start: there is nothing better to serve. */
async function prepareFirst(
  options: SnapshotOptions,
): Promise<{ readonly snapshot: PreparedSnapshot; readonly fingerprint: string }> {
  const { snapshot, fingerprint, diagnostics, failures, settingFault } = await firstSnapshot(options)
  for (const diagnostic of diagnostics) process.stderr.write(`${formatDiagnostic(diagnostic)}\n`)
  if (failures.length > 0) {
    const { formatFailure } = await import('./workbench/examples/examples.js')
    for (const failure of failures) process.stderr.write(`warning: ${formatFailure(failure)}\n`)
  }
  if (settingFault !== undefined) throw new ConfigError(settingFault)
  if (snapshot !== undefined) return { snapshot, fingerprint }
  const { rulesDir, localesDir } = options
  throw new StartError(`the rules in ${rulesDir} and ${localesDir} cannot be used: see above`)
}
