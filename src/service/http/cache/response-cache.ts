/**
 * Finished answers by the words of their questions: a question that comes a second time is remembered, and from then on
 * answered with the same bytes. To keep the answer of every question would cost a fifth of a coat for nothing.
 * Guarantees: what is kept was validated against the contract when it was made; refusals and large answers are not kept;
 * no more than the given bytes, and a new rule set begins with none (app.ts makes one for each).
 */
import { createMemo, type Memo } from '../../../common/memo.js'
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

/** 256 KiB, whatever is asked. */
const PLACES = 2 ** 16

/**
 * Finds what is asked for a second time. Words are forgotten when others take their place; new ones are taken for known
 * once in some billions, and their answer is then merely cached too soon.
 * @returns whether these words were asked before; from now on they are known
 */
export function createAdmissionFilter(): (words: string) => boolean {
  const marks = new Uint32Array(PLACES)
  return (words) => {
    const mark = markOf(words)
    const place = mark % PLACES
    const isKnown = marks[place] === mark
    marks[place] = mark
    return isKnown
  }
}

/** 32 bits by FNV-1a (Fowler, Noll and Vo), 0 excepted, which marks a free place. */
function markOf(words: string): number {
  let mark = 0x811c9dc5
  for (let i = 0; i < words.length; i++) mark = Math.imul(mark ^ words.charCodeAt(i), 0x01000193)
  return mark >>> 0 || 1
}
