/**
 * The operations as tools for an assistant, with names, descriptions and input schemas from the contract.
 * Guarantees: every question that is answered with JSON is a tool, so that a new one needs no edit here; an answer is that of the HTTP
 * API, short unless the assistant asks for more; a refusal says what to change.
 */
import { ask, wholeBody } from '../../operations/ask.js'
import { ClientError } from '../../operations/client-error.js'
import type { Operation } from '../../operations/operation.js'
import type { Fields } from '../../operations/read/decode-fields.js'
import { usualPopulation } from '../../operations/read/population/population.js'
import { isSent } from '../../operations/read/values.js'
import type { Ruleset } from '../../operations/ruleset.js'
import type { Json } from '../../common/json.js'
import { errorBody } from '../../service/http/errors.js'
import { standaloneSchema } from './tool-schema.js'

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Json
  /** Answers with the body of the HTTP API, or with its error body. */
  readonly call: (fields: Fields) => { readonly body: object; readonly isRefused: boolean }
}

/** Added to fields that a tool has and a call does not send: whole answers would fill the assistant's memory. */
const SHORT: Fields = { limit: 20, group_by: 'coat' }

/**
 * @param document the contract with the rules' genes filled in
 * @param language of answers unless a call names another
 */
export function toolsOf(
  document: Json,
  operations: readonly Operation[],
  ruleset: Ruleset,
  language: string,
): readonly Tool[] {
  const paths = Object.values(document['paths'] as Readonly<Record<string, Readonly<Record<string, Json>>>>)
  const documented = paths.flatMap((methods) => Object.values(methods))
  return operations.flatMap((operation) => {
    const entry = documented.find((each) => each['x-endpoint'] === operation.id && isQuestion(each))
    return entry === undefined ? [] : [toolOf(document, entry, operation, { ruleset, language })]
  })
}

function toolOf(
  document: Json,
  entry: Json,
  operation: Operation,
  { ruleset, language }: { readonly ruleset: Ruleset; readonly language: string },
): Tool {
  const { operationId = '', summary = '', description = '' } = entry as Readonly<Record<string, string>>
  const inputSchema = inputSchemaOf(document, entry)
  const accepted = (inputSchema['properties'] ?? {}) as Json
  const short = Object.fromEntries(Object.entries(SHORT).filter(([field]) => field in accepted))
  const answer = (fields: Fields): object =>
    wholeBody(ask(operation, ruleset, operation.decode({ ...short, ...fields }), language)) as object
  return {
    name: operationId,
    title: summary,
    description: [summary, description].join('. ').trim(),
    inputSchema,
    call: (fields) => {
      try {
        return { body: withPopulation(answer, fields, ruleset), isRefused: false }
      } catch (error) {
        if (error instanceof ClientError) return { body: errorBody(error), isRefused: true }
        throw error
      }
    },
  }
}

/** Where a question needs a population and names none, the assumption of the rules stands, and the answer says so. */
function withPopulation(answer: (fields: Fields) => object, fields: Fields, { model }: Ruleset): object {
  const usual = usualPopulation(model)
  try {
    return answer(fields)
  } catch (error) {
    const isMissing = error instanceof ClientError && error.details?.field === 'population'
    if (!isMissing || isSent(fields, 'population') || usual === undefined) throw error
    return answer({ ...fields, population: usual })
  }
}

/** Whether it reads a question and answers it with JSON. The catalogue of genes reads none; what it lists stands in the input schemas. */
function isQuestion({ requestBody, responses }: Json): boolean {
  const { 200: whole } = responses as { readonly 200?: Json }
  return (
    requestBody !== undefined &&
    whole !== undefined &&
    'application/json' in ((whole['content'] ?? {}) as Json)
  )
}

/** The fields of the JSON body. A population is never required of an assistant: see withPopulation. */
function inputSchemaOf(document: Json, entry: Json): Json {
  const { content } = entry['requestBody'] as { readonly content: Readonly<Record<string, Json>> }
  const schema = standaloneSchema(document, content['application/json']?.['schema'] as Json)
  const required = ((schema['required'] ?? []) as readonly string[]).filter((field) => field !== 'population')
  return { ...schema, required }
}
