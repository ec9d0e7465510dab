/**
 * The file of look-alikes → rows.
 * Guarantees: each id is given once.
 */
import type { LookalikesYaml } from '../file-types.js'
import type { LookalikeRow } from '../tables.js'
import { type FileReading, stated } from '../yaml/parsed-file.js'
import { placed } from '../yaml/word-places.js'

export function lookalikeRows(file: FileReading<LookalikesYaml>): readonly LookalikeRow[] {
  const first = new Set<string>()
  return file.value.looks.map((row, index) => {
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
      verified: true,
      ...row,
      ...stated({ reviewBy: row.review_by }),
      ...placed(file, pointer, row, ['alike', 'unless', 'unseen', 'acquired']),
    }
  })
}
