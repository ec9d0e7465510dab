/**
 * Which files are an embedded store: the database and what SQLite keeps beside it while it is in use.
 * Guarantees: two answers are equal exactly as long as the same files stand there; no file is opened.
 */
import { statSync } from 'node:fs'
import { codeOf } from './database.js'

export interface StandingFile {
  readonly path: string
  /** Device and inode; '' when there is no such file, or when the database is empty and so none. */
  readonly identity: string
}

export function filesAt(file: string): readonly StandingFile[] {
  return ['', '-wal', '-shm'].map((suffix) => {
    const path = `${file}${suffix}`
    const found = statOf(path)
    const isNone = found === undefined || (suffix === '' && found.size === 0n)
    return { path, identity: isNone ? '' : `${found.dev}:${found.ino}` }
  })
}

/** All of them in one text. */
export function identityOf(files: readonly StandingFile[]): string {
  return files.map(({ identity }) => identity).join(' ')
}

export function statOf(
  path: string,
): { readonly dev: bigint; readonly ino: bigint; readonly size: bigint } | undefined {
  try {
    return statSync(path, { bigint: true })
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined
    throw error
  }
}
