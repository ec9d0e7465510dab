/**
 * The variants that a schema allows, with references resolved.
 * Guarantees: forms without a meaning of their own are left out of requests: null and empty values, which count as absent, and
 * numbers and truth values as text. Terminates for schemas that refer to themselves.
 */
import type { Json } from '../../../common/json.js'
import { at, listAt, object, resolved, textAt } from '../document-reading.js'

const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf']

/** References nested deeper are not followed. */
const MAX_DEPTH = 8

/** All variants, those of nested alternatives too. */
export function variantsOf(document: Json, schema: unknown, depth = 0): readonly Json[] {
  if (depth > MAX_DEPTH) return []
  const whole = resolved(document, schema)
  if (at(schema, '$ref') !== undefined) return variantsOf(document, whole, depth + 1)
  const inner = ALTERNATIVES.flatMap((keyword) => listAt(whole, keyword))
  if (inner.length > 0) return inner.flatMap((each) => variantsOf(document, each, depth + 1))
  const types = listAt(whole, 'type')
  return types.length === 0 ? [whole] : types.map((type) => ({ ...whole, type }))
}

/** The variants that a reader needs to know. */
export function plainVariants(document: Json, schema: unknown, isAnswer: boolean): readonly Json[] {
  const all = variantsOf(document, schema)
  if (isAnswer) return all
  const meant = all.filter((variant) => !isAbsence(variant))
  const hasOther = meant.some((variant) => ['integer', 'number', 'boolean'].includes(textAt(variant, 'type')))
  return hasOther ? meant.filter((variant) => textAt(variant, 'type') !== 'string') : meant
}

/** Whether only null or an empty value fits. */
function isAbsence(schema: Json): boolean {
  const values = listAt(schema, 'enum')
  return (
    textAt(schema, 'type') === 'null' ||
    at(schema, 'const') === '' ||
    at(schema, 'maxLength') === 0 ||
    at(schema, 'maxItems') === 0 ||
    (values.length > 0 && values.every((value) => value === null || value === ''))
  )
}

/** The first description of the schema, of what it refers to, or of its variants. */
export function describe(document: Json, schema: unknown): string {
  return (
    statementsOf(document, schema)
      .map((each) => textAt(object(each), 'description'))
      .find((text) => text !== '') ?? ''
  )
}

/** The schema, what it refers to, and its variants, outer ones first. */
export function statementsOf(document: Json, schema: unknown, depth = 0): readonly unknown[] {
  if (depth > MAX_DEPTH) return []
  const inner = ALTERNATIVES.flatMap((keyword) => listAt(schema, keyword))
  const next = at(schema, '$ref') === undefined ? inner : [resolved(document, schema), ...inner]
  return [schema, ...next.flatMap((each) => statementsOf(document, each, depth + 1))]
}
