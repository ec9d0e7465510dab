/**
 * What people see at a terminal: progress, columns, counts.
 * Guarantees: a pipe or a file gets no progress; columns are aligned, and their lines have no blanks at the end.
 */

/**
 * Does the work while stderr says what is being waited for, and wipes that line when it is done. Said at once and not
 * after a while: the work mostly leaves no moment in which a clock could be looked at.
 */
export async function withProgress<Result>(
  what: string,
  work: () => Result | Promise<Result>,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): Promise<Result> {
  if (stream.isTTY !== true) return work()
  stream.write(`${what} …`)
  try {
    return await work()
  } finally {
    stream.write('\r\x1b[K')
  }
}

type Cell = string | number

/** Pads every cell to the widest of its column; columns of numbers, and their heads, are aligned at the right. */
export function aligned(rows: readonly (readonly Cell[])[]): string {
  const widths = widthsOf(rows)
  const isNumeric = widths.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  const padded = (cell: Cell, column: number): string => {
    const blanks = ' '.repeat((widths[column] ?? 0) - lengthOf(cell))
    return isNumeric[column] ? `${blanks}${cell}` : `${cell}${blanks}`
  }
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n')
}

/** The widest cell of each column. */
export function widthsOf(rows: readonly (readonly Cell[])[]): readonly number[] {
  return (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => lengthOf(row[column] ?? ''))))
}

/** At most so many signs, the last of them … when there were more. */
export function cut(text: string, length: number): string {
  const signs = [...text]
  return signs.length <= length ? text : `${signs.slice(0, length - 1).join('')}…`
}

/** `1 key`, `2 keys` */
export function plural(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}

/** In signs, not in the units of JavaScript. */
function lengthOf(cell: Cell): number {
  return [...String(cell)].length
}
