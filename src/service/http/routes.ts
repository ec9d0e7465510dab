/**
 * Binds each route of the contract to an operation of the registry, or to the service itself.
 * Guarantees: every operation of the contract is bound, or the start fails.
 */
import type { IncomingMessage } from 'node:http'
import { apiInfo } from '../../access/api-info.js'
import { FreeCalls } from '../../access/free-calls.js'
import type { KeyRecord } from '../../access/ports.js'
import { ask, languageOf, refuseQuery } from '../../operations/ask.js'
import type { Operation, Outcome } from '../../operations/operation.js'
import { API_INFO, BATCH, ENDPOINTS } from '../../operations/registry.js'
import type { Fields } from '../../operations/read/decode-fields.js'
import type { ContractOperation } from './contract/contract.js'
import { fieldsOf, formOf, readBody, type Body } from './request/body.js'
import { splitForm } from './request/form.js'
import type { ServiceParts } from './service-parts.js'

/** A request before its body is decoded. */
export interface SentRequest {
  readonly body: Body
  /** The query string, ignored by operations that read a body. */
  readonly unreadQuery: string
  /** Language of the answer unless the fields name one. */
  readonly language: string
  readonly key: KeyRecord
}

/** An outcome; answers of the service itself have no language. */
export type Answer = Outcome & { readonly language?: string }

/** A route with the functions that read its question and answer it. */
export interface Endpoint {
  readonly operation: ContractOperation
  /** See Operation. */
  readonly heavy?: Operation['heavy']
  /** Whether the answer depends on more than body, language and rules. Such an answer is not cached. */
  readonly isPersonal?: true
  /** Rate limit of a free operation. */
  readonly freeCalls?: FreeCalls
  /**
   * Key of the response cache. Default: the language and the body as sent. Throws ClientError for an invalid request.
   */
  readonly cacheKey?: (body: Body, language: string) => string
  /** Whether clients may cache the answer and revalidate it with its ETag. */
  readonly isTagged?: true
  /** Rejects with ClientError 415, 413 or 400. */
  readonly read: (request: IncomingMessage, query: string) => Body | Promise<Body>
  /** Throws ClientError for a body that is neither a form nor a JSON object. */
  readonly decode: (body: Body) => Fields
  readonly answer: (fields: Fields, sent: SentRequest) => Answer | Promise<Answer>
  /** Throws ClientError for a field in the query string that belongs in the body. */
  readonly refuseQuery?: (fields: Fields, query: string, language: string) => void
}

type Handling = Omit<Endpoint, 'operation'>

/**
 * All but the batch, which runs these (batch/batch.ts). Throws Error for an operation of the contract that has no implementation.
 */
export function bindEndpoints(parts: ServiceParts): readonly Endpoint[] {
  const operations = parts.contract.operations.filter(({ endpoint }) => endpoint !== BATCH)
  return operations.map((operation) => {
    const { endpoint } = operation
    if (endpoint === API_INFO) return { operation, ...apiInfoHandling(parts) }
    const known = parts.operations.find(({ id }) => id === endpoint)
    if (known === undefined) throw new Error(`nothing answers ${endpoint} of the contract`)
    return { operation, ...handlingOf(known, operation, parts) }
  })
}

function handlingOf(
  operation: Operation,
  { method, charged }: ContractOperation,
  { ruleset, store, clock }: ServiceParts,
): Handling {
  const { heavy, isStatic, maxBodyBytes } = operation
  const hasBody = method === 'POST'
  const decode = (body: Body): Fields => operation.decode(hasBody ? fieldsOf(body) : splitForm(body.text))
  return {
    ...(heavy && { heavy }),
    ...(isStatic && {
      isTagged: true,
      cacheKey: (body, language) => languageOf(operation, ruleset, decode(body), language),
    }),
    ...(!charged && { freeCalls: new FreeCalls(store.counters, clock) }),
    read: (request, query) => (hasBody ? readBody(request, maxBodyBytes) : formOf(query)),
    decode,
    answer: (fields, { language }) => ask(operation, ruleset, fields, language),
    ...(hasBody && {
      refuseQuery: (fields, query, language) => refuseQuery(operation, ruleset, query, fields, language),
    }),
  }
}

function apiInfoHandling({ store, publicUrl, clock }: ServiceParts): Handling {
  return {
    isPersonal: true,
    read: () => formOf(''),
    decode: () => ({}),
    answer: async (_fields, { key }) => {
      const used = await store.counters.usage(key.id)
      return { kind: 'value', body: apiInfo(key, used, { endpoints: ENDPOINTS, publicUrl }, clock.now()) }
    },
  }
}
