/**
 * The herd in the browser's storage.
 * Guarantees: nothing is sent; if storing fails, the herd stays in memory and the reason is reported; a stored text that cannot be read
 * is kept beside the new one, never overwritten; changes made in another window are not lost.
 */
import type { Herd } from '../../form/herd/herd.js'
import { readHerd, writeHerd, type HerdFault } from '../../form/herd/herd-file.js'

const KEY = 'robe.herd'
/** Where a text is kept that could not be read. */
const UNREAD_KEY = 'robe.herd.unread'

/** `full`: there is no room. `unavailable`: this browser stores nothing for this page. */
export type StorageFault = 'full' | 'unavailable'

export interface HerdStore {
  readonly herd: () => Herd
  /** Why changes are not stored. */
  readonly fault: () => StorageFault | undefined
  /** A stored text that could not be read, and why. */
  readonly unread: () => { readonly text: string; readonly fault: HerdFault } | undefined
  readonly change: (to: (herd: Herd) => Herd) => void
  /** @param hear called after changes in another window. @returns a function that ends this */
  readonly listen: (hear: () => void) => () => void
}

export function openHerd(): HerdStore {
  let inMemory: Herd | undefined
  let fault: StorageFault | undefined
  const stored = (): string | undefined => {
    try {
      return localStorage.getItem(KEY) ?? undefined
    } catch {
      fault = 'unavailable'
      return undefined
    }
  }
  const unread: HerdStore['unread'] = () => {
    const text = stored()
    const read = text === undefined ? undefined : readHerd(text)
    return text !== undefined && read && 'fault' in read ? { text, fault: read.fault } : undefined
  }
  const herd = (): Herd => {
    if (inMemory !== undefined) return inMemory
    const text = stored()
    const read = text === undefined ? { herd: [] } : readHerd(text)
    return 'herd' in read ? read.herd : []
  }
  const change: HerdStore['change'] = (to) => {
    const next = to(herd())
    try {
      const lost = unread()
      if (lost !== undefined) localStorage.setItem(UNREAD_KEY, lost.text)
      localStorage.setItem(KEY, writeHerd(next))
      inMemory = undefined
      fault = undefined
    } catch (error) {
      inMemory = next
      fault = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
    }
  }
  return {
    herd,
    fault: () => {
      stored()
      return fault
    },
    unread,
    change,
    listen: (hear) => {
      const heard = ({ key }: StorageEvent): void => void (key === KEY && hear())
      addEventListener('storage', heard)
      return () => removeEventListener('storage', heard)
    },
  }
}
