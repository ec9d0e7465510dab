/**
 * The largest key id that was ever given at a place, kept beside the store and not in it.
 * Guarantees: an id is noted here before its key is written, so that a store restored, copied or made anew at this place
 * gives none a second time, and that lost keys are noticed: keys are never deleted, and what is lost is the latest.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { StoreError } from '../opening.js'
import { StoreFault } from './store-fault.js'

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

/** Throws StoreFault when there is no key, not even a revoked one, although keys were made. */
export function checkKeysLeft(isEmpty: boolean, lastId: number): void {
  if (!isEmpty || lastId === 0) return
  throw new StoreFault('emptied', `no key is left of those made here, of which the latest was key ${lastId}`)
}

/**
 * A warning when the latest keys are missing from a store that has others. Numbers are not counted: imports and creations
 * that failed leave gaps.
 */
export function missingKeys(largestId: number, lastId: number): string | undefined {
  if (largestId === 0 || largestId >= lastId) return undefined
  const [first, which] = [largestId + 1, 'missing from the store, as after restoring a backup or damage']
  return lastId === first
    ? `Key ${lastId}, the latest that was made here, is ${which}`
    : `Keys ${first} to ${lastId}, the latest that were made here, are ${which}`
}
