/**
 * HTML as values: a template tag that escapes every text put into it.
 * Guarantees: only the literal parts of a template are ever markup; what comes from a document cannot become a tag,
 * leave an attribute or start an entity.
 * Leaves to others: what is said (reference-*.ts) and how it looks (reference-style.ts).
 */

/** Markup that was made here and needs no escaping. */
export interface Markup {
  readonly markup: string
}

/** What may stand in a template: text and numbers are escaped, undefined is nothing, lists follow one another. */
export type Piece = Markup | string | number | undefined | readonly Piece[]

/** `markup`<p>${text}</p>``. Attribute values must be quoted in the literal part. */
export function markup(literals: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return {
    markup: literals.reduce((text, literal, index) => text + written(pieces[index - 1]) + literal),
  }
}

/** The pieces with a separator between any two. */
export function joined(pieces: readonly Piece[], separator: Piece): Piece {
  return pieces.map((piece, index) => (index === 0 ? piece : [separator, piece]))
}

export function code(text: string): Markup {
  return markup`<code>${text}</code>`
}

/** An article under its title until it is asked for. A link to its id unfolds it: browsers do that for what lies within. */
export function folded(id: string, title: Piece, content: Piece): Markup {
  return markup`<article><details class="fold"><summary><h3>${title}</h3></summary>
<div id="${id}">
${content}</div></details></article>
`
}

/** An id made of this text, for `id="…"` and `#…` alike; different texts have different ids. */
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
