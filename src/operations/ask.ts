/**
 * Runs an operation on the fields of one request.
 * Guarantees: unknown fields that look like a mistake are refused last, only if the request is otherwise valid.
 */
import { nearest } from '../common/nearest.js'
import { ClientError } from './client-error.js'
import type { Operation, Result } from './operation.js'
import type { Fields } from './read/decode-fields.js'
import { refuseMistakenFields, refuseMistakenQuery } from './read/mistaken-fields.js'
import { didYouMean, quoted } from './read/near-misses.js'
import { readLanguage } from './read/options.js'
import type { Ruleset } from './ruleset.js'

/**
 * @param fields decoded by the operation @param language of the answer if the fields name none
 * Throws ClientError with the request's first fault.
 */
export function ask<Body>(
  operation: Operation<Body>,
  ruleset: Ruleset,
  fields: Fields,
  language: string,
): Result<Body> {
  const result = withSlipNamed(operation, fields, () => operation.read(ruleset, fields, language))
  refuseMistakenFields(readingOf(operation, ruleset, result.language), fields)
  return result
}

/** What `read` returns. If it misses a field for which a misspelt one was sent, its error names that. */
function withSlipNamed<Body>(
  { fields: level }: Operation<Body>,
  sent: Fields,
  read: () => Result<Body>,
): Result<Body> {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ClientError) || error.code !== 'VALIDATION_MISSING_FIELD') throw error
    const { message, details } = error
    const missing = details?.field ?? ''
    const strangers = Object.keys(sent).filter((name) => !Object.hasOwn(level.fields, name))
    const slip = strangers.find((name) => nearest(name, Object.keys(level.fields)) === missing)
    if (slip === undefined || message.includes(quoted(slip))) throw error
    throw new ClientError(error.code, `${message}; ${quoted(slip)} was sent${didYouMean(missing)}`, details)
  }
}

/** The language of a static operation's answer. Its answer depends on nothing else in the request. Throws ClientError as `ask` does. */
export function languageOf(operation: Operation, ruleset: Ruleset, fields: Fields, fallback: string): string {
  const language = readLanguage(fields, ruleset.languages, fallback)
  refuseMistakenFields(readingOf(operation, ruleset, language), fields)
  return language
}

/** Throws ClientError if the query string of an operation that reads a body holds one of its fields. @param language of the answer */
export function refuseQuery(
  operation: Operation,
  ruleset: Ruleset,
  query: string,
  fields: Fields,
  language: string,
): void {
  refuseMistakenQuery(readingOf(operation, ruleset, language), query, fields)
}

/** Computes the whole body of an answer. The body of a picture is its SVG text. */
export function wholeBody<Body>(result: Result<Body>): Body {
  switch (result.kind) {
    case 'value':
      return result.body
    case 'job':
      return result.run()
    case 'image':
      return result.draw() as Body
    case 'rows': {
      const { rows, envelope } = result.list()
      return { results: [...rows], ...envelope } as Body
    }
  }
}

function readingOf({ fields }: Operation, { model, languages }: Ruleset, language: string) {
  return { model, languages, level: fields, language }
}
