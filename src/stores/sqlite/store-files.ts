/**
 * Which files are an embedded store: the database and what SQLite keeps beside it while it is in use.
 * Guarantees: two answers are equal exactly as long as the same files stand there; no file is opened.
 */
import { statSync } from 'node:fs'
import { codeOf } from './database.js'

/** Each with device and inode; '' when there is no such file, or when the database is empty and so none. */
export function filesAt(file: string) {
  return ['', '-wal', '-shm'].map((suffix) => {
    const path = `${file}${suffix}`
    return { path, identity: inodeOf(path, suffix === '' ? 1 : 0) }
  })
}

/** All of them in one text. */
export function identityOf(files: ReturnType<typeof filesAt>): string {
  return files.map(({ identity }) => identity).join(' ')
}

/** Device and inode of a file; '' when there is none, or when it holds less than so many bytes. */
export function inodeOf(path: string, leastBytes = 0): string {
  try {
    const { dev, ino, size } = statSync(path, { bigint: true })
    return size < leastBytes ? '' : `${dev}:${ino}`
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return ''
    throw error
  }
}
