/**
 * Reads a document of unknown shape: what is missing is empty, never an error.
 * Guarantees: follows references inside the document only.
 * Leaves to others: whether the document is a contract at all (service/http/contract/contract.ts finds that out at start).
 */
import type { Json } from '../../common/json.js'

/** An operation, where it stands. */
export interface DocumentedOperation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly operation: Json
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The value as an object; empty when it is none. */
export function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** What stands at the end of this path, if anything. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (Object.hasOwn(object(inner), key) ? object(inner)[key] : undefined),
    value,
  )
}

export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : ''
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? (found as readonly unknown[]) : []
}

export function entriesAt(
  value: unknown,
  ...path: readonly string[]
): readonly (readonly [string, unknown])[] {
  return Object.entries(object(at(value, ...path)))
}

/** The last name of the reference this value is; undefined when it is none. */
export function referenceName(value: unknown): string | undefined {
  const reference = at(value, '$ref')
  return typeof reference === 'string' ? steps(reference).at(-1) : undefined
}

/** The value, or what it refers to. */
export function resolved(document: Json, value: unknown): Json {
  const reference = at(value, '$ref')
  return object(typeof reference === 'string' ? at(document, ...steps(reference)) : value)
}

/** All operations, in the document's order. */
export function operationsOf(document: Json): readonly DocumentedOperation[] {
  return entriesAt(document, 'paths').flatMap(([path, item]) =>
    METHODS.filter((method) => at(item, method) !== undefined).map((method) => {
      const operation = object(at(item, method))
      const name = textAt(operation, 'operationId') || `${method} ${path}`
      return { name, method: method.toUpperCase(), path, operation }
    }),
  )
}

function steps(reference: string): readonly string[] {
  return reference
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
