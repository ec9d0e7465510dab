/**
 * The largest key id ever assigned at this path, in a file next to the store.
 * Guarantees: an id is saved here before its key is written, so that a store restored, copied or re-created at this path never reuses
 * one, and lost keys are detected: keys are never deleted, and a loss affects the latest ones.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { StoreError } from '../opening.js'
import { StoreFault } from './store-fault.js'

export type LastId = ReturnType<typeof lastIdBeside>

/** Fixed length, so that overwriting never leaves a part of the old number and needs no more disk space. */
const DIGITS = 16

export function lastIdBeside(file: string) {
  const path = `${file}.last-id`

  /** 0 if no id was assigned. */
  function read(): number {
    if (!existsSync(path)) return 0
    const text = readFileSync(path, 'utf8').trim()
    // A longer text would not be overwritten completely.
    if (!/^0?\d{0,15}$/.test(text))
      throw new StoreError(
        `"${path}" does not contain a number: write the largest id of any key of this store into it.`,
      )
    return Number(text)
  }

  return {
    read,
    /** Saves an id, if it is larger than the saved one. */
    raise(id: number): void {
      if (id <= read()) return
      // Overwrite in place instead of truncating first.
      const flag = existsSync(path) ? 'r+' : 'w'
      writeFileSync(path, `${String(id).padStart(DIGITS, '0')}\n`, { flag, mode: 0o600, flush: true })
    },
  }
}

/** Throws StoreFault if there is no key, not even a revoked one, although keys were created. */
export function checkKeysLeft(isEmpty: boolean, lastId: number): void {
  if (!isEmpty || lastId === 0) return
  throw new StoreFault('emptied', `no key is left of those made here, of which the latest was key ${lastId}`)
}

/**
 * A warning if the latest keys are missing from a store that has others. Compares only the largest ids, because imports and failed
 * creations leave gaps.
 */
export function missingKeys(largestId: number, lastId: number): string | undefined {
  if (largestId === 0 || largestId >= lastId) return undefined
  const [first, which] = [largestId + 1, 'missing from the store, as after restoring a backup or damage']
  return lastId === first
    ? `Key ${lastId}, the latest that was made here, is ${which}`
    : `Keys ${first} to ${lastId}, the latest that were made here, are ${which}`
}
