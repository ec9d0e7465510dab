/**
 * LRU cache of complete answers, keyed by request: a repeated request gets the same bytes.
 * Guarantees: an entry was validated against the contract when it was made; errors and streamed answers are not cached;
 * the cache is bounded in bytes, and each rule set starts with an empty one (app.ts creates one for each).
 */
import { createMemo, type Memo } from '../../../common/memo.js'
import type { Headers } from '../respond.js'

/** A 200: its own headers, and its body as it is sent. */
export interface CachedResponse {
  readonly headers: Headers
  readonly body: Buffer
}

/** Room for about ten thousand single coats, or a thousand small crosses. */
const MAX_BYTES = 16 * 1024 * 1024
/** Memory that an entry takes in addition to its body and key. */
const OVERHEAD_BYTES = 300

export type ResponseCache = Pick<Memo<CachedResponse>, 'known' | 'keep'>

export function createResponseCache(): ResponseCache {
  return createMemo<CachedResponse>(
    MAX_BYTES,
    ({ body }, words) => body.length + words.length + OVERHEAD_BYTES,
    'answers',
  )
}
