/**
 * A source as answers cite it.
 * Guarantees: what the rule files say of it, unverified ones marked as such.
 */
import type { Reference } from '../rules/tables.js'

export interface Citation {
  readonly title: string
  readonly doi?: string
  readonly omia?: string
  readonly url?: string
  readonly verified: boolean
}

export interface CitedReference extends Citation {
  readonly id: string
}

export function citationOf({ title, doi, omia, url, verified }: Reference): Citation {
  return {
    title,
    ...(doi === undefined ? {} : { doi }),
    ...(omia === undefined ? {} : { omia }),
    ...(url === undefined ? {} : { url }),
    verified,
  }
}

/** Without ids that the rule files do not define. */
export function citedReferences(
  references: Readonly<Record<string, Reference>>,
  ids: readonly string[],
): readonly CitedReference[] {
  return ids.flatMap((id) => {
    const reference = references[id]
    return reference === undefined ? [] : [{ id, ...citationOf(reference) }]
  })
}
