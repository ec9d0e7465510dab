/**
 * Reads HTML as strictly as our own pages are written: quoted attributes, every element closed.
 * Guarantees: text is told from markup by the rules of HTML for `<` and `>`, so a text that became a tag is seen.
 */

export interface Tag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface ReadHtml {
  readonly tags: readonly Tag[]
  /** What a reader sees, entities decoded. */
  readonly text: string
  /** What keeps the page from being well-formed. */
  readonly faults: readonly string[]
}

const VOID = new Set(['meta', 'link', 'input'])
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

export function readHtml(html: string): ReadHtml {
  const tags: Tag[] = []
  const faults: string[] = []
  const open: string[] = []
  let text = ''
  for (const [piece] of html.matchAll(/<(?:[^>"]|"[^"]*")*>|[^<]+|</g)) {
    if (!piece.startsWith('<')) {
      if (piece.includes('>')) faults.push(`a bare > in ${piece}`)
      text += decoded(piece, faults)
    } else if (piece.startsWith('</')) {
      const name = piece.slice(2, -1)
      const expected = open.pop()
      if (name !== expected) faults.push(`</${name}> where </${expected ?? 'nothing'}> is due`)
    } else if (!piece.startsWith('<!')) {
      const tag = readTag(piece, faults)
      tags.push(tag)
      if (!VOID.has(tag.name)) open.push(tag.name)
    }
  }
  if (open.length > 0) faults.push(`left open: ${open.join(' ')}`)
  return { tags, text, faults }
}

function readTag(piece: string, faults: string[]): Tag {
  const [, name, rest = ''] = /^<([a-z][a-z0-9]*)((?: [a-z-]+="[^"]*")*)>$/.exec(piece) ?? []
  if (name === undefined) faults.push(`not one of our tags: ${piece}`)
  const attributes = [...rest.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(
    ([, key = '', value = '']) => [key, decoded(value, faults)] as const,
  )
  return { name: name ?? '?', attributes: Object.fromEntries(attributes) }
}

function decoded(text: string, faults: string[]): string {
  return text.replace(/&(#?\w*;?)/g, (whole, entity: string) => {
    const sign = ENTITIES[entity.replace(/;$/, '')]
    if (sign === undefined || !entity.endsWith(';')) faults.push(`an entity of nobody's: ${whole}`)
    return sign ?? whole
  })
}
