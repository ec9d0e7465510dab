/**
 * The document's worked examples, answered by the rules they speak of.
 * Guarantees: an example's answer is what the service says, never what somebody typed.
 */
import type { Coats, Fields } from '../coats/answers.js'
import type { Json } from './contract.js'

export interface WorkedExample {
  readonly path: string
  readonly name: string
  readonly fields: Fields
  readonly answer: unknown
}

const FORM = 'application/x-www-form-urlencoded'

/** Asks each documented request of its operation. @param fallbackLanguage for examples that name none */
export function workExamples(
  document: Json,
  coats: Coats,
  fallbackLanguage: string,
): readonly WorkedExample[] {
  const ask: Readonly<Record<string, (fields: Fields) => unknown>> = {
    'coats.result': (fields) => coats.result(fields, fallbackLanguage).body,
    'coats.generateChild': (fields) => coats.offspring(fields, fallbackLanguage).body,
  }
  return Object.entries(document['paths'] as Json).flatMap(([path, item]) => {
    const operation = (item as Json)['post'] as Json | undefined
    const body = operation?.['requestBody'] as Json | undefined
    const examples = ((body?.['content'] as Json | undefined)?.[FORM] as Json | undefined)?.['examples'] as
      Json | undefined
    return Object.entries(examples ?? {}).map(([name, example]): WorkedExample => {
      const fields = (example as Json)['value'] as Fields
      const answer = ask[String(operation?.['x-endpoint'])]?.(fields)
      return { path, name, fields, answer }
    })
  })
}
