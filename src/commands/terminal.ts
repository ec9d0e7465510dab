/**
 * What people see at a terminal: colour, progress, columns.
 * Guarantees: a pipe or a file gets plain text and no progress; NO_COLOR is obeyed; columns are aligned, and their
 * lines have no blanks at the end.
 */
import { styleText } from 'node:util'

export type Style = 'red' | 'green' | 'yellow' | 'bold' | 'dim'
export type Paint = (style: Style, text: string) => string

/** Paints where people read, and nowhere else. */
export function paintFor(stream: Pick<NodeJS.WriteStream, 'isTTY'>, environment: NodeJS.ProcessEnv): Paint {
  const plain = stream.isTTY !== true || (environment['NO_COLOR'] ?? '') !== ''
  return (style, text) => (plain ? text : styleText(style, text))
}

/**
 * Says what is being waited for, and wipes the line when it is done. Said at once and not after a while: the work
 * mostly leaves no moment in which a clock could be looked at.
 */
export async function withProgress<Result>(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  what: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  if (stream.isTTY !== true) return work()
  stream.write(`${what} …`)
  try {
    return await work()
  } finally {
    stream.write('\r\x1b[K')
  }
}

/** Pads every cell to the widest of its column. `right`: columns of numbers, by their index. */
export function aligned(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = widthsOf(rows)
  const padded = (cell: string, column: number): string => {
    const blanks = ' '.repeat((widths[column] ?? 0) - lengthOf(cell))
    return right.includes(column) ? blanks + cell : cell + blanks
  }
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n')
}

/** The widest cell of each column. */
export function widthsOf(rows: readonly (readonly string[])[]): readonly number[] {
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
function lengthOf(text: string): number {
  return [...text].length
}
