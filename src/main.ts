/**
 * The process: config → rules → port → store → service → signals. The only file that wires everything.
 * Guarantees: what keeps it from starting is told in one line on stderr, with exit code 1; an orderly stop
 * lets answers under way end and writes all counts.
 * Leaves to others: everything it wires.
 */
import { randomUUID } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import { isIP } from 'node:net'
import closeWithGrace from 'close-with-grace'
import { systemClock } from './access/clock.js'
import { createKey } from './access/issue.js'
import type { Store } from './access/ports.js'
import { openCoats } from './coats/open.js'
import type { Coats } from './coats/answers.js'
import { ConfigError, readConfig, type Config } from './config.js'
import { createService, type PublicPage } from './http/app.js'
import { fillSlots } from './http/contract-slots.js'
import { compileContract, type Contract } from './http/contract.js'
import { documentText, readDocument } from './http/document.js'
import { fitExamples } from './http/examples.js'
import { createLog, type Log } from './http/log.js'
import { createMetrics, createOpsServer } from './http/ops.js'
import { sendStarting } from './http/respond.js'
import { createHttpServer, drain, listen } from './http/server.js'
import { formatDiagnostic } from './rules/diagnostic.js'
import { openStore } from './stores/open.js'
import { StoreError } from './stores/store-error.js'
import { exampleCurl } from './web/example-curl.js'
import { renderReference } from './web/reference.js'

const GRACE_MS = 10_000

/** Starts the service and returns when it listens. Ends the process with exit code 1 when it cannot start. */
export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    await start(readConfig(environment))
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StoreError || error instanceof StartError))
      throw error
    process.stderr.write(`error: ${error.message}\n`)
    process.exit(1)
  }
}

/** Something outside the process that keeps it from starting. */
class StartError extends Error {
  override readonly name = 'StartError'
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  const clock = systemClock()
  const coats = await loadCoats(config)
  const defaultLanguage = config.defaultLanguage ?? coats.languages[0] ?? ''
  if (!coats.languages.includes(defaultLanguage)) {
    throw new ConfigError(`DEFAULT_LANG="${defaultLanguage}": expected ${coats.languages.join(' or ')}`)
  }
  const document = fitExamples(fillSlots(readDocument(), coats), coats, defaultLanguage)
  const contract = compileContract(document)
  const metrics = createMetrics(coats.rulesetVersion)
  const state = { ready: false }

  // The port first: a start that cannot have it must not make a store whose first key nobody would see.
  let listener: RequestListener = (_request, response) =>
    sendStarting(response, {
      'X-API-Version': contract.version,
      'X-Ruleset-Version': coats.rulesetVersion,
      'X-Request-Id': randomUUID(),
    })
  const server = createHttpServer((request, response) => listener(request, response))
  const port = await listenOn(server, 'PORT', config.port, config.host)
  const address = `http://${isIP(config.host) === 6 ? `[${config.host}]` : config.host}:${port}`
  const ops = createOpsServer(metrics, () => ({
    ready: state.ready,
    details: { ruleset: coats.rulesetVersion, store: config.store.split(':')[0] ?? '' },
  }))
  await listenOps(ops, config, log)
  const store = await openStore(config.store, {
    purpose: 'server',
    clock,
    onTrouble: (line) => log.error(line),
  })

  listener = createService({
    coats,
    contract,
    store,
    clock,
    log,
    defaultLanguage,
    trustedProxies: config.trustedProxies,
    basePath: config.basePath,
    publicUrl: () => config.publicUrl ?? address,
    observe: metrics.observe,
    pages: publicPages(contract),
  })
  state.ready = true
  stopWithGrace(server, ops, store, state, log)
  process.stdout.write(`Robe ${contract.version} listens on ${address} (rules ${coats.rulesetVersion})\n`)
  if (store.created && isLoopback(config.host)) await showFirstKey(store, contract, address)
}

async function loadCoats({ rulesDir, localesDir, maxResults }: Config): Promise<Coats> {
  const { coats, diagnostics } = await openCoats({ rulesDir, localesDir, maxResults })
  for (const diagnostic of diagnostics) process.stderr.write(`${formatDiagnostic(diagnostic)}\n`)
  if (coats === undefined)
    throw new StartError(`the rules in ${rulesDir} and ${localesDir} cannot be used: see above`)
  return coats
}

async function listenOn(server: Server, variable: string, port: number, host: string): Promise<number> {
  try {
    return await listen(server, port, host)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why =
      code === 'EADDRINUSE'
        ? 'is in use'
        : code === 'EACCES'
          ? 'is not allowed'
          : `cannot be had (${message})`
    throw new StartError(`port ${port} on ${host} ${why}; set ${variable} to another one`)
  }
}

/** A taken default port costs the operator's pages only; one asked for by name must be had. */
async function listenOps(ops: Server, config: Config, log: Log): Promise<void> {
  try {
    await listenOn(ops, 'OPS_PORT', config.opsPort, config.host)
  } catch (error) {
    if (config.opsPortIsSet) throw error
    log.warn(`serving without /healthz, /readyz and /metrics: ${error instanceof Error ? error.message : ''}`)
  }
}

function publicPages(contract: Contract): readonly PublicPage[] {
  const { html, css } = renderReference(contract.document)
  const page = (path: string, type: string, text: string): PublicPage => ({
    path,
    type,
    bytes: Buffer.from(text),
  })
  return [
    page('/openapi.yaml', 'application/yaml; charset=utf-8', documentText(contract.document)),
    page(
      '/openapi.json',
      'application/json; charset=utf-8',
      `${JSON.stringify(contract.document, null, 2)}\n`,
    ),
    page('/docs', 'text/html; charset=utf-8', html),
    page('/docs/reference.css', 'text/css; charset=utf-8', css),
  ]
}

/** One key for whoever tries the service on a machine of their own; no later start makes another. */
async function showFirstKey(store: Store, contract: Contract, address: string): Promise<void> {
  const { secret } = await createKey(
    store,
    { name: 'development', plan: 'free', label: 'test', actor: 'first start' },
    systemClock(),
  )
  process.stdout.write(`\nThis first start made a development key, shown only now. Try it:\n\n`)
  process.stdout.write(`${exampleCurl(contract.document, address, secret)}\n\n`)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function stopWithGrace(server: Server, ops: Server, store: Store, state: { ready: boolean }, log: Log): void {
  closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ err, signal }) => {
    state.ready = false
    if (err === undefined) log.info(`${signal ?? 'a stop'}: draining`)
    else log.error({ err }, 'a fault outside any request: draining')
    await drain(server)
    await store.close()
    await drain(ops)
  })
}
