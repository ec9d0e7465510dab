/**
 * Bounded caches: an LRU cache over lru-cache, a simple bounded map, and memoize helpers. Keys must name everything
 * the value depends on.
 * Guarantees: a memo never holds more than the given bytes (as `sizeOf` estimates them); a value is complete or
 * absent; the statistics keep no memo alive.
 */
import { LRUCache } from 'lru-cache'

export type BoundedMap<Key, Value> = ReturnType<typeof createBoundedMap<Key, Value>>

/**
 * For small values that are cheap to recompute: as fast as a Map; clears itself when full.
 * @param most maximum number of values
 */
export function createBoundedMap<Key, Value>(most: number) {
  const values = new Map<Key, Value>()
  return {
    known: (key: Key): Value | undefined => values.get(key),
    keep: (key: Key, value: Value): Value => {
      if (values.size >= most && !values.has(key)) values.clear()
      values.set(key, value)
      return value
    },
  }
}

type Held = Pick<LRUCache<string, object>, 'calculatedSize' | 'size'>

interface Tally {
  hits: number
  misses: number
  /** Weak, so that a replaced rule set can be collected with its memos. */
  readonly memos: Set<WeakRef<Held>>
}

const tallies = new Map<string, Tally>()

/** Hits and misses of all memos with the same name in this process, and the size of those still in use. */
export function memoFigures() {
  return [...tallies].map(([name, { hits, misses, memos }]) => {
    const living = [...memos].flatMap((each) => each.deref() ?? (memos.delete(each), []))
    const sum = (of: keyof Held): number => living.reduce((all, each) => all + each[of], 0)
    return { name, hits, misses, bytes: sum('calculatedSize'), entries: sum('size') }
  })
}

export type Memo<Value extends object> = ReturnType<typeof createMemo<Value>>

/** @param name groups memos in `memoFigures` */
export function createMemo<Value extends object>(
  maxBytes: number,
  sizeOf: (value: Value, key: string) => number,
  name: string,
) {
  const cache = new LRUCache<string, Value>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => Math.max(1, Math.ceil(sizeOf(value, key))),
  })
  const tally = tallies.get(name) ?? { hits: 0, misses: 0, memos: new Set() }
  tallies.set(name, tally)
  tally.memos.add(new WeakRef(cache))
  const known = (key: string): Value | undefined => {
    const value = cache.get(key)
    if (value === undefined) tally.misses += 1
    else tally.hits += 1
    return value
  }
  /** Caches the value if it fits. */
  const keep = (key: string, value: Value): void => void cache.set(key, value)
  /** Returns the cached value, or makes one and caches it if it fits. */
  const take = (key: string, make: () => Value): Value => {
    const value = known(key)
    if (value !== undefined) return value
    const made = make()
    keep(key, made)
    return made
  }
  return { take, known, keep }
}

/** Memoizes a function without parameters; `make` runs on the first call. */
export function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined
  return () => (made ??= { value: make() }).value
}

interface Kept<Key, Made> {
  readonly get: (key: Key) => Made | undefined
  readonly set: (key: Key, made: Made) => unknown
}

/** Memoizes a function of one key; `make` must not return undefined. */
export function onceEach<Key, Made>(make: (key: Key) => Made, known: Kept<Key, Made> = new Map<Key, Made>()) {
  return (key: Key): Made => {
    let made = known.get(key)
    if (made === undefined) known.set(key, (made = make(key)))
    return made
  }
}

/** Like `onceEach`, with weakly held keys. */
export function onceFor<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  return onceEach(make, new WeakMap<Key, Made>())
}
