/**
 * Terminal output: progress, lines, columns and counts; and the terminal's language.
 * Guarantees: no progress is written to a pipe or file; columns are aligned, without trailing spaces.
 */
import { findLanguage, tagOf } from '../common/language-tag.js'

/** Shows a message on stderr while the work runs. Written at the start, because most work blocks the event loop. */
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
 * The terminal's language: the first variable that is set decides; undefined if it names a language that the rules do
 * not have, or none (`C`, `POSIX`). Source: POSIX, Base Definitions 8.2 (order of the variables; empty counts as
 * unset).
 */
export function terminalLanguage(
  { LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv,
  languages: readonly string[],
): string | undefined {
  const locale = LC_ALL || LC_MESSAGES || LANG || ''
  // `fr_CA.UTF-8@euro`: encoding and modifier do not matter for the language.
  return findLanguage(tagOf(locale.replace(/[.@].*/, '')), languages)
}

export type Lines = string | false | undefined | readonly Lines[]

/** Flattens the lines and drops missing ones. */
export function textOf(...lines: readonly Lines[]): string {
  const all: readonly unknown[] = (lines as readonly unknown[]).flat(Infinity)
  return all.filter((line) => typeof line === 'string').join('\n')
}

type Cell = string | number

/** Pads every cell to the width of its column; columns of numbers, with their heads, are aligned right. */
export function aligned(rows: readonly (readonly Cell[])[]): string {
  const widths = widthsOf(rows)
  const isNumeric = widths.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  const padded = (cell: Cell, column: number): string => {
    const blanks = ' '.repeat((widths[column] ?? 0) - lengthOf(cell))
    return isNumeric[column] ? `${blanks}${cell}` : `${cell}${blanks}`
  }
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n')
}

/** The width of each column. */
export function widthsOf(rows: readonly (readonly Cell[])[]): readonly number[] {
  return (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => lengthOf(row[column] ?? ''))))
}

/** Cuts the text to this number of characters; … replaces the rest. */
export function cut(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}

const MIN_SHOWN_PERCENTAGE = 1e-6
const MAX_BELOW_ALL = 99.99

/**
 * A percentage for people: two decimals, below 1 two significant digits. Possible results are never shown as 0 %,
 * uncertain ones never as 100 %.
 */
export function percentText(percentage: number): string {
  if (percentage > 0 && percentage < MIN_SHOWN_PERCENTAGE) return '<0.000001'
  if (percentage < 100 && percentage > MAX_BELOW_ALL) return `>${MAX_BELOW_ALL}`
  const digits = percentage < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 }
  return percentage.toLocaleString('en-US', { useGrouping: false, ...digits })
}

/** With thousands separators. */
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

/** Length in characters, not in UTF-16 code units. */
function lengthOf(cell: Cell): number {
  return [...String(cell)].length
}
