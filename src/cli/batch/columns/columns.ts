/**
 * What the columns of a table mean: the header, with the mapping of `--columns`.
 * Guarantees: a header that is nearly a column is refused, so that a misspelt gene is never left out in silence; headers that mean
 * nothing are named.
 */
import { nearest } from '../../../common/nearest.js'
import { textOf } from '../../terminal.js'
import { Refusal } from '../../report.js'
import { IGNORED, type Mapping } from './mapping.js'

export interface Columns {
  /** Column → its place in a record. */
  readonly places: ReadonlyMap<string, number>
  readonly count: number
  /** Headers that are not read. */
  readonly unread: readonly string[]
}

/** Columns that are no genes. */
export const COMMON_COLUMNS = ['id', 'sire', 'dam', 'sex', 'birth_date', 'coat', 'report'] as const

/** Headers are compared without case and without blanks at their ends. */
const folded = (text: string): string => text.trim().toLowerCase()

/**
 * @param line of the header @param known every column that this batch can read
 * Throws Refusal.
 */
export function readHeader(
  header: readonly string[],
  line: number,
  known: readonly string[],
  { columns }: Mapping,
): Columns {
  const meanings = new Map([...columns].map(([from, to]) => [folded(from), to]))
  const byName = new Map(known.map((column) => [folded(column), column]))
  const places = new Map<string, number>()
  const unread: string[] = []
  const unused = new Set(meanings.keys())
  header.forEach((name, place) => {
    const mapped = meanings.get(folded(name))
    unused.delete(folded(name))
    if (mapped === IGNORED) return
    const column = byName.get(folded(mapped ?? name))
    if (column === undefined) {
      if (mapped !== undefined) throw unknownMeaning(name, mapped, known)
      refuseSlip(name, line, known)
      if (name.trim() !== '') unread.push(name.trim())
      return
    }
    if (places.has(column)) {
      const first = header[places.get(column) ?? 0] ?? ''
      throw new Refusal(
        `error: line ${line}: the columns "${first}" and "${name}" both mean ${column}: map one of them to "${IGNORED}"`,
      )
    }
    places.set(column, place)
  })
  if (places.size === 0) {
    throw new Refusal(
      textOf(
        `error: line ${line}: no column of the header is known: ${header.join(', ')}`,
        `  expected: ${known.join(', ')}, or a file of --columns that says what the headers mean`,
      ),
    )
  }
  const [missing] = unused
  if (missing !== undefined) {
    const original = [...columns.keys()].find((each) => folded(each) === missing) ?? missing
    const near = nearest(original, header)
    const how = near === undefined ? `the header is ${header.join(', ')}` : `did you mean "${near}"?`
    throw new Refusal(`error: the mapping names a column "${original}", and the table has none: ${how}`)
  }
  return { places, count: header.length, unread }
}

function unknownMeaning(name: string, mapped: string, known: readonly string[]): Refusal {
  const near = nearest(mapped, known)
  const how = near === undefined ? `expected ${known.join(', ')} or "${IGNORED}"` : `did you mean "${near}"?`
  return new Refusal(`error: the mapping says that "${name}" is "${mapped}", which is no column: ${how}`)
}

const MIN_SEARCHED = 4

function refuseSlip(name: string, line: number, known: readonly string[]): void {
  const near = name.trim().length < MIN_SEARCHED ? undefined : nearest(name.trim(), known)
  if (near === undefined) return
  throw new Refusal(
    `error: line ${line}: the column "${name.trim()}" looks like "${near}": rename it, or say in a file of --columns what it is ("${IGNORED}" if nothing)`,
  )
}
