/**
 * Renders the subset of Markdown that the contract's descriptions use: paragraphs and code spans.
 * Guarantees: everything else is shown literally.
 */
import { code, markup, type Markup, type Piece } from './markup.js'

/** One `<p>` per paragraph; paragraphs are separated by empty lines. */
export function paragraphs(text: string): readonly Markup[] {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => markup`<p>${phrase(paragraph.trim())}</p>`)
}

/** A line of text with code spans; empty for no text. An unpaired backtick is shown literally. */
export function phrase(text: string): Piece {
  if (text === '') return undefined
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? code(part) : part))
}
