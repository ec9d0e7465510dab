/**
 * The file of look-alikes → rows.
 * Leaves to others: whether the tokens exist (model/compile/tokens.ts), what follows for a coat that was seen (coats/infer/).
 */
import type { LookalikeYaml, LookalikesYaml } from '../file-types.js'
import type { LookalikeRow } from '../tables.js'
import { type FileReading, stated } from '../yaml/parsed-file.js'
import { placesOfWords } from '../yaml/word-places.js'

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
    place: file.placeOf(pointer),
    words: placesOfWords(file, pointer, row, ['alike', 'unless', 'unseen', 'acquired']),
  }
}
