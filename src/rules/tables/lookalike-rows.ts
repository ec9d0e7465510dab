/**
 * The file of look-alikes → rows.
 * Guarantees: each id is given once.
 */
import type { LookalikesYaml, LookalikeYaml } from '../file-types.js'
import { type FileReading, stated } from '../yaml/parsed-file.js'
import { placed, type Placed } from '../yaml/word-places.js'

/** Coats that look alike, or something that can be there unseen. */
export interface LookalikeRow extends Placed, Required<Pick<LookalikeYaml, 'cite' | 'verified'>> {
  readonly id: string
  /** Lists of tokens; none where something is unseen. */
  readonly alike: readonly (readonly string[])[]
  readonly unless: readonly string[]
  readonly unseen?: string
  /** A token that no animal is born with. */
  readonly acquired?: string
  readonly why?: string
  readonly reviewBy?: string
}

export function lookalikeRows(file: FileReading<LookalikesYaml>): readonly LookalikeRow[] {
  const first = new Set<string>()
  return file.value.looks.map(({ review_by: reviewBy, ...row }, index) => {
    const pointer = `/looks/${index}`
    if (first.has(row.id)) {
      file.report('DUPLICATE_ID', `${pointer}/id`, {
        what: `there already is a look-alike ${row.id}.`,
        fix: 'rename one of them.',
      })
    }
    first.add(row.id)
    return {
      alike: [],
      unless: [],
      cite: [],
      verified: false,
      ...row,
      ...stated({ reviewBy }),
      ...placed(file, pointer, row, ['alike', 'unless', 'unseen', 'acquired']),
    }
  })
}
