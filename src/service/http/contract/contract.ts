/**
 * The contract at work: openapi.yaml turned into operations that check what comes in and what goes out.
 * Guarantees: routes, shapes and statuses come from the document alone; a status or a body it does not
 * declare cannot be sent.
 * Leaves to others: filling the gene and language slots (slots.ts), writing the checks (validators.ts).
 */
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import type { Json } from '../../../common/json.js'
import type { ClientError } from '../../../operations/client-error.js'
import { faultAt } from '../../../operations/read/refusals.js'
import { oneByteText } from '../../../rules/yaml/one-byte-text.js'
import type { Route } from '../router.js'

export interface ContractOperation extends Route {
  /** `coats.result`: what keys are allowed or denied. */
  readonly endpoint: string
  /** Whether an answer costs a unit. */
  readonly charged: boolean
  /** Why the document refuses decoded fields, in its own words; undefined: it does not. */
  readonly requestFault: (fields: unknown) => ClientError | undefined
  /** What the document finds wrong with an answer of this status; undefined when nothing. */
  readonly answerFault: (status: number, body: unknown) => string | undefined
  /** Throws when a 200 breaks the contract, so that it is never sent: a defect of ours. */
  readonly assertValid: (body: unknown) => void
}

export type Contract = ReturnType<typeof bindContract>

/** A check as the schema library writes it, as far as it is used here. */
interface Check {
  (value: unknown): boolean
  /** `instancePath` is a JSON pointer; '' for the value itself. */
  readonly errors?:
    readonly { instancePath: string; message?: string; data?: unknown; parentSchema?: object }[] | null
}

/** By the place of their schema. */
type Checks = Readonly<Record<string, Check>>

/** @param code what `writeChecks` made of this very document */
export function bindContract(document: Json, code: string) {
  const checks = loadChecks(code)
  return {
    /** With its slots filled, as served. */
    document,
    version: oneByteText(String((document['info'] as Json)['version'])),
    operations: operationsOf(document).map((operation) => bindOperation(operation, checks)),
  }
}

/** Where the schemas stand that bodies are validated against, as JSON pointers: each check is named by its place. */
export function schemaPlaces(document: Json): readonly string[] {
  return [...new Set(operationsOf(document).flatMap(({ places }) => [...places.values()]))]
}

/** Of every answer that stands elsewhere in the document. */
const JSON_TYPE = 'application/json'

/** Each with the places of its schemas. */
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

/** Where its schemas stand: those of its answers by status, and its request's if it takes a body. */
function placesOf(operation: Json, own: string): ReadonlyMap<number | 'request', string> {
  const places = new Map<number | 'request', string>()
  // Forms too are held against this one, once they are decoded.
  if (operation['requestBody'] !== undefined)
    places.set('request', `${own}/requestBody/content/application~1json/schema`)
  for (const [status, response] of Object.entries(operation['responses'] as Json)) {
    // It has no body.
    if (status === '304') continue
    const { $ref } = response as { readonly $ref?: string }
    const place = $ref?.slice(1) ?? `${own}/responses/${status}`
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

/** What the written code may ask for: the schema library's own few functions. */
const libraryOf = createRequire(import.meta.url)

type Written = (exported: Record<string, Check>, library: NodeJS.Require) => void

/** Loading written checks costs a tenth of compiling schemas. */
function loadChecks(code: string): Checks {
  const checks: Record<string, Check> = {}
  const run = compileFunction(code, ['exports', 'require']) as unknown as Written
  run(checks, libraryOf)
  return checks
}
