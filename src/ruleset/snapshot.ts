/**
 * A snapshot: one rule set as it is served, with everything a request needs of it.
 * Guarantees: immutable but for bounded memories of its own; a prepared snapshot is plain data that one thread can
 * hand to another, and putting it together never holds the event loop for long: it runs no rule and reads no file.
 */
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { coatsOf } from '../coats/coats.js'
import { createRuleBook } from '../coats/rule-book.js'
import { bindContract } from '../http/contract/contract.js'
import type { PublicPage } from '../http/service-parts.js'
import { deepFreeze } from '../rules/freeze.js'
import type { ThreadRules } from '../threads/answer-thread.js'

export type Snapshot = Awaited<ReturnType<typeof assembleSnapshot>>

/** All that was found out about a rule set, as plain data. */
export interface PreparedSnapshot extends ThreadRules {
  readonly pages: readonly PublicPage[]
  /** One of the languages of the rules. */
  readonly defaultLanguage: string
}

/** @param onSlice given how long the event loop was held, in milliseconds, each time it is let go */
export async function assembleSnapshot(
  prepared: PreparedSnapshot,
  onSlice: (milliseconds: number) => void = () => {},
) {
  const slice = async <Value>(work: () => Value): Promise<Value> => {
    const started = performance.now()
    const value = work()
    onSlice(performance.now() - started)
    await nextTurn()
    return value
  }
  const { pages, defaultLanguage, ...rules } = prepared
  const { model, lexicons, maxResults, document, checks } = rules
  // What another thread froze arrives thawed.
  await slice(() => deepFreeze(model.source))
  const book = await slice(() => createRuleBook(model, lexicons, maxResults))
  const coats = await slice(() => coatsOf(book))
  const contract = await slice(() => bindContract(document, checks))
  // The rules are what a thread needs to answer alike.
  return Object.freeze({ revision: model.revision, coats, contract, pages, defaultLanguage, rules })
}
