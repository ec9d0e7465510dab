/**
 * Descriptions of accepted values that are too many to list: words for the message of an error, and a JSON Schema for
 * `details.expected`.
 * Guarantees: in `details.expected` an object is a JSON Schema (2020-12) of accepted values; anything else is a value.
 */

/** A description in words and as a schema. */
export interface Accepted {
  readonly words: string
  readonly schema: Readonly<Record<string, unknown>>
}

/** An accepted value, or a description of several. */
export type Expected = string | Accepted

export function wordsOf(expected: Expected): string {
  return typeof expected === 'string' ? expected : expected.words
}

/** As `details.expected` lists them. */
export function valuesOf(expected: readonly Expected[]): readonly unknown[] {
  return expected.map((each) => (typeof each === 'string' ? each : each.schema))
}

export function integers(minimum: number, maximum: number): Accepted {
  const words = `an integer from ${minimum} to ${maximum}`
  return { words, schema: { type: 'integer', minimum, maximum } }
}

/** @param unit follows the word "number", such as ` of years` */
export function numbers(minimum: number, maximum: number, unit = ''): Accepted {
  const words = `a number${unit} from ${minimum} to ${maximum}`
  return { words, schema: { type: 'number', minimum, maximum } }
}

const TEXTS = { type: 'array', items: { type: 'string' } }

export const GROUP_OF_GENES: Accepted = {
  words: 'an object of gene names, each with an array of alleles',
  schema: { type: 'object', additionalProperties: TEXTS },
}

export const ANIMAL: Accepted = {
  words: 'an object with base and, if wanted, others',
  schema: {
    type: 'object',
    required: ['base'],
    properties: { base: GROUP_OF_GENES.schema, others: GROUP_OF_GENES.schema },
  },
}

export const LINKAGE_SIDES: Accepted = {
  words: 'an object with the arrays mother and father',
  schema: { type: 'object', properties: { mother: TEXTS, father: TEXTS } },
}
