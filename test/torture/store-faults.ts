/**
 * The embedded store is taken away, replaced or damaged under a server: decision 38 asks that it is noticed within two
 * seconds, told by log, readiness and metric, and by the exit code; that commands say one line and make no other store.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import type { Scope } from '../process/scope.js'
import { storeWithEndlessKey } from './endless-key.js'
import {
  failsInOneLine,
  newsSoon,
  noticed,
  NOTICED_WITHIN_MS,
  openStage,
  shortened,
  sightOf,
} from './fault-stage.js'
import type { Told } from './faults.js'

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
  { name: 'store file overwritten with noise', begin: overwrite },
]

export async function tryStoreFault(scope: Scope, { name, begin }: StoreFault): Promise<Told> {
  const stage = await openStage(scope)
  const before = await stage.readiness()
  stage.news()
  await stage.changes()
  await begin(stage.path)
  const wasThere = existsSync(stage.path)
  const after = await noticed(stage, before)
  const readiness = await stage.readiness()
  const news = await newsSoon(stage)
  const changes = await stage.changes()
  const created = await stage.command('keys', 'create', '--name', 'late', '--plan', 'free', '--json')
  const madeAnother = !wasThere && existsSync(stage.path)
  const calls = await stage.endLoad()
  const failed = calls.filter(({ status }) => status !== 200 && status !== 503).length
  const { code } = await stage.server.stop()
  const isNoticed = after !== undefined && after <= NOTICED_WITHIN_MS && readiness.status === 503
  return {
    sight: sightOf(name, news, readiness, changes),
    findings: [
      {
        promise: `${name}: noticed within ${NOTICED_WITHIN_MS / 1000} s: not ready, a line of the log, a metric`,
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

/** The same file as before, with other content. */
function overwrite(path: string): void {
  for (const each of [path, `${path}-wal`]) {
    if (!existsSync(each)) continue
    const noise = randomBytes(statSync(each).size)
    const handle = openSync(each, 'r+')
    writeSync(handle, noise, 0, noise.length, 0)
    closeSync(handle)
  }
}
