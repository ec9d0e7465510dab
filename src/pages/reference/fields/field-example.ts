/**
 * Finds an example of a field: in the documented requests and answers first, then in its schema (`examples`, or `x-sample`, which tools do
 * not send), and of genes in the requests of other operations.
 * Guarantees: a value that the document states; none that would not fit into a line.
 */
import type { Json } from '../../../common/json.js'
import { at, entriesAt, listAt, object, operationsOf } from '../document-reading.js'
import { inlineJson } from '../shown-json.js'
import { isGenes } from './plain-type.js'
import { statementsOf } from './variants.js'

/** Longer examples are left to the listings below the table. */
const MAX_LENGTH = 60

/** @param path of the field: `.` into an object, `[]` into a list, `*` any key of a map */
export function exampleAt(
  document: Json,
  schema: unknown,
  examples: readonly unknown[],
  path: string,
): string | undefined {
  const statements = statementsOf(document, schema)
  if (statements.some((each) => at(each, 'type') === 'boolean' || listAt(each, 'enum').length > 0))
    return undefined
  const steps = path.replaceAll('[]', '.[]').split('.')
  const candidates = [
    ...examples.flatMap((example) => valuesAt(example, steps)),
    ...statements.flatMap((each) => [at(each, 'x-sample'), ...listAt(each, 'examples')]),
    ...(statements.some((each) => isGenes(object(each))) ? genesOfOthers(document, steps.at(-1) ?? '') : []),
  ]
  const isStated = (value: unknown): boolean => value !== null && value !== undefined && value !== ''
  // An empty list says less than a full one.
  return [...candidates.filter((value) => !isEmpty(value)), ...candidates.filter(isEmpty)]
    .filter(isStated)
    .map(inlineJson)
    .find((text) => text.length <= MAX_LENGTH)
}

/** Genes in the requests of any operation, in a field with this name. */
function genesOfOthers(document: Json, name: string): readonly unknown[] {
  return operationsOf(document)
    .flatMap(({ operation }) =>
      entriesAt(operation, 'requestBody', 'content', 'application/json', 'examples'),
    )
    .map(([, example]) => at(example, 'value', name))
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
