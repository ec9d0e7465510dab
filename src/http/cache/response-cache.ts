/**
 * Finished answers, kept by the words that asked for them: who asks a second time is remembered, and from then on gets
 * the same bytes.
 * Guarantees: what is kept was held against the contract when it was made; refusals and large answers are not kept;
 * no more than the given bytes, and a new rule set begins with none (app.ts makes one for each).
 * Leaves to others: what belongs to a question's words (routes.ts), who has asked before (admission-filter.ts).
 */
import { createMemo, type Memo } from '../../model/memo.js'
import { createAdmissionFilter } from './admission-filter.js'
import type { Headers } from '../respond.js'

/** A 200: its own headers, and its body as it is sent. */
export interface CachedResponse {
  readonly headers: Headers
  readonly body: Buffer
}

/** Some ten thousand single coats, or a thousand small crosses. */
const MOST_BYTES = 16 * 1024 * 1024
/** What keeping an answer costs beside its text and its words. */
const OVERHEAD_BYTES = 300

export type ResponseCache = Pick<Memo<CachedResponse>, 'known' | 'keep'>

export function createResponseCache(): ResponseCache {
  const memo = createMemo<CachedResponse>(
    MOST_BYTES,
    ({ body }, words) => body.length + words.length + OVERHEAD_BYTES,
    'answers',
  )
  const wasAsked = createAdmissionFilter()
  return {
    known: memo.known,
    keep: (words, answer) => {
      if (wasAsked(words)) memo.keep(words, answer)
    },
  }
}
