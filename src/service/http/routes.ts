/**
 * What stands behind each route of the contract: an operation of the registry, or what the service answers itself.
 * Guarantees: every operation of the document has an endpoint, or the start fails; no operation is named here but the
 * service's own.
 */
import type { IncomingMessage } from 'node:http'
import { apiInfo } from '../../access/api-info.js'
import { FreeCalls } from '../../access/free-calls.js'
import type { KeyRecord } from '../../access/ports.js'
import { ask, languageOf, refuseQuery } from '../../operations/ask.js'
import type { Operation, Outcome } from '../../operations/operation.js'
import { API_INFO, ENDPOINTS } from '../../operations/registry.js'
import type { Fields } from '../../operations/read/decode-fields.js'
import type { ContractOperation } from './contract/contract.js'
import { fieldsOf, formOf, readBody, type Body } from './request/body.js'
import { splitForm } from './request/form.js'
import type { ServiceParts } from './service-parts.js'

/** What a client has sent, before its body is decoded. */
export interface SentRequest {
  readonly body: Body
  /** The query string of an operation that reads a body, which is not read. */
  readonly unreadQuery: string
  /** To answer in, when the fields do not say. */
  readonly language: string
  readonly key: KeyRecord
}

/** A result; the service's own answers have no language. */
export type Answer = Outcome & { readonly language?: string }

/** What a route brings: how its question is read from the request, and its answer. */
export interface Endpoint {
  readonly operation: ContractOperation
  /** See Operation. */
  readonly heavy?: Operation['heavy']
  /** Whether its answer depends on more than body, language and rules. Such an answer is not cached. */
  readonly isPersonal?: true
  /** Limits how often a key may call it, where that is free of charge. */
  readonly freeCalls?: FreeCalls
  /**
   * Names all that the answer depends on, beside the rules. Without it that is the language and the body as it was sent.
   * Throws ClientError for the client's faults.
   */
  readonly cacheKey?: (body: Body, language: string) => string
  /** Whether clients may keep its answer and ask whether it still holds, which takes an ETag. */
  readonly isTagged?: true
  /** Rejects with ClientError 415, 413 or 400. */
  readonly read: (request: IncomingMessage, query: string) => Body | Promise<Body>
  /** Throws ClientError for a body that is no form and no JSON object. */
  readonly decode: (body: Body) => Fields
  readonly answer: (fields: Fields, sent: SentRequest) => Answer | Promise<Answer>
  /** Throws ClientError for a field that a client put into the query string instead of the body. */
  readonly refuseQuery?: (fields: Fields, query: string, language: string) => void
}

type Handling = Omit<Endpoint, 'operation'>

/** Joins the document's operations with what answers them. Throws for an operation nothing answers. */
export function bindEndpoints(parts: ServiceParts): readonly Endpoint[] {
  return parts.contract.operations.map((operation) => {
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
