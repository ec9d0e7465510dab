/**
 * The fingerprint of a rule set's content.
 * Guarantees: comments, spacing and quotes do not change it; a changed, added, removed or reordered value does.
 * Leaves to others: the version of the meaning (manifest.yaml).
 */
import { createHash } from 'node:crypto'
import { byText } from './diagnostic.js'

/** SHA-256 (hex) of files given as [path, parsed value]; the order of the files does not matter. */
export function revisionOf(files: readonly (readonly [path: string, value: unknown])[]): string {
  const sorted = [...files].sort(([a], [b]) => byText(a, b))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}
