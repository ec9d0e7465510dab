/**
 * A process whose clock is wrong, while that of the machine and of everything beside it is right.
 * Guarantees: only what tells the date is shifted, not what measures time; where libfaketime is not installed the test
 * is skipped, visibly, unless NEED_FAKETIME is set: then that is a failure.
 * Leaves to others: starting the process with these settings.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './robe.js'

/** Debian has a folder for each kind of processor. */
const LIBRARIES = '/usr/lib'
const LIBRARY = 'faketime/libfaketimeMT.so.1'

function installed(): string | undefined {
  if (!existsSync(LIBRARIES)) return undefined
  const places = readdirSync(LIBRARIES).map((folder) => join(LIBRARIES, folder, LIBRARY))
  return places.find((place) => existsSync(place))
}

/** What `t.test` takes to skip without libfaketime; fails instead of skipping where it is needed. */
export function needsFaketime(): { readonly skip: string | false } {
  if (installed() !== undefined) return { skip: false }
  const why = 'needs libfaketime: install the package libfaketime'
  if (process.env['NEED_FAKETIME'] === '1') throw new Error(why)
  return { skip: why }
}

/** The environment of a process whose clock is ahead by so many seconds, or behind. */
export function wrongClock(ahead: number): Settings {
  return {
    LD_PRELOAD: installed() ?? '',
    FAKETIME: `${ahead < 0 ? '' : '+'}${ahead}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}
