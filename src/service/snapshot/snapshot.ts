/**
 * A snapshot: one served rule set with everything requests need.
 * Guarantees: immutable except for bounded caches; a prepared snapshot is plain data that can be transferred between threads, and
 * assembling it does not block the event loop for long: it runs no rules and reads no files but two scripts, once per process.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { OPERATIONS } from '../../operations/registry.js'
import { createRuleset } from '../../operations/ruleset.js'
import { bindContract } from '../http/contract/contract.js'
import type { PublicPage } from '../../pages/public-page.js'
import { deepFreeze } from '../../common/freeze.js'
import type { ThreadRules } from '../threads/answer-thread.js'
import { sharedFiles } from './shared-files.js'

export type Snapshot = Awaited<ReturnType<typeof assembleSnapshot>>

/** The result of compiling a rule set, as plain data. */
export interface PreparedSnapshot extends ThreadRules {
  readonly pages: readonly PublicPage[]
  /** One of the languages of the rules. */
  readonly defaultLanguage: string
}

/** Yields to the event loop after each step. */
export async function assembleSnapshot(prepared: PreparedSnapshot) {
  const { pages, defaultLanguage, ...rules } = prepared
  const { model, lexicons, maxResults, document, checks } = rules
  // Transfer between threads loses frozenness.
  await nextTurn(deepFreeze(model.source))
  const ruleset = await nextTurn(createRuleset(model, lexicons, maxResults))
  const contract = await nextTurn(bindContract(document, checks))
  return Object.freeze({
    revision: model.revision,
    ruleset,
    operations: OPERATIONS,
    contract,
    pages: [...pages, ...sharedFiles(pages)],
    defaultLanguage,
    /** The data that worker threads need. */
    rules,
  })
}
