/**
 * CSV text as records, each with the number of its first line.
 * Guarantees: empty lines are left out; a record whose quotes do not close is a fault of its first line alone, and the lines after it
 * are read; memory is bounded.
 * Leaves to others: what the cells mean (columns/).
 */
import Papa from 'papaparse'

export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
  /** Why the cells cannot be trusted. */
  readonly fault?: string
}

const DELIMITERS = [',', ';', '\t', '|']
const SAMPLE_LINES = 20
/** A quoted cell may hold line breaks, but a record with more lines has lost a quote. */
const MAX_RECORD_LINES = 50

/** The delimiter, which `sep=;` in the first line may name as Excel writes it. */
export function delimiterOf(text: string): string {
  const [, named] = /^sep=(.)\n/.exec(text) ?? []
  if (named !== undefined) return named
  const [header = ''] = text.split('\n', SAMPLE_LINES).filter((line) => line.trim() !== '')
  const used = DELIMITERS.filter((each) => header.includes(each))
  if (used.length === 1) return used[0] as string
  const sample = text.split('\n', SAMPLE_LINES).join('\n')
  const { meta } = Papa.parse(sample, { newline: '\n', delimitersToGuess: DELIMITERS })
  return used.includes(meta.delimiter) ? meta.delimiter : (used[0] ?? ',')
}

/** @returns a reader of chunks of whole lines, one after the other */
export function createCsvReader(delimiter: string) {
  let line = 1
  /** Lines of a record that the next chunk may close. */
  let open: readonly string[] = []

  const parse = (text: string): readonly (readonly string[])[] | undefined => {
    const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
    return errors.length === 0 ? data : undefined
  }
  const take = (found: CsvRecord[], cells: readonly string[], lines: number): void => {
    if (!cells.every((cell) => cell.trim() === '')) found.push({ line, cells })
    line += lines
  }
  /** Line by line, because some record of these is broken, or continues in the next chunk. */
  const recover = (found: CsvRecord[], lines: readonly string[], isLast: boolean): void => {
    for (let first = 0; first < lines.length;) {
      if (lines[first]?.trim() === '') {
        first += 1
        line += 1
        continue
      }
      let count = 1
      let cells: readonly string[] | undefined
      for (; count <= MAX_RECORD_LINES && first + count <= lines.length; count++) {
        const parsed = parse(lines.slice(first, first + count).join('\n'))
        if (parsed?.length !== 1) continue
        cells = parsed[0]
        break
      }
      if (cells !== undefined) {
        take(found, cells, count)
        first += count
        continue
      }
      if (!isLast && first + count > lines.length) {
        open = lines.slice(first)
        return
      }
      const fault = 'its quotes do not close: a quote inside a quoted cell is written twice, ""'
      found.push({ line, cells: (lines[first] ?? '').split(delimiter), fault })
      line += 1
      first += 1
    }
  }
  return (text: string, isLast: boolean): readonly CsvRecord[] => {
    const found: CsvRecord[] = []
    const lines = text.split('\n')
    if (lines.at(-1) === '') lines.pop()
    if (open.length === 0 && !text.includes('"')) {
      for (const each of lines) take(found, each.split(delimiter), 1)
      return found
    }
    const before = open
    open = []
    const records = before.length === 0 ? parse(lines.join('\n')) : undefined
    if (records === undefined) recover(found, [...before, ...lines], isLast)
    else
      for (const cells of records) {
        // A cell with a line break makes the record as many lines longer.
        const breaks = cells.reduce(
          (sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0),
          0,
        )
        take(found, cells, 1 + breaks)
      }
    return found
  }
}
