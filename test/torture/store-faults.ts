/**
 * The embedded store is taken away or replaced under a server: it is reported within ten seconds by log, readiness, metric and
 * exit code; commands print one line and make no other store.
 */
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import type { Scope } from '../process/scope.js'
import { storeWithEndlessKey } from './endless-key.js'
import { failsInOneLine, newsSoon, noticed, openStage, shortened, sightOf } from './fault-stage.js'
import type { Told } from './faults.js'

/** The promised ten seconds, and one for a server under load. */
const REPORTED_WITHIN_MS = 11_000

export interface StoreFault {
  readonly name: string
  readonly begin: (path: string) => void | Promise<void>
}

export const STORE_FAULTS: readonly StoreFault[] = [
  { name: 'store file deleted', begin: removeAll },
  {
    name: 'store file replaced by another store',
    begin: async (path) => {
      await storeWithEndlessKey(`sqlite:${path}.other`)
      renameSync(`${path}.other`, path)
    },
  },
  {
    name: 'store file replaced by a copy of itself',
    begin: (path) => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
  },
]

export async function tryStoreFault(scope: Scope, { name, begin }: StoreFault): Promise<Told> {
  const stage = await openStage(scope)
  const before = await stage.readiness()
  stage.news()
  await stage.changes()
  await begin(stage.path)
  const wasThere = existsSync(stage.path)
  const after = await noticed(stage, before, REPORTED_WITHIN_MS)
  const readiness = await stage.readiness()
  const news = await newsSoon(stage)
  const changes = await stage.changes()
  const created = await stage.command('keys', 'create', '--name', 'late', '--plan', 'free', '--json')
  const madeAnother = !wasThere && existsSync(stage.path)
  const calls = await stage.endLoad()
  const failed = calls.filter(({ status }) => status !== 200 && status !== 503).length
  const { code } = await stage.server.stop()
  const isNoticed = after !== undefined && after <= REPORTED_WITHIN_MS && readiness.status === 503
  return {
    sight: sightOf(name, news, readiness, changes),
    findings: [
      {
        promise: `${name}: reported within ${REPORTED_WITHIN_MS / 1000} s: not ready, a line of the log, a metric`,
        measured: `${after === undefined ? 'readiness never changed' : `${after.toFixed(0)} ms`}, ${readiness.status}, ${news.length} lines, ${changes.length} metrics`,
        held: isNoticed && news.length > 0 && changes.length > 0,
      },
      {
        promise: `${name}: the stop ends with another exit code than 0`,
        measured: String(code),
        held: code !== 0,
      },
      {
        promise: `${name}: \`keys create\` says one line and makes neither key nor store`,
        measured: `exit code ${created.code}${madeAnother ? ', made another store' : ''}; ${shortened(created.err || created.out.replace(/"key": *"[^"]*"/, '"key": …'), 200)}`,
        held: failsInOneLine(created) && !madeAnother,
      },
      {
        promise: `${name}: a call is answered or told to come again`,
        measured: `${failed} of ${calls.length} were not`,
        held: failed === 0,
      },
    ],
  }
}

function removeAll(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
}
