/**
 * What people see at a terminal: progress, lines, columns, counts; and the language that it asks for.
 * Guarantees: a pipe or a file gets no progress; columns are aligned, and their lines have no blanks at the end.
 */
import { findLanguage, tagOf } from '../common/language-tag.js'

/** Does the work while stderr says what is waited for: from the start, since the work mostly leaves no later moment. */
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

/**
 * The language of whoever sits at the terminal: the first variable that is set decides, also where it asks for a language that
 * the rules have not, or for none (`C`, `POSIX`); undefined then. Source: POSIX, Base Definitions 8.2 (order of the
 * variables, an empty one counts as unset).
 */
export function terminalLanguage(
  { LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv,
  languages: readonly string[],
): string | undefined {
  const locale = LC_ALL || LC_MESSAGES || LANG || ''
  // `fr_CA.UTF-8@euro`: what follows the region says nothing of the language.
  return findLanguage(tagOf(locale.replace(/[.@].*/, '')), languages)
}

export type Lines = string | false | undefined | readonly Lines[]

/** Those of the lines that are there. */
export function textOf(...lines: readonly Lines[]): string {
  const all: readonly unknown[] = (lines as readonly unknown[]).flat(Infinity)
  return all.filter((line) => typeof line === 'string').join('\n')
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

const MIN_SHOWN_PERCENTAGE = 1e-6
const MAX_BELOW_ALL = 99.99

/**
 * A percentage as people read it: two decimals, below 1 two significant digits. What is possible is never shown as 0 %, and what
 * is uncertain never as 100 %.
 */
export function percentText(percentage: number): string {
  if (percentage > 0 && percentage < MIN_SHOWN_PERCENTAGE) return '<0.000001'
  if (percentage < 100 && percentage > MAX_BELOW_ALL) return `>${MAX_BELOW_ALL}`
  const digits = percentage < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 }
  return percentage.toLocaleString('en-US', { useGrouping: false, ...digits })
}

/** In groups of three digits. */
export function counted(count: bigint): string {
  return count.toLocaleString('en-US')
}

/** `1 genotype`, `1,234 genotypes` */
export function genotypesText(count: bigint): string {
  return `${counted(count)} genotype${count === 1n ? '' : 's'}`
}

/** `1 key`, `2 keys` */
export function plural(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}

/** In signs, not in the units of JavaScript. */
function lengthOf(cell: Cell): number {
  return [...String(cell)].length
}
