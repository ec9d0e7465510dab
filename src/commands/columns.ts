/**
 * Plain text in columns.
 * Guarantees: columns are aligned, lines have no blanks at their end; a text cut short says so by its last sign.
 */

/** Pads every cell to the widest of its column. `right`: columns of numbers, by their index. */
export function aligned(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => lengthOf(row[column] ?? ''))),
  )
  const padded = (cell: string, column: number): string => {
    const blanks = ' '.repeat(Math.max(0, (widths[column] ?? 0) - lengthOf(cell)))
    return right.includes(column) ? blanks + cell : cell + blanks
  }
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n')
}

/** At most so many signs, the last of them … when there were more. */
export function cut(text: string, length: number): string {
  const signs = [...text]
  return signs.length <= length ? text : `${signs.slice(0, length - 1).join('')}…`
}

/** In signs, not in the units of JavaScript. */
export function lengthOf(text: string): number {
  return [...text].length
}
