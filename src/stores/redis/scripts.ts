/**
 * Running scripts in Redis: one round trip each.
 * Guarantees: a script that Redis does not know (a restart forgets them) is sent whole and runs all the same;
 * what Redis answers is checked before it is used.
 * Leaves to others: the scripts (lua.ts) and the connection (link.ts).
 */
import { createHash } from 'node:crypto'
import { RedisFault } from './health/redis-fault.js'
import type { Sender } from './link.js'

export interface Script {
  readonly text: string
  readonly name: string
}

export function script(text: string): Script {
  // The name that Redis itself gives to a script.
  return Object.freeze({ text, name: createHash('sha1').update(text).digest('hex') })
}

/** `late`: takes an answer that came after the fault was told. */
export async function run(
  link: Sender,
  { text, name }: Script,
  names: readonly string[],
  words: readonly string[],
  late?: (reply: unknown) => void,
): Promise<unknown> {
  const rest = [String(names.length), ...names, ...words]
  try {
    return await link.send(['EVALSHA', name, ...rest], late)
  } catch (error) {
    if (!(error instanceof RedisFault && error.message.startsWith('NOSCRIPT'))) throw error
    return await link.send(['EVAL', text, ...rest], late)
  }
}

/** For what happens seldom and must not need a second try: it is carried out by whatever Redis gets it, answer or not. */
export function runWhole(
  link: Sender,
  { text }: Script,
  names: readonly string[],
  words: readonly string[],
): Promise<unknown> {
  return link.send(['EVAL', text, String(names.length), ...names, ...words])
}

/** A list of whole numbers, `length` of them at least. Throws RedisFault. */
export function numbersIn(reply: unknown, length: number): readonly number[] {
  if (Array.isArray(reply) && reply.length >= length && reply.every(Number.isSafeInteger))
    return reply as number[]
  throw new RedisFault('misunderstood', `expected ${length} whole numbers of Redis`)
}

/** A list of texts, missing ones as undefined. Throws RedisFault. */
export function textsIn(reply: unknown): readonly (string | undefined)[] {
  if (Array.isArray(reply)) return reply.map(textIn)
  throw new RedisFault('misunderstood', 'expected a list of texts of Redis')
}

/** A text, or undefined for none. Throws RedisFault. */
export function textIn(reply: unknown): string | undefined {
  if (reply === null || reply === undefined || reply === false) return undefined
  if (typeof reply === 'string') return reply
  throw new RedisFault('misunderstood', 'expected a text of Redis')
}
