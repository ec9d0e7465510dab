/**
 * Finds an example of a field: in the documented requests and answers first, in its schema otherwise.
 * Guarantees: a value that the document states; none that would not fit into a line.
 */
import type { Json } from '../../../common/json.js'
import { at, listAt } from '../document-reading.js'
import { inlineJson } from '../shown-json.js'
import { variantsOf } from './variants.js'

/** Longer examples are left to the listings below the table. */
const MAX_LENGTH = 60

/** @param path of the field: `.` into an object, `[]` into a list, `*` any key of a map */
export function exampleAt(
  document: Json,
  schema: unknown,
  examples: readonly unknown[],
  path: string,
): string | undefined {
  const variants = [schema, ...variantsOf(document, schema)]
  if (variants.some((variant) => at(variant, 'type') === 'boolean' || listAt(variant, 'enum').length > 0))
    return undefined
  const steps = path.replaceAll('[]', '.[]').split('.')
  const candidates = [
    ...examples.flatMap((example) => valuesAt(example, steps)),
    ...variants.flatMap((variant) => listAt(variant, 'examples')),
  ]
  const isStated = (value: unknown): boolean => value !== null && value !== undefined && value !== ''
  // An empty list says less than a full one.
  return [...candidates.filter((value) => !isEmpty(value)), ...candidates.filter(isEmpty)]
    .filter(isStated)
    .map(inlineJson)
    .find((text) => text.length <= MAX_LENGTH)
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] {
  if (step === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  if (step === '[]' || step === '*') return Object.values(value).flatMap((inner) => valuesAt(inner, rest))
  return Object.hasOwn(value, step) ? valuesAt((value as Json)[step], rest) : []
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
