/**
 * The contract at work: openapi.yaml turned into operations with compiled validators.
 * Guarantees: routes, shapes and statuses come from the document alone; a status or a body it does not
 * declare cannot be sent.
 * Leaves to others: filling the gene and language slots (contract-slots.ts), sending (respond.ts).
 */
import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import type { Route } from './gate.js'

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

/** Throws when the document is not one this service can serve: a defect of ours, found at start. */
export function compileContract(document: Json): Contract {
  const compile = createCompiler(document)
  const operations = Object.entries(document['paths'] as Json).flatMap(([path, item]) =>
    METHODS.flatMap((method): Operation[] => {
      const operation = (item as Json)[method]
      return operation === undefined
        ? []
        : [compileOperation(document, compile, path, method, operation as Json)]
    }),
  )
  const validateError = compile({ $ref: '#/components/schemas/Error' })
  return {
    document,
    version: String((document['info'] as Json)['version']),
    operations,
    errorFault: (body) => (validateError(body) ? undefined : describe(validateError.errors)),
  }
}

/** Compiles schemas of the document; each named schema is one of ajv's own, so that strict mode sees schemas only. */
function createCompiler(document: Json): (schema: Json) => ValidateFunction {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, verbose: true })
  ajvFormats.default(ajv)
  ajv.addVocabulary(['example', 'xml', 'externalDocs'])
  const named = (document['components'] as Json)['schemas'] as Json
  for (const [name, schema] of Object.entries(named)) ajv.addSchema(localRefs(schema) as Json, name)
  return (schema) => ajv.compile(localRefs(schema) as Json)
}

/** `#/components/schemas/X` → `X`, the name ajv knows it by. */
function localRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(localRefs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/components/schemas/', '')
        : localRefs(inner),
    ]),
  )
}

function compileOperation(
  document: Json,
  compile: (schema: Json) => ValidateFunction,
  path: string,
  method: string,
  operation: Json,
): Operation {
  const request = contentSchema(operation['requestBody'], BODY_TYPE)
  const validateRequest = request === undefined ? undefined : compile(request)
  const answers = new Map<number, ValidateFunction>()
  for (const [status, response] of Object.entries(operation['responses'] as Json)) {
    const schema = contentSchema(resolveResponse(document, response as Json), 'application/json')
    if (schema === undefined) throw new Error(`the contract gives no JSON schema for ${status} of ${path}`)
    answers.set(Number(status), compile(schema))
  }
  return {
    path,
    method: method.toUpperCase(),
    endpoint: String(operation['x-endpoint']),
    charged: operation['x-charged'] !== false,
    requestFault: (fields) =>
      validateRequest === undefined || validateRequest(fields)
        ? undefined
        : documentFault(validateRequest.errors),
    answerFault: (status, body) => {
      const validate = answers.get(status)
      if (validate === undefined) return `status ${status} is not declared`
      return validate(body) ? undefined : describe(validate.errors)
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

function documentFault(errors: readonly ErrorObject[] | null | undefined): DocumentFault {
  const error = errors?.[0]
  return {
    field: (error?.instancePath ?? '').slice(1).replaceAll('/', '.') || 'body',
    value: error?.data ?? null,
    expected: error?.message ?? 'a value that the contract accepts',
  }
}

function describe(errors: readonly ErrorObject[] | null | undefined): string {
  return (errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message ?? ''}`).join('; ')
}
