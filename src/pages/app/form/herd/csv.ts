/**
 * Tables as CSV text (RFC 4180), as spreadsheets of any country write it.
 * Guarantees: reading inverts writing; the separator may be a comma, a semicolon or a tab; no cell that is written is a formula.
 */

const SEPARATORS = [',', ';', '\t']

/** @param separator that spreadsheets of the reader's country expect */
export function writeCsv(rows: readonly (readonly string[])[], separator: string): string {
  return rows.map((row) => `${row.map((each) => csvCell(each, separator)).join(separator)}\r\n`).join('')
}

/** The text of a cell. An apostrophe makes a spreadsheet take it for text instead of a formula. */
export function csvCell(text: string, separator: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  const isQuoted = /["\r\n]/.test(safe) || safe.includes(separator)
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A row with the line at which it begins, from 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** Empty lines are left out. */
export function readCsv(text: string): readonly CsvRow[] {
  const content = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(content)
  const field = new RegExp(`("(?:[^"]|"")*"?|[^${separator}\r\n]*)(${separator}|\r\n|\n|\r|$)`, 'y')
  const rows: CsvRow[] = []
  let [line, begun, cells] = [1, 1, [] as string[]]
  while (field.lastIndex < content.length || cells.length > 0) {
    // Always a match: a quote that is not closed or closed too early is an ordinary character.
    const [whole = '', written = '', end = ''] = field.exec(content) ?? []
    cells.push(unquoted(written).trim())
    line += whole.split(/\r\n|\n|\r/).length - 1
    if (end === separator) continue
    if (cells.some((each) => each !== '')) rows.push({ line: begun, cells })
    begun = line
    cells = []
  }
  return rows
}

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const [first = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/)
  const counts = SEPARATORS.map((each) => first.split(each).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

function unquoted(written: string): string {
  const text = written.startsWith('"') ? written.slice(1).replace(/"$/, '').replaceAll('""', '"') : written
  return text.replace(/^'(?=[=+\-@])/, '')
}
