/**
 * Holds answers against the served contract: status, headers, media type and body.
 * Guarantees: judges by nothing but the document and compiles validators of its own, so that a service that
 * judges itself wrongly is found out.
 * Leaves to others: whether an answer is true (the tests that ask for it).
 */
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { readContractText } from '../../src/service/http/contract/contract-file.js'
import { documentOf } from '../../src/service/http/contract/document.js'
import { deepFreeze } from '../../src/common/freeze.js'
import { secretsIn } from '../process/secrets.js'

export type Json = Readonly<Record<string, unknown>>

/** One answer and what it answers. */
export interface Exchange {
  readonly method: string
  /** As sent, without origin; a query is allowed. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface Conformance {
  /** What the contract has against an answer; empty when nothing. Pages beside the contract are not judged. */
  readonly faultsOf: (exchange: Exchange) => readonly string[]
  /** As `fetch`; throws for an answer that breaks the contract or shows a secret. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
}

/** What HTTP itself adds, and what every answer of the service carries whatever it says. */
const UNDECLARED = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
])

/** Fetches the document a service serves. @param url the service's, without a slash at its end */
export async function servedConformance(url: string): Promise<Conformance & { readonly document: Json }> {
  const response = await fetch(`${url}/openapi.json`)
  const document = (await response.json()) as Json
  return { document, ...conformanceTo(document) }
}

let committed: Json | undefined

/** openapi.yaml as it is committed, read once a process and frozen. */
export function committedDocument(): Json {
  committed ??= deepFreeze(documentOf(readContractText()))
  return committed
}

const known = new WeakMap<Json, Conformance>()

/** Made once of each document: to compile what it says of answers takes longer than to hold many against it. */
export function conformanceTo(document: Json): Conformance {
  const conformance = known.get(document) ?? makeConformance(document)
  known.set(document, conformance)
  return conformance
}

function makeConformance(document: Json): Conformance {
  // Not strict: the whole document is one schema to ajv, and most of its words are OpenAPI's.
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajvFormats.default(ajv)
  ajv.addSchema(document, 'contract')
  const compiled = new Map<string, ValidateFunction>()
  const validatorAt = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `contract#${pointer}` })
    compiled.set(pointer, known)
    return known
  }

  const faultsOf = ({ method, path, status, headers, text }: Exchange): readonly string[] => {
    const place = placeOf(document, method, path.replace(/\?.*$/s, ''), status)
    if (place === undefined) return []
    if (typeof place === 'object') return [place.fault]
    const response = at(document, place) as Json
    const declared = (response['headers'] ?? {}) as Json
    const faults = Object.keys(declared).flatMap((name) => {
      const pointer = resolved(document, `${place}/headers/${escaped(name)}`)
      return headerFaults(name, headers.get(name), at(document, pointer) as Json, (value) => {
        const validate = validatorAt(`${pointer}/schema`)
        return validate(value) ? '' : ajv.errorsText(validate.errors)
      })
    })
    const known = new Set(Object.keys(declared).map((name) => name.toLowerCase()))
    for (const name of headers.keys()) {
      if (!known.has(name) && !UNDECLARED.has(name)) faults.push(`header ${name} is not declared`)
    }
    if (Number(headers.get('x-ratelimit-remaining')) > Number(headers.get('x-ratelimit-limit'))) {
      faults.push('more requests remain than there are')
    }
    if (response['content'] === undefined) return text === '' ? faults : [...faults, 'a body is not declared']
    const [type = ''] = Object.keys(response['content'] as Json)
    if (headers.get('content-type') !== `${type}; charset=utf-8`)
      faults.push(`media type ${headers.get('content-type')}`)
    // An answer to HEAD has no body, whatever it says.
    if (method === 'HEAD') return faults
    const declaredBody = `${place}/content/${escaped(type)}`
    if (type === 'application/x-ndjson') {
      const validateLine = validatorAt(`${declaredBody}/x-itemSchema`)
      const lines = text.split('\n').filter((line) => line !== '')
      return [...faults, ...lines.flatMap((line) => bodyFaults(line, validateLine, ajv))]
    }
    const validate = validatorAt(`${declaredBody}/schema`)
    if (type !== 'application/json')
      return validate(text) ? faults : [...faults, ajv.errorsText(validate.errors)]
    return [...faults, ...bodyFaults(text, validate, ajv)]
  }

  return {
    faultsOf,
    fetch: async (url, init = {}) => {
      const response = await fetch(url, init)
      const { pathname, search } = new URL(url)
      const { status, headers } = response
      const exchange: Exchange = {
        method: init.method ?? 'GET',
        path: `${pathname}${search}`,
        status,
        headers,
        text: await response.clone().text(),
      }
      const shown = secretsIn(`${JSON.stringify([...headers])} ${exchange.text}`)
      const faults = [...faultsOf(exchange), ...shown.map((secret) => `it shows the secret ${secret}`)]
      if (faults.length === 0) return response
      throw new Error(
        `${exchange.method} ${exchange.path} → ${status} breaks the contract: ${faults.join('; ')}`,
      )
    },
  }
}

/** JSON pointer of the response that declares this answer; undefined for a page; or what speaks against it. */
function placeOf(
  document: Json,
  method: string,
  path: string,
  status: number,
): string | undefined | { readonly fault: string } {
  const paths = document['paths'] as Json
  const item = paths[path] as Json | undefined
  // Refusals before any operation have one form, wherever they come from.
  if (item === undefined && status === 404) return '/components/responses/NotFound'
  if (item === undefined && status === 405) return '/components/responses/MethodNotAllowed'
  if (item === undefined) return undefined
  const operations = Object.keys(item)
  const verb = operations.find((each) => each === method.toLowerCase())
  if (verb === undefined && status !== 405) return { fault: `no operation ${method} ${path}, and no 405` }
  const pointer = `/paths/${escaped(path)}/${verb ?? operations[0] ?? ''}/responses/${status}`
  if (at(document, pointer) === undefined) return { fault: `status ${status} is not declared` }
  return resolved(document, pointer)
}

function headerFaults(
  name: string,
  sent: string | null,
  declared: Json,
  judge: (value: unknown) => string,
): readonly string[] {
  if (sent === null) return declared['required'] === true ? [`header ${name} is missing`] : []
  const isInteger = (declared['schema'] as Json)['type'] === 'integer'
  const fault = judge(isInteger && /^-?\d+$/.test(sent) ? Number(sent) : sent)
  return fault === '' ? [] : [`header ${name}: ${sent}: ${fault}`]
}

function bodyFaults(text: string, validate: ValidateFunction, ajv: Ajv2020): readonly string[] {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return [`no JSON: ${text.slice(0, 100)}`]
  }
  return validate(body) ? [] : [ajv.errorsText(validate.errors, { dataVar: 'body' })]
}

function escaped(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The value a JSON pointer leads to; undefined where it leads nowhere. */
export function at(document: Json, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, segment) => (value as Json | undefined)?.[segment], document)
}

/** The pointer itself, or the one its `$ref` names. */
function resolved(document: Json, pointer: string): string {
  const reference = (at(document, pointer) as Json)['$ref']
  return typeof reference === 'string' ? reference.slice(1) : pointer
}
