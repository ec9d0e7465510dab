/**
 * The little Markdown that the document's descriptions use: paragraphs and code spans.
 * Guarantees: everything else is shown as it is written.
 */
import { code, markup, type Markup, type Piece } from './markup.js'

/** One `<p>` for each paragraph; paragraphs are parted by empty lines. */
export function paragraphs(text: string): readonly Markup[] {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => markup`<p>${phrase(paragraph.trim())}</p>`)
}

/** A line of text with its code spans; nothing for no text. An unpaired backtick is a backtick. */
export function phrase(text: string): Piece {
  if (text === '') return undefined
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? code(part) : part))
}
