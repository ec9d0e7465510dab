/**
 * The file of look-alikes → rows.
 * Guarantees: each id is given once.
 */
import type { LookalikeYaml, LookalikesYaml } from '../file-types.js'
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
    return lookalikeRow(file, row, pointer)
  })
}

function lookalikeRow(file: FileReading<LookalikesYaml>, row: LookalikeYaml, pointer: string): LookalikeRow {
  const { id, why, cite = [], verified = true, review_by: reviewBy } = row
  const own = 'alike' in row ? row : { alike: [], ...row }
  return {
    unless: [],
    ...own,
    id,
    cite,
    verified,
    ...stated({ why, reviewBy }),
    ...placed(file, pointer, row, ['alike', 'unless', 'unseen', 'acquired']),
  }
}
