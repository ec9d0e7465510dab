/**
 * What each endpoint of the contract reads and answers. The one place where an operation meets the domain.
 * Guarantees: every operation of the document has an entry, or the start fails.
 */
import { apiInfo } from '../access/api-info.js'
import type { Clock, Store } from '../access/ports.js'
import type { Answered, Coats } from '../coats/answers.js'
import { decodeCrossFields, decodeHorseFields } from '../coats/fields.js'
import { readFields } from './body.js'
import type { Operation } from './contract.js'
import { splitForm } from './form.js'
import { negotiateLanguage } from './language.js'
import type { Answer, Endpoint } from './pipeline.js'

export interface RouteParts {
  readonly coats: Coats
  readonly store: Store
  readonly clock: Clock
  readonly publicUrl: () => string
  readonly defaultLanguage: string
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
  const fallback = (header: string | undefined): string =>
    negotiateLanguage(header, coats.languages, defaultLanguage)
  return {
    'coats.result': {
      readFields: async (request) => decodeHorseFields(await readFields(request)),
      answer: (fields, request) =>
        answered(coats.result(fields, fallback(request.headers['accept-language']))),
    },
    'coats.generateChild': {
      readFields: async (request) => decodeCrossFields(await readFields(request)),
      answer: (fields, request) => {
        const listed = coats.offspringListed(fields, fallback(request.headers['accept-language']))
        if ('body' in listed) return answered(listed)
        return { listing: listed, headers: { 'Content-Language': listed.language } }
      },
    },
    'coats.genes': {
      readFields: (_, query) => Promise.resolve(splitForm(query)),
      answer: (fields, request) =>
        answered(coats.genes(fields, fallback(request.headers['accept-language']))),
    },
    'coats.api-info': {
      readFields: () => Promise.resolve({}),
      answer: async (_fields, _request, key) => ({
        body: apiInfo(key, await store.counters.usage(key.id), publicUrl(), clock.now()),
        headers: {},
      }),
    },
  }
}

function answered({ body, language }: Answered<unknown>): Answer {
  return { body, headers: { 'Content-Language': language } }
}
