/**
 * A source as answers cite it.
 * Guarantees: what the rule files say of it, unverified ones marked as such.
 */
import type { Reference } from '../rules/tables.js'

export interface CitedReference {
  readonly id: string
  readonly title: string
  readonly doi?: string
  readonly omia?: string
  readonly url?: string
  readonly verified: boolean
}

/** A reference as answers cite it; undefined for an id the rule files do not define. */
export function citedReference(
  references: Readonly<Record<string, Reference>>,
  id: string,
): CitedReference | undefined {
  const reference = references[id]
  if (reference === undefined) return undefined
  const { title, doi, omia, url, verified } = reference
  return {
    id,
    title,
    ...(doi === undefined ? {} : { doi }),
    ...(omia === undefined ? {} : { omia }),
    ...(url === undefined ? {} : { url }),
    verified,
  }
}
