/**
 * The operations of the API. To add one, write its folder and list it here.
 * Endpoints that need no rules, such as a key's usage, are in service/http/routes.ts.
 */
import { generateChild } from './generate-child/operation.js'
import { genes } from './genes/operation.js'
import { genotypesOf } from './genotypes-of/operation.js'
import { infer } from './infer/operation.js'
import type { Operation } from './operation.js'
import { picture } from './picture/operation.js'
import { result } from './result/operation.js'

export const OPERATIONS: readonly Operation[] = [result, generateChild, infer, genes, picture, genotypesOf]

/** The service answers this endpoint itself, from the key's usage. */
export const API_INFO = 'coats.api-info'
const API_INFO_INDEX = 3

/** The service answers this endpoint by running the others, one per line. */
export const BATCH = 'coats.batch'

/** Identifiers of all endpoints that a key can be allowed or denied, in the order shown to clients. */
export const ENDPOINTS: readonly string[] = [
  ...OPERATIONS.map(({ id }) => id).toSpliced(API_INFO_INDEX, 0, API_INFO),
  BATCH,
]

/** Throws Error for an unknown identifier, which is a bug of the caller. */
export function operationOf(id: string, operations = OPERATIONS): Operation {
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) throw new Error(`no operation is called ${id}`)
  return operation
}
