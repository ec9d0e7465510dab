/**
 * A snapshot: one rule set as it is served, with everything a request needs of it.
 * Guarantees: immutable but for bounded memories of its own; a prepared snapshot is plain data that one thread can
 * hand to another, and putting it together never holds the event loop for long: it runs no rule and reads no file.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { OPERATIONS } from '../../operations/registry.js'
import { createRuleset } from '../../operations/ruleset.js'
import { bindContract } from '../http/contract/contract.js'
import type { PublicPage } from '../../pages/public-page.js'
import { deepFreeze } from '../../common/freeze.js'
import type { ThreadRules } from '../threads/answer-thread.js'

export type Snapshot = Awaited<ReturnType<typeof assembleSnapshot>>

/** All that was found out about a rule set, as plain data. */
export interface PreparedSnapshot extends ThreadRules {
  readonly pages: readonly PublicPage[]
  /** One of the languages of the rules. */
  readonly defaultLanguage: string
}

/** Lets the event loop go after each step. */
export async function assembleSnapshot(prepared: PreparedSnapshot) {
  const { pages, defaultLanguage, ...rules } = prepared
  const { model, lexicons, maxResults, document, checks } = rules
  // What another thread froze arrives thawed.
  await nextTurn(deepFreeze(model.source))
  const ruleset = await nextTurn(createRuleset(model, lexicons, maxResults))
  const contract = await nextTurn(bindContract(document, checks))
  return Object.freeze({
    revision: model.revision,
    ruleset,
    operations: OPERATIONS,
    contract,
    pages,
    defaultLanguage,
    /** What a thread needs to answer alike. */
    rules,
  })
}
