/**
 * What each endpoint of the contract reads and answers. The one place where an operation meets the domain.
 * Guarantees: every operation of the document has an entry, or the start fails.
 */
import type { IncomingMessage } from 'node:http'
import { apiInfo } from '../access/api-info.js'
import type { Clock, KeyRecord, Store } from '../access/ports.js'
import type { Answered, Coats, Fields, OffspringQuestion } from '../coats/answers.js'
import { decodeCrossFields, decodeHorseFields } from '../coats/request/decode-fields.js'
import { fieldsOf, readBody } from './request/body.js'
import type { Operation } from './contract/contract.js'
import { splitForm } from './request/form.js'
import { negotiateLanguage } from './request/language.js'
import type { Headers } from './respond.js'

export interface RouteParts {
  readonly coats: Coats
  readonly store: Store
  readonly clock: Clock
  readonly publicUrl: () => string
  readonly defaultLanguage: string
}

/** What a request asks. */
export interface Question {
  /** All that its answer depends on beside the rules; absent: the answer depends on more, and is not remembered. */
  readonly words?: string
  /** Throws ContractError for a body that is no form and no JSON object. */
  readonly fields: () => Fields
  /** To answer in, when the fields do not say. */
  readonly language: string
}

/** A 200 before it is made and validated: a body, or the foals of two parents. */
export type Answer = { readonly headers: Headers } & (
  { readonly body: unknown } | { readonly cross: OffspringQuestion }
)

/** What a route brings: the question read from the request, and its answer. */
export interface Endpoint {
  readonly operation: Operation
  /** Whether its answers are work enough to share turns of the event loop, and of threads, with others. */
  readonly takesTurns?: boolean
  /** Rejects with ContractError 415 or 413. */
  readonly read: (request: IncomingMessage, query: string) => Question | Promise<Question>
  readonly answer: (fields: Fields, question: Question, key: KeyRecord) => Answer | Promise<Answer>
}

type Handling = Omit<Endpoint, 'operation'>

/** Joins the document's operations with what answers them. Throws for an operation nothing answers. */
export function bindEndpoints(operations: readonly Operation[], parts: RouteParts): readonly Endpoint[] {
  const handlings = handlingsOf(parts)
  return operations.map((operation) => {
    const handling = handlings[operation.endpoint]
    if (handling === undefined) throw new Error(`nothing answers ${operation.endpoint} of the contract`)
    return { operation, ...handling }
  })
}

function handlingsOf({
  coats,
  store,
  clock,
  publicUrl,
  defaultLanguage,
}: RouteParts): Record<string, Handling> {
  const languageOf = ({ headers }: IncomingMessage): string =>
    negotiateLanguage(headers['accept-language'], coats.languages, defaultLanguage)
  /** A question whose answer follows from its body, its language and the rules. */
  const inBody =
    (endpoint: string, decode: (raw: Fields) => Fields): Endpoint['read'] =>
    async (request) => {
      const body = await readBody(request)
      const language = languageOf(request)
      const words = `${endpoint} ${language} ${body.type} ${body.text}`
      return { words, language, fields: () => decode(fieldsOf(body)) }
    }
  return {
    'coats.result': {
      read: inBody('coats.result', decodeHorseFields),
      answer: (fields, { language }) => answered(coats.result(fields, language)),
    },
    'coats.generateChild': {
      takesTurns: true,
      read: inBody('coats.generateChild', decodeCrossFields),
      answer: (fields, { language }) => {
        const cross = coats.offspringAsked(fields, language)
        return { cross, headers: ['Content-Language', cross.language] }
      },
    },
    'coats.genes': {
      read: (request, query) => {
        const language = languageOf(request)
        return { words: `coats.genes ${language} ${query}`, language, fields: () => splitForm(query) }
      },
      answer: (fields, { language }) => answered(coats.genes(fields, language)),
    },
    'coats.api-info': {
      read: (request) => ({ language: languageOf(request), fields: () => ({}) }),
      answer: async (_fields, _question, key) => ({
        body: apiInfo(key, await store.counters.usage(key.id), publicUrl(), clock.now()),
        headers: [],
      }),
    },
  }
}

function answered({ body, language }: Answered<unknown>): Answer {
  return { body, headers: ['Content-Language', language] }
}
