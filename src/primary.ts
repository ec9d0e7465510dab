/**
 * The process that leads WORKERS others: it serves the operator's port and nothing else.
 * Guarantees: readiness and metrics are those of all workers; whatever ends this process ends them in order.
 * Leaves to others: the workers' lives (workers.ts) and what they serve (main.ts).
 */
import closeWithGrace = require('close-with-grace')
import type { Config } from './config.js'
import { endByHangUp, hangUpStops } from './hang-up.js'
import { createLog } from './http/log.js'
import { expositionOfCrew } from './http/crew-metrics.js'
import { createOpsServer, type Readiness } from './http/ops.js'
import { drain } from './http/server.js'
import { listenOps } from './listening.js'
import { startCrew, type Crew } from './workers.js'

/** Above what the workers themselves may take. */
const GRACE_MS = 15_000

/** Returns when all workers serve. Ends the process with exit code 1 when the first cannot. */
export async function lead(config: Config): Promise<void> {
  const log = createLog(config.logLevel, 0)
  // Signals and questions may come before there is a crew, and after.
  const led: { crew: Crew | undefined } = { crew: undefined }
  const stopsByHangUp = hangUpStops()
  if (!stopsByHangUp) process.on('SIGHUP', () => led.crew?.hangUp())
  const ops = createOpsServer(expositionOfCrew(), () => readinessOf(led.crew, config.workers))
  await listenOps(ops, config, log)
  const crew = await startCrew({ size: config.workers, warn: (line) => log.warn(line) })
  // It has said why.
  if (crew === undefined) process.exit(1)
  led.crew = crew
  closeWithGrace(
    { delay: GRACE_MS, logger: false, skip: stopsByHangUp ? [] : ['SIGHUP'] },
    async ({ err, signal }) => {
      led.crew = undefined
      if (err === undefined) log.info(`${signal ?? 'a stop'}: draining ${config.workers} workers`)
      else log.error({ err }, 'a fault of the leading process: draining')
      if (!(await crew.stop())) process.exitCode = 1
      await drain(ops)
      await log.written()
      if (signal === 'SIGHUP') endByHangUp()
    },
  )
  const [first] = crew.standings()
  process.stdout.write(`${first?.banner ?? ''}, ${config.workers} workers\n`)
}

/** The port takes calls as soon as one worker does; what ails any of them is shown. */
function readinessOf(crew: Crew | undefined, size: number): Readiness {
  const standings = crew?.standings() ?? []
  const ready = standings.filter((each) => each.ready)
  const shown = standings.find(({ details }) => details['degraded'] !== undefined) ?? standings[0]
  return {
    ready: ready.length > 0,
    details: { ...shown?.details, workers: { wanted: size, ready: ready.length } },
  }
}
