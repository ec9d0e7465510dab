/**
 * The largest key id that was ever given at a place, kept beside the store and not in it.
 * Guarantees: an id is noted here before its key is written, so that a store restored, copied or made anew at this place
 * gives none a second time.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { StoreError } from '../opening.js'

export type LastId = ReturnType<typeof lastIdBeside>

/** Always as long, so that no write leaves half of a number and none needs more room on the disk. */
const DIGITS = 16

export function lastIdBeside(file: string) {
  const path = `${file}.last-id`

  /** 0 when none was given. */
  function read(): number {
    if (!existsSync(path)) return 0
    const text = readFileSync(path, 'utf8').trim()
    // Anything longer than what is written here would not be written over whole.
    if (!/^0?\d{0,15}$/.test(text))
      throw new StoreError(
        `"${path}" holds no number: write the largest id of any key of this store into it.`,
      )
    return Number(text)
  }

  return {
    read,
    /** Notes an id; smaller ones than noted already change nothing. */
    raise(id: number): void {
      if (id <= read()) return
      // What stands there is written over, not emptied first.
      const flag = existsSync(path) ? 'r+' : 'w'
      writeFileSync(path, `${String(id).padStart(DIGITS, '0')}\n`, { flag, mode: 0o600, flush: true })
    },
  }
}
