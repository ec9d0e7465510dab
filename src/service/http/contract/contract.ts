/**
 * Turns openapi.yaml into operations that validate requests and answers. slots.ts fills in genes and languages; validators.ts
 * compiles the validators.
 * Guarantees: routes, shapes and statuses come from the document alone; an undeclared status or body cannot be sent.
 */
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import type { Json } from '../../../common/json.js'
import type { ClientError } from '../../../operations/client-error.js'
import { faultAt } from '../../../operations/read/refusals.js'
import { oneByteText } from '../../../rules/yaml/one-byte-text.js'
import type { Route } from '../router.js'

export interface ContractOperation extends Route {
  /** The endpoint that keys are allowed or denied, such as `coats.result`. */
  readonly endpoint: string
  /** Whether an answer costs a unit of the quota. */
  readonly charged: boolean
  /** Whether a 200 is JSON. */
  readonly answersJson: boolean
  /** The error if decoded fields violate the schema; undefined if they are valid. */
  readonly requestFault: (fields: unknown) => ClientError | undefined
  /** The violation of the contract by an answer with this status; undefined if it is valid. */
  readonly answerFault: (status: number, body: unknown) => string | undefined
  /** Throws Error if a 200 violates the contract, which is a bug, so that it is never sent. */
  readonly assertValid: (body: unknown) => void
}

export type Contract = ReturnType<typeof bindContract>

/** A validator compiled by Ajv. */
interface Check {
  (value: unknown): boolean
  /** `instancePath` is a JSON pointer; '' for the value itself. */
  readonly errors?:
    readonly { instancePath: string; message?: string; data?: unknown; parentSchema?: object }[] | null
}

/** Validators by the JSON pointer of their schema. */
type Checks = Readonly<Record<string, Check>>

/** @param code the result of `writeChecks` for the same document */
export function bindContract(document: Json, code: string) {
  const checks = loadChecks(code)
  return {
    /** With its slots filled, as served. */
    document,
    version: oneByteText(String((document['info'] as Json)['version'])),
    operations: operationsOf(document).map((operation) => bindOperation(operation, checks)),
  }
}

/** JSON pointers of all schemas of bodies. Each validator is named by its pointer. */
export function schemaPlaces(document: Json): readonly string[] {
  return [...new Set(operationsOf(document).flatMap(({ places }) => [...places.values()]))]
}

/** The type of answers given by `$ref`. */
const JSON_TYPE = 'application/json'

/** The operations with the places of their schemas. */
function operationsOf(document: Json) {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Json>>>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const places = placesOf(operation, `/paths/${path.replaceAll('/', '~1')}/${method}`)
      return { path, method, operation, places }
    }),
  )
}

type Documented = ReturnType<typeof operationsOf>[number]

/** JSON pointers of its schemas: of answers by status, and of the request body. @param pointer of the operation */
function placesOf(operation: Json, pointer: string): ReadonlyMap<number | 'request', string> {
  const places = new Map<number | 'request', string>()
  // Decoded forms are validated against the JSON schema too. A body of lines is validated line by line.
  const { content } = (operation['requestBody'] ?? {}) as { readonly content?: Json }
  if (content?.[JSON_TYPE] !== undefined)
    places.set('request', `${pointer}/requestBody/content/application~1json/schema`)
  for (const [status, response] of Object.entries(operation['responses'] as Json)) {
    // A 304 has no body.
    if (status === '304') continue
    const { $ref } = response as { readonly $ref?: string }
    const place = $ref?.slice(1) ?? `${pointer}/responses/${status}`
    const [type = JSON_TYPE] = Object.keys((response as { readonly content?: Json }).content ?? {})
    places.set(Number(status), `${place}/content/${type.replaceAll('/', '~1')}/schema`)
  }
  return places
}

function bindOperation({ path, method, operation, places }: Documented, written: Checks): ContractOperation {
  const checks = new Map<number | 'request', Check>()
  for (const [what, place] of places) {
    const check = written[place]
    if (check === undefined) throw new Error(`no check was written for ${place}: a defect of validators.ts`)
    checks.set(what, check)
  }
  const checkRequest = checks.get('request')
  const endpoint = oneByteText(String(operation['x-endpoint']))
  const answerFault = (status: number, body: unknown): string | undefined => {
    const check = checks.get(status)
    if (check === undefined) return `status ${status} is not declared`
    if (check(body)) return undefined
    const faults = check.errors?.map(({ instancePath, message = '' }) => `${instancePath || '/'} ${message}`)
    return faults?.join('; ')
  }
  return {
    path: oneByteText(path),
    method: method.toUpperCase(),
    endpoint,
    charged: operation['x-charged'] !== false,
    answersJson: places.get(200)?.includes(JSON_TYPE.replace('/', '~1')) === true,
    requestFault: (fields) => {
      if (checkRequest === undefined || checkRequest(fields)) return undefined
      const { instancePath = '', data, message, parentSchema = {} } = checkRequest.errors?.[0] ?? {}
      const field = instancePath.slice(1).replaceAll('/', '.') || 'body'
      const expected = message ?? 'must be a value that the contract accepts'
      return faultAt(field, data, `${field}: ${expected}`, [parentSchema])
    },
    answerFault,
    assertValid: (body) => {
      const fault = answerFault(200, body)
      if (fault !== undefined) throw new Error(`an answer 200 of ${endpoint} breaks the contract: ${fault}`)
    },
  }
}

/** Loads Ajv's runtime functions, which the compiled validators require. */
const libraryOf = createRequire(import.meta.url)

type Written = (exported: Record<string, Check>, library: NodeJS.Require) => void

/** Loading compiled validators takes a tenth of the time of compiling the schemas. */
function loadChecks(code: string): Checks {
  const checks: Record<string, Check> = {}
  const run = compileFunction(code, ['exports', 'require']) as unknown as Written
  run(checks, libraryOf)
  return checks
}
