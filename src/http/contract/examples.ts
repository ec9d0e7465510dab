/**
 * The document's worked examples, answered by the rules they speak of.
 * Guarantees: an example's answer is what the service says, never what somebody typed; a document served for
 * another animal shows no example that its rules refuse.
 */
import type { Coats, Fields } from '../../coats/answers.js'
import { ContractError } from '../../coats/contract-error.js'
import type { Json } from './contract.js'
import { ownExamples, refusalExample } from './own-examples.js'

export interface WorkedExample {
  readonly path: string
  readonly name: string
  readonly fields: Fields
  readonly answer: unknown
}

type Asker = Readonly<Record<string, (fields: Fields) => unknown>>

const FORM = 'application/x-www-form-urlencoded'
const EXAMPLES = ['requestBody', 'content', FORM, 'examples']
const ANSWERS = ['responses', '200', 'content', 'application/json', 'examples']

/** Where the example of a refused request stands. */
export const REFUSAL = ['components', 'responses', 'BadRequest', 'content', 'application/json', 'example']

/** Asks each documented request of its operation. @param fallbackLanguage for examples that name none */
export function workExamples(
  document: Json,
  coats: Coats,
  fallbackLanguage: string,
): readonly WorkedExample[] {
  const ask = askerOf(coats, fallbackLanguage)
  return documented(document).flatMap(({ path, endpoint, examples }) =>
    Object.entries(examples).map(([name, example]): WorkedExample => {
      const fields = (example as Json)['value'] as Fields
      return { path, name, fields, answer: ask[endpoint]?.(fields) }
    }),
  )
}

/**
 * The document with those of its examples that these rules can answer, each with their answer; an operation none
 * of whose examples they can answer gets one of their own genes, and so does the example of a refusal. The document
 * given is left as it is.
 */
export function fitExamples(document: Json, coats: Coats, fallbackLanguage: string): Json {
  const ask = askerOf(coats, fallbackLanguage)
  const own = ownExamples(coats)
  const refused = replaced(document, REFUSAL, refusalExample(coats, fallbackLanguage))
  return documented(document).reduce((fitted, { path, endpoint, examples }) => {
    const answersOf = (asked: Json): Json =>
      Object.fromEntries(
        Object.entries(asked).flatMap(([name, example]) => {
          const answer = unlessRefused(() => ask[endpoint]?.((example as Json)['value'] as Fields))
          return answer === undefined ? [] : [[name, { value: answer }] as const]
        }),
      )
    const known = answersOf(examples)
    const asked = Object.keys(known).length > 0 ? examples : (own[endpoint] ?? {})
    const answers = answersOf(asked)
    const kept = Object.fromEntries(Object.entries(asked).filter(([name]) => Object.hasOwn(answers, name)))
    const withRequests = replaced(fitted, ['paths', path, 'post', ...EXAMPLES], kept)
    return replaced(withRequests, ['paths', path, 'post', ...ANSWERS], answers)
  }, refused)
}

function askerOf(coats: Coats, fallbackLanguage: string): Asker {
  return {
    'coats.result': (fields) => coats.result(fields, fallbackLanguage).body,
    'coats.generateChild': (fields) => coats.offspring(fields, fallbackLanguage).body,
  }
}

interface Documented {
  readonly path: string
  readonly endpoint: string
  readonly examples: Json
}

/** Operations that take forms, with the requests documented for them. */
function documented(document: Json): readonly Documented[] {
  return Object.entries(document['paths'] as Json).flatMap(([path, item]) => {
    const operation = (item as Json)['post'] as Json | undefined
    const examples = EXAMPLES.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], operation)
    if (examples === undefined) return []
    return [{ path, endpoint: String(operation?.['x-endpoint']), examples: examples as Json }]
  })
}

function unlessRefused(ask: () => unknown): unknown {
  try {
    return ask()
  } catch (error) {
    if (error instanceof ContractError) return undefined
    throw error
  }
}

/** A copy of the object in which another value stands at the path. */
function replaced(object: Json, [key = '', ...rest]: readonly string[], value: unknown): Json {
  const inner = rest.length === 0 ? value : replaced((object[key] ?? {}) as Json, rest, value)
  return { ...object, [key]: inner }
}
