/**
 * Asks an operation of a rule set.
 * Guarantees: fields that are most likely a mistake are refused last, where nothing else is wrong with a request.
 */
import type { Operation, Result } from './operation.js'
import type { Fields } from './read/decode-fields.js'
import { refuseMistakenFields, refuseMistakenQuery } from './read/mistaken-fields.js'
import { readLanguage } from './read/options.js'
import type { Ruleset } from './ruleset.js'

/**
 * @param fields decoded by the operation @param language to answer in, when the fields do not say
 * Throws ClientError with the request's first fault.
 */
export function ask<Body>(
  operation: Operation<Body>,
  ruleset: Ruleset,
  fields: Fields,
  language: string,
): Result<Body> {
  const result = operation.read(ruleset, fields, language)
  refuseMistakenFields(readingOf(operation, ruleset, result.language), fields)
  return result
}

/** The language of a static operation's answer, which is all that its answer depends on. Throws what `ask` throws. */
export function languageOf(operation: Operation, ruleset: Ruleset, fields: Fields, fallback: string): string {
  const language = readLanguage(fields, ruleset.languages, fallback)
  refuseMistakenFields(readingOf(operation, ruleset, language), fields)
  return language
}

/** Throws ClientError for a field in the query string of an operation that reads a body. @param language of the answer */
export function refuseQuery(
  operation: Operation,
  ruleset: Ruleset,
  query: string,
  fields: Fields,
  language: string,
): void {
  refuseMistakenQuery(readingOf(operation, ruleset, language), query, fields)
}

/** The body of an answer at once, however long it takes: of a picture its SVG text. */
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
