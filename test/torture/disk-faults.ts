/**
 * The disk of the embedded store is full under a server, and read-only before a start: calls are served and billed later,
 * the operator is told, commands say one line.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runRobe, until } from '../process/robe.js'
import type { Scope } from '../process/scope.js'
import { chargedIn } from './endless-key.js'
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

const DISK_BYTES = 512 * 1024

/** Undefined where nobody may mount one. */
export function smallDisk(scope: Scope): string | undefined {
  const path = mkdtempSync(join(tmpdir(), 'robe-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    rmSync(path, { recursive: true })
    return undefined
  }
  scope.teardown(() => {
    execFileSync('umount', ['--lazy', path])
    rmSync(path, { recursive: true })
  })
  return path
}

export async function tryFullDisk(scope: Scope, disk: string): Promise<Told> {
  const stage = await openStage(scope, {}, disk)
  const before = await stage.readiness()
  stage.news()
  await stage.changes()
  const filler = join(disk, 'filler')
  fill(filler)
  const after = await noticed(stage, before)
  const readiness = await stage.readiness()
  const changes = await stage.changes()
  const news = await newsSoon(stage)
  const created = await stage.command(
    'keys',
    'create',
    '--name',
    'late',
    '--plan',
    'free',
    '--note',
    'x'.repeat(400),
  )
  rmSync(filler)
  const isOver = await until('it is written again', () => /works again/.test(stage.server.out())).then(
    () => true,
    () => false,
  )
  const calls = await stage.endLoad()
  const answered = calls.filter(({ status }) => status === 200).length
  const { code } = await stage.server.stop()
  const charged = await chargedIn(stage.store)
  return {
    sight: sightOf('disk full', news, readiness, changes),
    findings: [
      {
        promise: `disk full: told within ${NOTICED_WITHIN_MS / 1000} s by readiness, a line of the log and a metric`,
        measured: `${after === undefined ? 'readiness never changed' : `${after.toFixed(0)} ms`}, ${news.length} lines, ${changes.length} metrics`,
        held: after !== undefined && after <= NOTICED_WITHIN_MS && news.length > 0 && changes.length > 0,
      },
      {
        promise: 'disk full: calls are served',
        measured: `${answered} of ${calls.length}`,
        held: answered === calls.length,
      },
      {
        promise: 'disk full: billed once there is room again',
        measured: `${charged} charged, ${answered} answered, told that it works again: ${isOver}, exit code ${code}`,
        held: charged === answered && isOver && code === 0,
      },
      {
        promise: 'disk full: `keys create` says one line',
        measured: `exit code ${created.code}; ${shortened(created.err, 300)}`,
        held: failsInOneLine(created),
      },
    ],
  }
}

function fill(filler: string): void {
  try {
    writeFileSync(filler, Buffer.alloc(2 * DISK_BYTES))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

export async function tryReadOnlyDisk(scope: Scope, disk: string): Promise<Told> {
  const STORE = `sqlite:${join(disk, 'robe.db')}`
  // By a process of its own, which has let go of every file when it has ended.
  await runRobe(scope, ['keys', 'create', '--name', 'first', '--plan', 'free'], { STORE })
  execFileSync('mount', ['-o', 'remount,ro', disk])
  const started = await runRobe(scope, ['serve'], { STORE })
  const created = await runRobe(scope, ['keys', 'create', '--name', 'late', '--plan', 'free'], { STORE })
  const told = ({ code, err }: typeof started): string => `exit code ${code}; ${shortened(err, 300)}`
  return {
    sight: {
      fault: 'disk read-only at the start',
      log: `"${shortened(started.err, 220)}"`,
      readiness: `none: exit code ${started.code}`,
      metric: 'none',
    },
    findings: [
      {
        promise: 'disk read-only: a start ends with one line',
        measured: told(started),
        held: failsInOneLine(started),
      },
      {
        promise: 'disk read-only: `keys create` says one line',
        measured: told(created),
        held: failsInOneLine(created),
      },
    ],
  }
}
