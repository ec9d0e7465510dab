/**
 * The parts of an HTTP service: those of one snapshot, and those shared across reloads.
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
  /** The operations that the rules answer. */
  readonly operations: readonly Operation[]
  readonly contract: Contract
  readonly pages: readonly PublicPage[]
  /** Language of answers if neither fields nor headers name one. */
  readonly defaultLanguage: string
  readonly store: Store
  readonly clock: Clock
  readonly trustedProxies: AddressList
  /** Worker threads of this snapshot for large questions. */
  readonly threads: AnswerThreads
  /** '' or a prefix under which every path is served as well. */
  readonly basePath: string
  readonly publicUrl: string
  readonly observe: Observe
  readonly log: ServiceLog
  readonly refusals: RefusalLog
}
