/**
 * Whether a command may touch the files of a store, which a server may have open.
 * Guarantees: beside a server a command works on the very files that the server has open, or not at all; so it neither
 * makes a store in the place of one that was deleted nor mixes the server's latest changes into another file.
 */
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { holderOf } from './file-lock.js'
import { explaining } from './store-file.js'
import { filesAt, identityOf } from './store-files.js'
import { StoreError } from '../opening.js'

/** A server that is starting holds the lock for a moment before it has opened its files; each attempt waits a little. */
const MOST_ATTEMPTS = 4

/** Throws StoreError. Makes nothing. */
export function refuseOtherFiles(path: string): void {
  const file = trueName(path)
  if (file === undefined) return
  explaining(path, () => {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const used = holderOf(`${file}.lock`)
      if (used === undefined || used === identityOf(filesAt(file))) return
    }
    throw new StoreError(
      `The store "${path}" was deleted or replaced under the server that uses it: stop that server, then put the file in its place.`,
    )
  })
}

/** Also of a file that is not there; undefined when not even its directory is. */
function trueName(path: string): string | undefined {
  if (existsSync(path)) return realpathSync(path)
  const directory = dirname(path)
  return existsSync(directory) ? join(realpathSync(directory), basename(path)) : undefined
}
