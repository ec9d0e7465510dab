/**
 * What a file of a rule set is, by its name alone.
 */
import type { Kind } from './file-types.js'

export interface FileRole {
  readonly kind: Kind
  /** The locus, table, group or language that the file is named for. */
  readonly id: string
}

const NAMES: readonly (readonly [Kind, RegExp])[] = [
  ['manifest', /^rules\/(manifest)\.yaml$/],
  ['horses', /^rules\/(animals|horses)\.yaml$/],
  ['gene', /^rules\/genes\/([^/]+)\.yaml$/],
  ['epistasis', /^rules\/epistasis\/\d+-([^/]+)\.yaml$/],
  ['linkage', /^rules\/linkage\/([^/]+)\.yaml$/],
  ['locale', /^locales\/([^/]+)\.yaml$/],
]

/** Undefined where no rule set has such a file. @param path `rules/…` or `locales/…`, however the folders are called */
export function fileRole(path: string): FileRole | undefined {
  for (const [kind, pattern] of NAMES) {
    const id = pattern.exec(path)?.[1]
    if (id !== undefined) return { kind, id }
  }
  return undefined
}
