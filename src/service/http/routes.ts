/**
 * What each endpoint of the contract reads and answers. The one place where an operation meets the domain.
 * Guarantees: every operation of the document has an entry, or the start fails.
 */
import type { IncomingMessage } from 'node:http'
import { apiInfo } from '../../access/api-info.js'
import { FreeCalls } from '../../access/free-calls.js'
import type { KeyRecord } from '../../access/ports.js'
import type { OffspringQuestion } from '../../operations/generate-child/offspring.js'
import type { Coats } from '../../operations/coats.js'
import type { WorkAsked } from '../../operations/infer/shapes.js'
import {
  decodeCrossFields,
  decodeHorseFields,
  decodeInferFields,
  type Fields,
} from '../../operations/read/decode-fields.js'
import type { Operation } from './contract/contract.js'
import { fieldsOf, formOf, MOST_LONG_BYTES, readBody, type Body } from './request/body.js'
import { splitForm } from './request/form.js'
import { drawHorse } from '../../picture/picture.js'
import type { ServiceParts } from './service-parts.js'

/** What a client has sent, before its body is decoded. */
export interface SentRequest {
  readonly body: Body
  /** To answer in, when the fields do not say. */
  readonly language: string
  readonly key: KeyRecord
}

/**
 * A 200 before it is made and validated: a body, which is a text where it is a picture, or what is still to be worked out.
 */
export type Answer =
  { readonly body: unknown; readonly language?: string } | OffspringQuestion | WorkAsked<unknown>

/** What a route brings: how its question is read from the request, and its answer. */
export interface Endpoint {
  readonly operation: Operation
  /** Whether its answers are work enough to share turns of the event loop, and of threads, with others. */
  readonly takesTurns?: boolean
  /** Whether a thread makes every answer, so that a question need not be read when its key's line is full. */
  readonly isAlwaysHeavy?: boolean
  /** Whether its answer depends on more than body, language and rules. Such an answer is not remembered. */
  readonly isPersonal?: boolean
  /** Limits how often a key may call it, where that is free of charge. */
  readonly freeCalls?: FreeCalls
  /**
   * Names all that the answer depends on, beside the rules. Without it that is the language and the body as it was sent.
   * Throws ContractError for the client's faults.
   */
  readonly cacheKey?: (body: Body, language: string) => string
  /** Whether clients may keep its answer and ask whether it still holds, which takes an ETag. */
  readonly isTagged?: boolean
  /** Rejects with ContractError 415, 413 or 400. */
  readonly read: (request: IncomingMessage, query: string) => Body | Promise<Body>
  /** Throws ContractError for a body that is no form and no JSON object. */
  readonly decode: (body: Body) => Fields
  readonly answer: (fields: Fields, sent: SentRequest) => Answer | Promise<Answer>
}

/** Joins the document's operations with what answers them. Throws for an operation nothing answers. */
export function bindEndpoints(parts: ServiceParts): readonly Endpoint[] {
  const handlings = handlingsOf(parts)
  return parts.contract.operations.map((operation) => {
    const handling = handlings[operation.endpoint]
    if (handling === undefined) throw new Error(`nothing answers ${operation.endpoint} of the contract`)
    return { operation, ...handling }
  })
}

type Handling = Omit<Endpoint, 'operation'>

function handlingsOf({ coats, store, clock, publicUrl }: ServiceParts): Record<string, Handling> {
  const about = coatAnswers(coats)
  const answers = (endpoint: keyof typeof about) => ({
    answer: (fields: Fields, { language }: SentRequest) => about[endpoint](fields, language),
  })
  const posted = (endpoint: keyof typeof about, decode: (raw: Fields) => Fields, mostBytes?: number) => ({
    ...answers(endpoint),
    read: (request: IncomingMessage) => readBody(request, mostBytes),
    decode: (body: Body) => decode(fieldsOf(body)),
  })
  return {
    // Takes no turns: read in a tenth of a millisecond; what is not known of the animal is worked out by a thread.
    'coats.result': posted('coats.result', decodeHorseFields),
    'coats.picture': posted('coats.picture', decodeHorseFields),
    'coats.generateChild': { ...posted('coats.generateChild', decodeCrossFields), takesTurns: true },
    'coats.infer': {
      ...posted('coats.infer', decodeInferFields, MOST_LONG_BYTES),
      takesTurns: true,
      isAlwaysHeavy: true,
    },
    'coats.genes': {
      ...answers('coats.genes'),
      isTagged: true,
      freeCalls: new FreeCalls(store.counters, clock),
      cacheKey: ({ text }, language) => coats.language(splitForm(text), language),
      read: (_request, query) => formOf(query),
      decode: ({ text }) => splitForm(text),
    },
    'coats.api-info': {
      isPersonal: true,
      read: () => formOf(''),
      decode: () => ({}),
      answer: async (_fields, { key }) => ({
        body: apiInfo(key, await store.counters.usage(key.id), publicUrl, clock.now()),
      }),
    },
  }
}

export type AnswerFields = (fields: Fields, language: string) => Answer

/** What is answered about coats, by endpoint of the contract. Each throws ContractError for the client's faults. */
export function coatAnswers(coats: Coats) {
  const openOr =
    (endpoint: string, known?: AnswerFields): AnswerFields =>
    (fields, language) => {
      const answer = coats.openAsked(endpoint, fields, language) ?? known?.(fields, language)
      if (answer === undefined) throw new Error(`nothing answers ${endpoint}: a defect of coats/`)
      return answer
    }
  return {
    'coats.result': openOr('coats.result', coats.result),
    'coats.generateChild': openOr('coats.generateChild', coats.offspringAsked),
    'coats.infer': openOr('coats.infer'),
    'coats.genes': coats.genes,
    'coats.picture': ((fields, language) => {
      const pictured = coats.picture(fields, language)
      return { body: drawHorse(pictured), language: pictured.language }
    }) satisfies AnswerFields,
  }
}
