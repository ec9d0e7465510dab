/**
 * Reads values of an OpenAPI document without assuming its shape: missing values are empty, never an error. The document was
 * validated at start (service/http/contract/contract.ts).
 * Guarantees: follows only references within the document.
 */
import type { Json } from '../../common/json.js'

/** An operation with its path and method. */
export interface DocumentedOperation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly operation: Json
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The value as an object; empty for anything else. */
export function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** The value at a path, if there is one. */
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

/** The last name of a reference; undefined for any other value. */
export function referenceName(value: unknown): string | undefined {
  const reference = at(value, '$ref')
  return typeof reference === 'string' ? steps(reference).at(-1) : undefined
}

/** The value, with a reference resolved. */
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
