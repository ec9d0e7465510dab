/**
 * A table: one question per row, and one row of the answer for each, with its line and id.
 * Guarantees: the columns are those of the first line that is not empty; a row that cannot be read is a fault of its own.
 */
import { csvCell, csvText } from '../answers/csv-answer.js'
import { CELL_END } from '../answers/cell-end.js'
import { readHeader, type Columns } from '../columns/columns.js'
import type { Mapping } from '../columns/mapping.js'
import type { Row } from '../row.js'
import { createCsvReader, delimiterOf, type CsvRecord } from './csv-records.js'
import { Refusal } from '../../report.js'

export interface Table {
  readonly columns: Columns
  readonly delimiter: string
  /** Records of the lines after the header. */
  readonly read: (text: string, isLast: boolean) => readonly CsvRecord[]
  /** The records after the header in the first chunk. */
  readonly first: readonly CsvRecord[]
}

/**
 * Reads the header. @param text of the first chunks, up to the header or further @param known every column that is read
 * Throws Refusal.
 */
export function openTable(text: string, known: readonly string[], mapping: Mapping): Table {
  const delimiter = delimiterOf(text)
  const read = createCsvReader(delimiter)
  const [header, ...first] = read(text, false).filter(({ cells }) => !/^sep=$/.test(cells[0] ?? ''))
  if (header === undefined) throw new Refusal('error: the table is empty: its first line names the columns')
  const columns = readHeader(header.cells, header.line, known, mapping)
  return { columns, delimiter, read, first }
}

/** @param asked columns of the question, in the order of its cells @param blanks commas in place of an answer */
export function createRowReader(
  { columns }: Table,
  asked: readonly string[],
  blanks: string,
  { values }: Mapping,
): (record: CsvRecord) => Row {
  const places = asked.map((column) => columns.places.get(column) ?? -1)
  const words = asked.map((column) => values.get(column))
  const idPlace = columns.places.get('id') ?? -1
  const hasWords = words.some((each) => each !== undefined)
  return ({ line, cells, fault }) => {
    const head = `${line},${csvCell((cells[idPlace] ?? '').trim())},`
    const wrong = fault ?? extraCells(cells, columns.count)
    if (wrong !== undefined) return { head, question: { fault: `${blanks}${csvText([wrong])}` } }
    let question = ''
    for (const [i, place] of places.entries()) {
      const cell = place < 0 ? '' : (cells[place] ?? '').trim()
      const word = hasWords ? (words[i]?.get(cell) ?? cell) : cell
      question += i === 0 ? word : CELL_END + word
    }
    return { head, question }
  }
}

/** Cells beyond the header mean that cells have moved, so that none can be trusted. Missing ones at the end are empty. */
export function extraCells(cells: readonly string[], count: number): string | undefined {
  const isLonger = cells.length > count && cells.slice(count).some((cell) => cell.trim() !== '')
  return isLonger ? `the row has ${cells.length} cells, and the header ${count}` : undefined
}
