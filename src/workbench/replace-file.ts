/**
 * Replaces a file's content.
 * Guarantees: whoever reads the file sees the old content or the new, never a part; its mode stays; a file that
 * is read-only or was changed by somebody else meanwhile is left alone; nothing thrown.
 * Leaves to others: what is written.
 */
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/** Writes `text` where `before` stands. @returns why it could not; undefined: done */
export function replaceFile(location: string, before: Uint8Array, text: string): string | undefined {
  try {
    // A link stays a link.
    const target = realpathSync(location)
    const mode = statSync(target).mode & 0o7777
    // Whoever may write to the folder could rename over it, and the superuser may write to anything.
    if ((mode & 0o222) === 0) return 'it is read-only: make it writable (chmod u+w)'
    accessSync(target, constants.W_OK)
    if (!readFileSync(target).equals(before)) return 'somebody changed it meanwhile: run this again'
    writeBeside(target, mode, text)
    return undefined
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    return `it cannot be written (${code}): check that this user may write to it and to its folder`
  }
}

function writeBeside(target: string, mode: number, text: string): void {
  // Hidden, so that whoever loads the rules at this moment passes it over.
  const temporary = path.join(
    path.dirname(target),
    `.${path.basename(target)}.${randomBytes(4).toString('hex')}`,
  )
  try {
    const file = openSync(temporary, 'wx', 0o600)
    try {
      writeFileSync(file, text)
      fchmodSync(file, mode)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, target)
  } catch (cause) {
    rmSync(temporary, { force: true })
    throw cause
  }
}
