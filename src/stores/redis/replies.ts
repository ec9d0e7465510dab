/**
 * What Redis answers, checked before it is used.
 * Guarantees: an answer of another shape than expected is a RedisFault, not a value.
 */
import { RedisFault } from './health/redis-fault.js'

/** A list of whole numbers, `length` of them at least. */
export function numbersIn(reply: unknown, length: number): readonly number[] {
  if (Array.isArray(reply) && reply.length >= length && reply.every(Number.isSafeInteger))
    return reply as number[]
  throw new RedisFault('misunderstood', `expected ${length} whole numbers of Redis`)
}

/** A list of texts, missing ones as undefined. */
export function textsIn(reply: unknown): readonly (string | undefined)[] {
  if (Array.isArray(reply)) return reply.map(textIn)
  throw new RedisFault('misunderstood', 'expected a list of texts of Redis')
}

/** A text, or undefined for none. */
export function textIn(reply: unknown): string | undefined {
  if (reply === null || reply === undefined || reply === false) return undefined
  if (typeof reply === 'string') return reply
  throw new RedisFault('misunderstood', 'expected a text of Redis')
}
