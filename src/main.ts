/**
 * Starts and wires the service: config → rules → port → store → service → reloads → signals.
 * Guarantees: a failed start prints one line on stderr and exits with code 1; a graceful shutdown completes running answers and
 * writes all counts.
 */
import type { RequestListener } from 'node:http'
import { isIP } from 'node:net'
import { performance } from 'node:perf_hooks'
import { systemClock } from './access/clock.js'
import { announceOn } from './service/announce.js'
import { ConfigError, readConfig, type Config } from './service/config.js'
import { createBuilder } from './service/snapshot/builder.js'
import { assembleSnapshot, type Snapshot } from './service/snapshot/snapshot.js'
import { firstSnapshot } from './service/snapshot/first-snapshot.js'
import type { SnapshotOptions } from './service/snapshot/prepare.js'
import { createReloads, OUTCOMES, watchFolders } from './service/snapshot/reloads.js'
import { createService } from './service/http/app.js'
import { limitConnections, limitPerAddress } from './service/http/connections/connection-limit.js'
import { readContractText } from './service/http/contract/contract-file.js'
import { createLog } from './service/http/log/access-log.js'
import { Metrics } from './service/admin/metrics.js'
import { createRefusalLog } from './service/http/log/refusal-log.js'
import { createAdminServer } from './service/admin/admin-server.js'
import { createHttpServer } from './service/http/server.js'
import { answerUnreadable } from './service/http/unreadable.js'
import { listenForClients, listenForOperators, StartError } from './service/listening.js'
import { formatDiagnostic } from './rules/diagnostic.js'
import { stampOf } from './rules/source.js'
import { readinessOf, type State } from './service/admin/readiness.js'
import { loadStore, openStore } from './stores/open.js'
import { warmUp } from './operations/warm-up.js'
import { StoreError } from './stores/opening.js'
import { sighupStops, stopWithGrace } from './service/shutdown.js'
import { createAnswerPool, type AnswerPool } from './service/threads/answer-pool.js'
import { createTurns } from './service/threads/turns.js'
import { welcome } from './service/welcome.js'

const TURNS_OF_ONE_KEY = 2
const REFUSALS_A_SECOND = 20

/** Starts the service and resolves when it listens. Exits with code 1 if it cannot start. */
export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  // The service continues if the reader of its output closes the pipe.
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
  const stopsBySighup = sighupStops()
  // SIGHUP may arrive before reloads are set up.
  const hangUps = createInlet<'SIGHUP'>()
  if (!stopsBySighup) process.on('SIGHUP', hangUps.put)
  const log = createLog(config.logLevel)
  const clock = systemClock()
  const { rulesDir, localesDir, maxResults, defaultLanguage, threads } = config
  const options = { rulesDir, localesDir, maxResults, defaultLanguage, contractText: readContractText() }
  const stamp = config.rulesReload === 'watch' ? stampOf(rulesDir, localesDir) : undefined
  const first = await prepareFirst(options)
  const state: State = { isReady: false, snapshot: await assembleSnapshot(first.snapshot) }
  const metrics = new Metrics(OUTCOMES)
  await loadStore(config.store)

  // Listen before opening the store: a start that fails on the port must not create a store and a first key that nobody sees.
  // Early calls wait instead of being refused, because a proxy would pass a refusal to its client.
  const calls = createInlet<Parameters<RequestListener>>()
  const server = createHttpServer((...call) => calls.put(call), { onClosed: metrics.connectionClosed })
  const { maxConnectionsPerAddress, trustedProxies } = config
  if (maxConnectionsPerAddress !== undefined)
    limitPerAddress(server, maxConnectionsPerAddress, trustedProxies, () =>
      metrics.connectionClosed('address'),
    )
  answerUnreadable(server, state.snapshot.contract.version, log)
  const address = addressOf(config.host, await listenForClients(server, config))
  const ops = createAdminServer(metrics, () => readinessOf(state, config))
  await listenForOperators(ops, config, log)
  const store = await openStore(config.store, {
    purpose: 'server',
    clock,
    onNotice: (line) => log.error(line),
    required: config.storeRequired,
    onFault: metrics.storeFault,
  })
  state.store = store
  metrics.readsStore(store)
  limitConnections(server, metrics, log)

  const turns = createTurns(
    { most: threads, mostOfOneKey: TURNS_OF_ONE_KEY, refusalsASecond: REFUSALS_A_SECOND },
    () => performance.now(),
  )
  metrics.readsTurns(turns)
  const refusals = createRefusalLog(log, config.logAddressKey)
  setInterval(() => refusals.endMinute(), 60_000).unref()
  let pool: AnswerPool | undefined
  const serveSnapshot = (next: Snapshot): void => {
    void pool?.close()
    pool = createAnswerPool({ rules: next.rules, turns, threads, log, onLost: metrics.threadLost })
    const pages = next.pages.filter(({ isPlayground }) => config.playground || isPlayground !== true)
    const { basePath, publicUrl = address } = config
    const { observe } = metrics
    const shared = {
      store,
      clock,
      log,
      refusals,
      threads: pool,
      trustedProxies,
      basePath,
      publicUrl,
      observe,
    }
    // A request stays with the service that received it; after a swap, new requests go to the new one.
    const service = createService({ ...next, ...shared, pages })
    calls.takenBy(([request, response]) => void (response.destroyed || service(request, response)))
    metrics.serves(next.ruleset.version)
    state.snapshot = next
  }
  serveSnapshot(state.snapshot)

  const reloads = createReloads({
    builder: createBuilder(options),
    clock,
    log,
    serving: () => state.snapshot,
    swap: serveSnapshot,
    observe: metrics.reloaded,
    fingerprint: first.fingerprint,
  })
  state.reloads = reloads
  hangUps.takenBy(() => reloads.request('signal'))
  const changed = (): void => reloads.request('watch')
  const endWatch = stamp === undefined ? undefined : watchFolders(rulesDir, localesDir, stamp, changed)
  state.isReady = true
  const endIntake = (): void => {
    state.isReady = false
    endWatch?.()
    reloads.close()
  }
  let shown = Promise.resolve()
  const welcomed = (): Promise<void> => shown
  const { stopGraceMs: graceMs } = config
  stopWithGrace({ endIntake, welcomed, server, store, ops, log, graceMs, stopsBySighup })
  // After the start, because listening does not depend on it, but before the first cross does.
  setImmediate(() => warmUp(state.snapshot.ruleset))
  // `shown` is set at once, because whoever reads the announcement may stop the process before it has completed.
  await (shown = welcome(config, state.snapshot, store, address, announceOn(process.stdout, log)))
}

/** Queues items until a consumer registers, then passes them on directly. */
function createInlet<Thing>() {
  const early: Thing[] = []
  let take = (thing: Thing): void => void early.push(thing)
  return {
    put: (thing: Thing): void => take(thing),
    takenBy: (next: (thing: Thing) => void): void => {
      take = next
      early.splice(0).forEach(next)
    },
  }
}

function addressOf(host: string, port: number): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

/** Prints diagnostics of the rules. Failing examples do not prevent a start, because there is no earlier snapshot to serve. */
async function prepareFirst(options: SnapshotOptions) {
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
