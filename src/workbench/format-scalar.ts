/**
 * One value without parts, as it is written: with quotes, without, or as a block of text.
 * Guarantees: YAML 1.1 and 1.2 read it alike where a choice of quotes can bring that about; a block of text has
 * the very value it had.
 * Leaves to others: where it stands (format-layout.ts).
 */
import { BOOLEAN_ELSEWHERE } from '../rules/parse.js'
import { isPlainText, quotedText, type YamlScalar } from '../rules/yaml-tree.js'

/** The columns that a line should not exceed. */
export const WIDTH = 110

/** A last line shorter than this looks lost. */
const LOST = 25

/** The value on one line. */
export function inlineText(scalar: YamlScalar, inFlow: boolean): string {
  const { value, source, props } = scalar
  const text = typeof value === 'string' ? quotedIfNeeded(scalar, value, inFlow) : bareText(value, source)
  return [props, text].filter((part) => part !== '').join(' ')
}

export interface TextBlock {
  /** `>-`, `|` … */
  readonly header: string
  /** Without their indentation. */
  readonly lines: readonly string[]
}

/** The value as a block of text, if it is or must be one; `room`: how long its lines may be. */
export function textBlock(scalar: YamlScalar, fitsOnLine: boolean, room: number): TextBlock | undefined {
  const { value, style } = scalar
  if (typeof value !== 'string' || !isBlockText(value)) return undefined
  const header = value.endsWith('\n') ? '' : '-'
  const body = value.endsWith('\n') ? value.slice(0, -1) : value
  if (style === 'literal') return { header: `|${header}`, lines: body.split('\n') }
  if (style !== 'folded' && fitsOnLine && !value.includes('\n')) return undefined
  if (!isFoldable(body)) return undefined
  const lines = style === 'folded' ? authorsLines(scalar.source) : []
  if (unfolded(lines) === body && lines.every((line) => line.length <= room))
    return { header: `>${header}`, lines }
  const folded = foldedLines(body, room)
  // A text without a space to break at gains nothing.
  if (style !== 'folded' && folded.every((line) => line.length > room)) return undefined
  return { header: `>${header}`, lines: folded }
}

function quotedIfNeeded(scalar: YamlScalar, value: string, inFlow: boolean): string {
  // Around several words, or what looks like a number, quotes are the author's: the next edit may need them.
  const keepsQuotes = scalar.style === 'quoted' && /^[0-9]|\s/.test(value)
  const isPlain = !keepsQuotes && !BOOLEAN_ELSEWHERE.test(value) && isPlainText(value, inFlow)
  return isPlain ? value : quotedText(value)
}

/** A number, a truth value or nothing: quotes would make text of it. */
function bareText(value: unknown, source: string): string {
  if (value === null) return source === '' ? '' : 'null'
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number') return source
  const isAlike = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(source)
  return isAlike || !Number.isFinite(value) ? source : String(value)
}

/** Whether a block of text can hold it without counting spaces or final line breaks. */
function isBlockText(value: string): boolean {
  return /\S/.test(value) && !/^\s|[^\S\n]$|\n\n$|[^\S\n]\n|[^\P{Cc}\n\t]/u.test(value)
}

/** Whether line breaks can stand for its spaces. */
function isFoldable(body: string): boolean {
  return !/\n[^\S\n]/.test(body)
}

function authorsLines(source: string): readonly string[] {
  const lines = source.split('\n').slice(1)
  return lines.map((line) => line.trim()).slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1)
}

/** What folded lines mean: one line break is a space, n + 1 of them are n. */
function unfolded(lines: readonly string[]): string {
  return lines.join('\n').replace(/\n+/g, (breaks) => (breaks.length === 1 ? ' ' : breaks.slice(1)))
}

function foldedLines(body: string, room: number): readonly string[] {
  return body.split('\n').flatMap((paragraph, index) => {
    const lines = paragraph === '' ? [] : foldedParagraph(paragraph, room)
    return index === 0 ? lines : ['', ...lines]
  })
}

/** Full lines, but for the last one: narrower ones where it would hold a lost word. */
function foldedParagraph(paragraph: string, room: number): readonly string[] {
  const full = filledLines(paragraph, room)
  for (let width = room; width > room - LOST; width--) {
    const lines = filledLines(paragraph, width)
    if (lines.length > full.length) return full
    if ((lines.at(-1)?.length ?? 0) >= LOST) return lines
  }
  return full
}

function filledLines(paragraph: string, room: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(/(?<=\S) (?=\S)/)) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
