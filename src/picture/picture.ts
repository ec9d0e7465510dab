/**
 * A picture as one SVG document: the animal with its coat's name as title, or a text note if there is nothing to
 * draw.
 * Guarantees: the same subject gives the same text; all ids begin with the prefix, so that pictures with different
 * prefixes can share a page; uses no Node API, so it runs in browsers.
 */
import type { PictureTables } from '../rules/tables.js'
import { appearanceOf, type Visible } from './appearance.js'
import { bodyOf } from './body.js'
import { draw, type Drawing } from './draw.js'
import { element, escaped } from './xml.js'

export interface Subject {
  readonly language: string
  readonly name: string
  readonly description: string
  /** Undefined if only the description is shown. */
  readonly shown?: Shown | undefined
}

export interface Shown {
  readonly tables: PictureTables
  readonly visible: Visible
  /** In years. */
  readonly age: number
}

const PREFIX = 'h-'

/** Layout of a note: width, characters per line, line height and margin. */
const NOTE = { width: 480, letters: 56, line: 22, margin: 24 }

/** @param prefix of all ids */
export function drawHorse(subject: Subject, prefix = PREFIX): string {
  const { shown } = subject
  if (shown === undefined) return note(subject, prefix)
  const { shared, body } = drawingOf(shown, prefix)
  return document(subject, prefix, shown.tables.artwork.view, whole(shared, body))
}

/**
 * A drawing without its document, for combining several into one.
 * @param ownPrefix prefix of ids that are unique to it
 */
export function drawingOf({ tables, visible, age }: Shown, prefix: string, ownPrefix?: string): Drawing {
  const { appearance, artwork } = tables
  return draw(bodyOf(artwork, age), appearanceOf(appearance, visible, age), prefix, ownPrefix)
}

/** Puts shared definitions first, and inlines outlines that are used only once. */
function whole(shared: Drawing['shared'], body: string): string {
  const uses = new Map<string, number>()
  const text = [...shared.values()].join('') + body
  for (const [, id = ''] of text.matchAll(USE)) uses.set(id, (uses.get(id) ?? 0) + 1)
  const outlines = new Map(
    [...shared].flatMap(([id, definition]) => {
      const [start, end] = [`<path id="${id}"`, '/>']
      const isOne = uses.get(id) === 1 && definition.startsWith(start)
      return isOne ? [[id, `<path${definition.slice(start.length, -end.length)}`] as const] : []
    }),
  )
  const kept = [...shared].flatMap(([id, definition]) => (outlines.has(id) ? [] : definition))
  const all = element('defs', {}, kept.join('')) + body
  return all.replace(USE, (written, id: string) => outlines.get(id) ?? written)
}

const USE = /<use href="#([^"]+)"/g

/** @param view left, top, width, height */
function document(
  { language, name, description }: Subject,
  prefix: string,
  view: readonly number[],
  inside: string,
): string {
  const [title, told] = [`${prefix}title`, `${prefix}told`]
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: view.join(' '),
    role: 'img',
    'aria-labelledby': `${title} ${told}`,
    'xml:lang': language,
  }
  const words =
    element('title', { id: title }, escaped(name)) + element('desc', { id: told }, escaped(description))
  return element('svg', attributes, words + inside)
}

function note(subject: Subject, prefix: string): string {
  const { width, letters, line, margin } = NOTE
  const lines = wrapped(subject.description, letters)
  const style = { x: width / 2, 'text-anchor': 'middle', 'font-family': 'sans-serif', fill: 'currentColor' }
  const text = (words: string, at: number, size: number): string =>
    element('text', { ...style, y: margin + at * line, 'font-size': size }, escaped(words))
  const inside = text(subject.name, 1, 18) + lines.map((words, at) => text(words, at + 2.2, 15)).join('')
  return document(subject, prefix, [0, 0, width, 2 * margin + (lines.length + 1.6) * line], inside)
}

/** Breaks text into lines of at most this many characters; a longer word gets its own line. */
function wrapped(text: string, letters: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= letters) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
