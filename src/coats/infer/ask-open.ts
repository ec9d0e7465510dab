/**
 * Questions about animals of which not everything is known, by endpoint.
 * Guarantees: undefined for what says that all is known, which is answered as it always was.
 */
import type { Fields } from '../answers.js'
import type { RuleBook } from '../rule-book.js'
import { askInfer } from './infer.js'
import { askOpenCross } from './open-cross.js'
import { askOpenResult } from './open-result.js'
import { isOpenCross, isOpenHorse } from './reading/is-open.js'
import type { WorkAsked } from './shapes.js'

/** Throws ContractError for the client's faults. */
export function askOpen(
  book: RuleBook,
  endpoint: string,
  fields: Fields,
  fallbackLanguage: string,
): WorkAsked<unknown> | undefined {
  switch (endpoint) {
    case 'coats.result':
      return isOpenHorse(fields) ? askOpenResult(book, fields, fallbackLanguage) : undefined
    case 'coats.generateChild':
      return isOpenCross(fields) ? askOpenCross(book, fields, fallbackLanguage) : undefined
    case 'coats.infer':
      return askInfer(book, fields, fallbackLanguage)
    default:
      return undefined
  }
}
