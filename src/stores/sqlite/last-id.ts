/**
 * The largest key id that was ever given at a place, kept beside the store and not in it.
 * Guarantees: an id is noted here before its key is written, so that a store restored, copied or made anew at this place
 * gives none a second time.
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync, constants } from 'node:fs'
import { codeOf } from './database.js'
import { StoreError } from '../store-error.js'

export interface LastId {
  /** 0 when none was given. */
  read(): number
  /** Notes an id; smaller ones than noted already change nothing. */
  raise(id: number): void
}

/** Always as long, so that no write leaves half of a number and none needs more room on the disk. */
const DIGITS = 16

export function lastIdBeside(file: string): LastId {
  const path = `${file}.last-id`

  function read(): number {
    const text = textOf(path).trim()
    if (!/^\d{0,15}$/.test(text.replace(/^0+/, '')))
      throw new StoreError(
        `"${path}" holds no number: write the largest id of any key of this store into it.`,
      )
    return Number(text)
  }

  return {
    read,
    raise(id) {
      if (id <= read()) return
      const handle = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600)
      try {
        writeSync(handle, `${String(id).padStart(DIGITS, '0')}\n`, 0)
        fsyncSync(handle)
      } finally {
        closeSync(handle)
      }
    },
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}
