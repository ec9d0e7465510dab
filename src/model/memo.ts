/**
 * A bounded memory of finished work, over lru-cache.
 * Guarantees: never more than the given bytes (as `sizeOf` estimates them); a value is whole or absent.
 * Leaves to others: the keys, which must name everything the value depends on.
 */
import { LRUCache } from 'lru-cache'

export interface Memo<Value> {
  /** The remembered value, or the freshly made one, which is remembered if it fits. */
  readonly take: (key: string, make: () => Value) => Value
  /** The remembered value, if there is one. */
  readonly known: (key: string) => Value | undefined
  /** Remembers the value if it fits. */
  readonly keep: (key: string, value: Value) => void
  readonly bytes: () => number
}

export function createMemo<Value extends object>(
  maxBytes: number,
  sizeOf: (value: Value, key: string) => number,
): Memo<Value> {
  const cache = new LRUCache<string, Value>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => Math.max(1, Math.ceil(sizeOf(value, key))),
  })
  return {
    take: (key, make) => {
      const known = cache.get(key)
      if (known !== undefined) return known
      const made = make()
      cache.set(key, made)
      return made
    },
    known: (key) => cache.get(key),
    keep: (key, value) => void cache.set(key, value),
    bytes: () => cache.calculatedSize,
  }
}
