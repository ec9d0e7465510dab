/**
 * What a service is made of: rules and contract of one rule set, and what it shares with the services before and after it.
 */
import type { AddressList } from '../../access/client-address.js'
import type { Clock, Store } from '../../access/ports.js'
import type { Operation } from '../../operations/operation.js'
import type { Ruleset } from '../../operations/ruleset.js'
import type { PublicPage } from '../../pages/public-page.js'
import type { Contract } from './contract/contract.js'
import type { AnswerThreads } from './fairness/answer-threads.js'
import type { Observe, ServiceLog } from './log/access-log.js'
import type { RefusalLog } from './log/refusal-log.js'

export interface ServiceParts {
  readonly ruleset: Ruleset
  /** What may be asked of the rules. */
  readonly operations: readonly Operation[]
  readonly contract: Contract
  readonly pages: readonly PublicPage[]
  /** To answer in, when neither fields nor headers say. */
  readonly defaultLanguage: string
  readonly store: Store
  readonly clock: Clock
  readonly trustedProxies: AddressList
  /** Where large questions are answered, by the rules that answer. */
  readonly threads: AnswerThreads
  /** '' or a prefix under which every path is served as well. */
  readonly basePath: string
  readonly publicUrl: string
  readonly observe: Observe
  readonly log: ServiceLog
  readonly refusals: RefusalLog
}
