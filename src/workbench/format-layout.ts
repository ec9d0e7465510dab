/**
 * YAML values → lines in canonical form: keys in order, two spaces of indentation, at most one empty line in a
 * row. What stands in brackets stays there where it fits on its line, else it becomes a block; a text that does
 * not fit on its line is folded.
 * Guarantees: nothing but order, spacing, quotes and line breaks changes; every comment is written once.
 * Leaves to others: single values (format-scalar.ts) and where comments belong (format-comments.ts).
 */
import type { KeyOrder } from '../rules/key-order.js'
import type { YamlCollection, YamlNode, YamlRow } from '../rules/yaml-tree.js'
import type { Comment, Notes } from './format-comments.js'
import { inlineText, textBlock, WIDTH } from './format-scalar.js'

const STEP = 2

/** What all rows of one file are written with. */
interface Page {
  readonly notes: Notes
  /** Collections already tried on one line: each is asked for again wherever what holds it is. */
  readonly inlines: Map<YamlCollection, string | undefined>
}

/** The lines of a whole file. */
export function layOut(root: YamlNode | undefined, order: KeyOrder, notes: Notes): readonly string[] {
  const lines: string[] = []
  pushComments(lines, notes.head, 0)
  if (root !== undefined) {
    const page = { notes, inlines: new Map<YamlCollection, string | undefined>() }
    const body = rootLines(page, root, order)
    // A comment of the first row must not become one of the file.
    if (notes.headBlank || body[0]?.startsWith('#') === true) pushBlank(lines)
    for (const line of body) lines.push(line)
  }
  pushComments(lines, notes.tail, 0)
  return lines
}

function rootLines(page: Page, root: YamlNode, order: KeyOrder): readonly string[] {
  const inline = inlineNode(page, root, order, false)
  const isShort = inline !== undefined && inline.length <= WIDTH
  if (isShort || (root.kind !== 'map' && root.kind !== 'list')) return inline === '' ? [] : [inline ?? '']
  return [...(root.props === '' ? [] : [root.props]), ...blockLines(page, root, order, 0, false)]
}

/** The rows of a collection as a block; `hangs`: behind a dash, where no comment can precede the first row. */
function blockLines(
  page: Page,
  collection: YamlCollection,
  order: KeyOrder,
  indent: number,
  hangs: boolean,
): readonly string[] {
  const lines: string[] = []
  for (const { row, within } of orderedRows(collection, order)) {
    if (!hangs || lines.length > 0) {
      pushComments(lines, commentsAbove(page, row, within, indent), indent)
      if (page.notes.of(row).blank) pushBlank(lines)
    }
    for (const line of rowLines(page, row, within, indent)) lines.push(line)
  }
  pushComments(lines, page.notes.endOf(collection), indent)
  return lines
}

function rowLines(page: Page, row: YamlRow, within: KeyOrder, indent: number): readonly string[] {
  const head = headOf(row, indent)
  const [beside] = page.notes.of(row).beside
  const line = (...parts: readonly string[]) =>
    [head, ...parts, beside ?? ''].filter((part) => part !== '').join(' ')

  if (isBlockRow(page, row, within, indent)) {
    const { value } = row
    const inside = blockLines(page, value, within, indent + STEP, hangs(row))
    if (!hangs(row)) return [line(value.props), ...inside]
    return inside.map((text, index) => (index === 0 ? `${head} ${text.slice(indent + STEP)}` : text))
  }
  const { value } = row
  const inline = inlineNode(page, value, within, false) ?? ''
  if (value.kind === 'scalar') {
    const block = textBlock(value, fits(head, inline), WIDTH - indent - STEP)
    if (block !== undefined) {
      const text = block.lines.map((one) => (one === '' ? '' : ' '.repeat(indent + STEP) + one))
      return [line(value.props, block.header), ...text]
    }
  }
  return [line(inline)]
}

/** The comments on lines of their own above a row; what cannot stand beside or inside it is among them. */
function commentsAbove(page: Page, row: YamlRow, within: KeyOrder, indent: number): readonly Comment[] {
  const { above, beside } = page.notes.of(row)
  const plain = (texts: readonly string[]) => texts.map((text) => ({ text, blank: false }))
  if (!hangs(row) || !isBlockRow(page, row, within, indent)) return [...above, ...plain(beside.slice(1))]
  const [first] = orderedRows(row.value, within)
  const inside = first === undefined ? [] : commentsAbove(page, first.row, first.within, indent + STEP)
  return [...above, ...plain(beside), ...inside]
}

/** A row whose value is a collection that is written as a block. */
type BlockRow = YamlRow & { readonly value: YamlCollection }

function isBlockRow(page: Page, row: YamlRow, within: KeyOrder, indent: number): row is BlockRow {
  const { value } = row
  if ((value.kind !== 'map' && value.kind !== 'list') || value.rows.length === 0) return false
  const inline = inlineNode(page, value, within, false)
  return inline === undefined || !fits(headOf(row, indent), inline)
}

/** Whether a block begins on the line of its dash. */
function hangs({ key, value }: YamlRow): boolean {
  return key === undefined && value.props === ''
}

function headOf({ key }: YamlRow, indent: number): string {
  return `${' '.repeat(indent)}${key === undefined ? '-' : `${keyText(key)}:`}`
}

function fits(head: string, text: string): boolean {
  return head.length + 1 + text.length <= WIDTH
}

/** The value on one line; undefined if it is written as a block or holds a comment. */
function inlineNode(page: Page, node: YamlNode, order: KeyOrder, inFlow: boolean): string | undefined {
  if (node.kind === 'alias') return `*${node.name}`
  if (node.kind === 'scalar') return inlineText(node, inFlow)
  if (!page.inlines.has(node)) page.inlines.set(node, inlineCollection(page, node, order))
  return page.inlines.get(node)
}

function inlineCollection(page: Page, collection: YamlCollection, order: KeyOrder): string | undefined {
  const { kind, flow, rows, props } = collection
  if (!flow && rows.length > 0) return undefined
  if (page.notes.endOf(collection).length > 0) return undefined
  const parts: string[] = []
  for (const { row, within } of orderedRows(collection, order)) {
    const { above, beside } = page.notes.of(row)
    if (above.length + beside.length > 0) return undefined
    const value = inlineNode(page, row.value, within, true)
    if (value === undefined) return undefined
    parts.push(row.key === undefined ? value : `${keyText(row.key)}${value === '' ? '' : `: ${value}`}`)
  }
  const inside = parts.join(', ')
  const text = kind === 'list' ? `[${inside}]` : inside === '' ? '{}' : `{ ${inside} }`
  return props === '' ? text : `${props} ${text}`
}

interface OrderedRow {
  readonly row: YamlRow
  /** The order of what stands in its value. */
  readonly within: KeyOrder
}

function orderedRows(collection: YamlCollection, order: KeyOrder): readonly OrderedRow[] {
  if (collection.kind === 'list') {
    const items = order.items()
    return collection.rows.map((row) => ({ row, within: items }))
  }
  const byKey = new Map(collection.rows.map((row) => [keyName(row.key), row]))
  const map = order.map([...byKey.keys()])
  return map.keys.flatMap((key) => {
    const row = byKey.get(key)
    return row === undefined ? [] : { row, within: map.under(key) }
  })
}

function keyName(key: YamlNode | undefined): string {
  return key?.kind === 'scalar' ? String(key.value) : ''
}

function keyText(key: YamlNode): string {
  return key.kind === 'scalar' ? inlineText(key, true) : ''
}

function pushComments(lines: string[], comments: readonly Comment[], indent: number): void {
  for (const { text, blank } of comments) {
    if (blank) pushBlank(lines)
    lines.push(' '.repeat(indent) + text)
  }
}

function pushBlank(lines: string[]): void {
  if (lines.length > 0 && lines.at(-1) !== '') lines.push('')
}
