/**
 * A disk of a test's own that can be full or read-only: a small tmpfs.
 * Guarantees: it is taken away with the test; where none can be mounted the test is skipped, visibly, unless NEED_TMPFS
 * is set: then that is a failure.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

export interface SmallDisk {
  readonly path: string
  /** Leaves not a byte free. */
  fill(): void
  /** Frees what `fill` took. */
  free(): void
  readOnly(): void
}

/** Room for a store in use. */
const BYTES = 512 * 1024

/** What `t.test` takes to skip where nothing can be mounted; fails instead of skipping where it is needed. */
export function needsSmallDisk(): { readonly skip: string | false } {
  const place = mkdtempSync(join(tmpdir(), 'robe-disk-'))
  try {
    mount(place)
    execFileSync('umount', [place])
    return { skip: false }
  } catch {
    const why = 'needs a tmpfs of its own: only root may mount one'
    if (process.env['NEED_TMPFS'] === '1') throw new Error(why)
    return { skip: why }
  } finally {
    rmSync(place, { recursive: true })
  }
}

export function smallDisk(t: Test): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'robe-disk-'))
  mount(path)
  t.teardown(() => {
    execFileSync('umount', ['--lazy', path])
    rmSync(path, { recursive: true })
  })
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      try {
        writeFileSync(filler, Buffer.alloc(2 * BYTES))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
        throw error
      }
      throw new Error('the disk has more room than it should')
    },
    free: () => rmSync(filler),
    readOnly: () => void execFileSync('mount', ['-o', 'remount,ro', path]),
  }
}

function mount(path: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${BYTES}`, 'tmpfs', path], { stdio: 'ignore' })
}
