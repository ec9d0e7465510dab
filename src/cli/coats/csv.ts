/**
 * Reads comma- or semicolon-separated values with a header (RFC 4180).
 * Guarantees: quoted fields may hold separators, quotes and line breaks; a byte order mark is skipped; empty lines are left out.
 */

/** A row by the names of the header, with the line where it begins. */
export interface CsvRow {
  readonly line: number
  readonly fields: ReadonlyMap<string, string>
}

const FIELD = /("(?:[^"]|"")*"|[^",;\r\n]*)([,;]|\r?\n|$)/y

export function readCsv(text: string): readonly CsvRow[] {
  const [header, ...rows] = linesOf(text.replace(/^\uFEFF/, ''))
  const names = header?.cells.map((name) => name.trim()) ?? []
  return rows.map(({ line, cells }) => ({
    line,
    fields: new Map(names.map((name, i) => [name, (cells[i] ?? '').trim()])),
  }))
}

function linesOf(text: string): readonly { readonly line: number; readonly cells: readonly string[] }[] {
  const lines: { line: number; cells: string[] }[] = []
  let [line, at] = [1, 0]
  let cells: string[] = []
  let start = line
  while (at < text.length) {
    FIELD.lastIndex = at
    const [whole, field = '', end = ''] = FIELD.exec(text) ?? [text.slice(at), text.slice(at), '']
    at += Math.max(1, whole.length)
    cells.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)
    line += whole.split('\n').length - 1
    if (end === ',' || end === ';') continue
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ line: start, cells })
    cells = []
    start = line
  }
  return lines
}
