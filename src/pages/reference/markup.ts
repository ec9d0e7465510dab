/**
 * A template tag for HTML that escapes all inserted text.
 * Guarantees: only literal parts of a template are markup; inserted text cannot create a tag, end an attribute or start an entity.
 */

/** Markup that is already escaped. */
export interface Markup {
  readonly markup: string
}

/** Values allowed in a template: text and numbers are escaped, undefined is empty, lists are concatenated. */
export type Piece = Markup | string | number | undefined | readonly Piece[]

/** `markup`<p>${text}</p>``. Attribute values must be quoted in the literal part. */
export function markup(literals: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return {
    markup: literals.reduce((text, literal, index) => text + written(pieces[index - 1]) + literal),
  }
}

/** The pieces with a separator in between. */
export function joined(pieces: readonly Piece[], separator: Piece): Piece {
  return pieces.map((piece, index) => (index === 0 ? piece : [separator, piece]))
}

export function code(text: string): Markup {
  return markup`<code>${text}</code>`
}

/** A collapsed article with a title. Browsers expand it when a link targets an id inside it. */
export function folded(id: string, title: Piece, content: Piece): Markup {
  return markup`<article><details class="fold"><summary><h3>${title}</h3></summary>
<div id="${id}">
${content}</div></details></article>
`
}

/** An injective conversion of a text to an id, for both `id="…"` and `#…`. */
export function anchor(kind: string, text: string): string {
  return `${kind}-${text.replace(/[^A-Za-z0-9-]/gu, (sign) => `_${(sign.codePointAt(0) ?? 0).toString(16)}.`)}`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function written(piece: Piece): string {
  if (piece === undefined) return ''
  if (typeof piece === 'object') return 'markup' in piece ? piece.markup : piece.map(written).join('')
  return String(piece).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}
