/**
 * The contract at work: openapi.yaml turned into operations that check what comes in and what goes out.
 * Guarantees: routes, shapes and statuses come from the document alone; a status or a body it does not
 * declare cannot be sent.
 * Leaves to others: filling the gene and language slots (slots.ts), writing the checks (checks-of-document.ts),
 * sending (respond.ts).
 */
import { narrow } from '../../rules/yaml/narrow.js'
import type { Route } from '../router.js'
import { loadChecks, type Check, type SchemaFault } from './operation-checks.js'

export type Json = Readonly<Record<string, unknown>>

export interface Operation extends Route {
  /** `coats.result`: what keys are allowed or denied. */
  readonly endpoint: string
  /** Whether an answer costs a unit. */
  readonly charged: boolean
  /** What the document finds wrong with decoded fields; undefined when nothing. */
  readonly requestFault: (fields: unknown) => DocumentFault | undefined
  /** What the document finds wrong with an answer of this status; undefined when nothing. */
  readonly answerFault: (status: number, body: unknown) => string | undefined
}

/** A fault by the document's own words, for what the model has no complaint about. */
export interface DocumentFault {
  readonly field: string
  readonly value: unknown
  readonly expected: string
}

export interface Contract {
  /** With its slots filled, as served. */
  readonly document: Json
  readonly version: string
  readonly operations: readonly Operation[]
  /** What is wrong with an error body sent outside any operation (404, 405). */
  readonly errorFault: (body: unknown) => string | undefined
}

const BODY_TYPE = 'application/x-www-form-urlencoded'
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** @param code what `writeContractChecks` made of this very document @param parsed what `parseChecks` made of that */
export function bindContract(document: Json, code: string, parsed?: Uint8Array): Contract {
  const checks = loadChecks(code, [...schemasOf(document).keys()], parsed)
  const checkError = checks.get(ERROR) as Check
  return {
    document,
    version: narrow(String((document['info'] as Json)['version'])),
    operations: operationsOf(document).map((operation) => bindOperation(operation, checks)),
    errorFault: (body) => describe(checkError(body)),
  }
}

interface DocumentedOperation {
  readonly path: string
  readonly method: string
  readonly operation: Json
}

function operationsOf(document: Json): readonly DocumentedOperation[] {
  return Object.entries(document['paths'] as Json).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as Json)[method] as Json | undefined
      return operation === undefined ? [] : [{ path, method, operation }]
    }),
  )
}

/** The name of a check: of the error body, of an operation's request, of its answer with a status. */
const ERROR = 'error'
const requestOf = ({ method, path }: DocumentedOperation): string => `${method} ${path}`
const answerOf = ({ method, path }: DocumentedOperation, status: string): string =>
  `${method} ${path} ${status}`

/** Every schema that bodies are held against, by the name of its check. */
export function schemasOf(document: Json): ReadonlyMap<string, Json> {
  const schemas = new Map<string, Json>([[ERROR, { $ref: '#/components/schemas/Error' }]])
  for (const each of operationsOf(document)) {
    const request = contentSchema(each.operation['requestBody'], BODY_TYPE)
    if (request !== undefined) schemas.set(requestOf(each), request)
    for (const [status, response] of Object.entries(each.operation['responses'] as Json)) {
      const schema = contentSchema(resolveResponse(document, response as Json), 'application/json')
      if (schema === undefined)
        throw new Error(`the contract gives no JSON schema for ${status} of ${each.path}`)
      schemas.set(answerOf(each, status), schema)
    }
  }
  return schemas
}

function bindOperation(documented: DocumentedOperation, checks: ReadonlyMap<string, Check>): Operation {
  const { path, method, operation } = documented
  const checkRequest = checks.get(requestOf(documented))
  const answers = new Map(
    Object.keys(operation['responses'] as Json).map((status) => [
      Number(status),
      checks.get(answerOf(documented, status)) as Check,
    ]),
  )
  return {
    path: narrow(path),
    method: method.toUpperCase(),
    endpoint: narrow(String(operation['x-endpoint'])),
    charged: operation['x-charged'] !== false,
    requestFault: (fields) => {
      const [fault] = checkRequest?.(fields) ?? []
      return fault === undefined ? undefined : documentFault(fault)
    },
    answerFault: (status, body) => {
      const check = answers.get(status)
      return check === undefined ? `status ${status} is not declared` : describe(check(body))
    },
  }
}

function contentSchema(holder: unknown, type: string): Json | undefined {
  const content = (holder as Json | undefined)?.['content'] as Json | undefined
  return (content?.[type] as Json | undefined)?.['schema'] as Json | undefined
}

function resolveResponse(document: Json, response: Json): Json {
  const reference = response['$ref']
  if (typeof reference !== 'string') return response
  const responses = (document['components'] as Json)['responses'] as Json
  return responses[reference.replace('#/components/responses/', '')] as Json
}

function documentFault({ path, message, value }: SchemaFault): DocumentFault {
  return {
    field: path.slice(1).replaceAll('/', '.') || 'body',
    value: value ?? null,
    expected: message ?? 'a value that the contract accepts',
  }
}

function describe(faults: readonly SchemaFault[]): string | undefined {
  if (faults.length === 0) return undefined
  return faults.map(({ path, message }) => `${path || '/'} ${message ?? ''}`).join('; ')
}
