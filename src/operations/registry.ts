/**
 * Every operation of the API that a rule set answers. To add one, write its folder and name it here.
 * Leaves to others: what only the service itself can answer, such as a key's usage (service/http/routes.ts).
 */
import { generateChild } from './generate-child/operation.js'
import { genes } from './genes/operation.js'
import { infer } from './infer/operation.js'
import type { Operation } from './operation.js'
import { picture } from './picture/operation.js'
import { result } from './result/operation.js'

export const OPERATIONS: readonly Operation[] = [result, generateChild, infer, genes, picture]

/** Answered by the service itself: it needs the key's usage and no rules. */
export const API_INFO = 'coats.api-info'
const API_INFO_INDEX = 3

/** Identifiers of all endpoints that a key can be allowed or denied, in the order in which clients see them. */
export const ENDPOINTS: readonly string[] = OPERATIONS.map(({ id }) => id).toSpliced(
  API_INFO_INDEX,
  0,
  API_INFO,
)

/** Throws for an identifier that is none of an operation: a defect of the caller. */
export function operationOf(id: string, operations = OPERATIONS): Operation {
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) throw new Error(`no operation is called ${id}`)
  return operation
}
