/**
 * Which comment belongs to what: above a row (an entry or an item), beside it, or at the end of a collection.
 * Guarantees: every comment is placed once; what stands above a row moves with it, what stands on its line
 * stays there; a comment behind the last row belongs to the collection whose column it reaches.
 * Leaves to others: writing them (format-layout.ts).
 */
import { commentsOf, type YamlCollection, type YamlNode, type YamlRow } from '../rules/yaml-tree.js'

export interface Comment {
  readonly text: string
  /** Whether an empty line stands above it. */
  readonly blank: boolean
}

export interface RowNotes {
  /** Whether an empty line stands above the row, below its comments. */
  readonly blank: boolean
  readonly above: readonly Comment[]
  readonly beside: readonly string[]
}

export interface Notes {
  /** The file's own comments, up to the first empty line. */
  readonly head: readonly Comment[]
  /** Whether an empty line follows them. */
  readonly headBlank: boolean
  /** Behind everything. */
  readonly tail: readonly Comment[]
  of(row: YamlRow): RowNotes
  /** Behind the last row. */
  endOf(collection: YamlCollection): readonly Comment[]
}

interface Found extends Comment {
  readonly offset: number
  /** Zero-based. */
  readonly column: number
  /** Nothing else stands on its line. */
  readonly alone: boolean
}

interface Placed {
  blank: boolean
  above: Comment[]
  beside: string[]
}

/** What surrounds a collection: the columns and rows that comments behind its last row may belong to. */
interface Surroundings {
  /** Where the row that holds it stands; -1 around the root. */
  readonly column: number
  /** The offset of the next row around it. */
  readonly next: number
}

/** Places the comments of a text whose value is `root`. */
export function placeComments(text: string, root: YamlNode | undefined): Notes {
  const lineOf = linesOf(text)
  const comments = commentsOf(text).comments.map((one): Found => ({ ...one, ...lineOf(one.offset) }))
  const rows = new Map<YamlRow, Placed>()
  const ends = new Map<YamlCollection, Comment[]>()
  /** Around the root: what is neither above a row nor beside one. */
  const file: Placed = { blank: false, above: [], beside: [] }
  let cursor = 0

  const notesOf = (row: YamlRow): Placed => {
    const known = rows.get(row)
    if (known !== undefined) return known
    const { alone, blank } = lineOf(row.start)
    const made: Placed = { blank: alone && blank, above: [], beside: [] }
    rows.set(row, made)
    return made
  }
  const takeWhile = (holds: (comment: Found) => boolean): readonly Found[] => {
    const from = cursor
    for (let one = comments[cursor]; one !== undefined && holds(one); one = comments[cursor]) cursor += 1
    return comments.slice(from, cursor)
  }
  const takeBefore = (offset: number) => takeWhile((comment) => comment.offset < offset)
  const add = (owner: Placed, found: readonly Found[]) => {
    for (const one of found) {
      if (one.alone) owner.above.push(one)
      else owner.beside.push(one.text)
    }
  }

  const visit = (node: YamlNode, owner: Placed, around: Surroundings): void => {
    if (node.kind === 'scalar' || node.kind === 'alias') return add(owner, takeBefore(node.end))
    if (node.flow) add(owner, takeBefore(node.start))
    visitRows(node, owner, around)
  }

  const visitRows = (collection: YamlCollection, owner: Placed, around: Surroundings): void => {
    const { flow, end } = collection
    const [first] = collection.rows
    const column = first === undefined ? 0 : lineOf(first.start).column
    let last = owner
    collection.rows.forEach((row, index) => {
      const notes = notesOf(row)
      for (const one of takeBefore(row.start)) {
        if (one.alone || last === file) notes.above.push(one)
        else last.beside.push(one.text)
      }
      const next = collection.rows[index + 1]?.start ?? (flow ? end : around.next)
      visit(row.value, notes, { column, next })
      last = notes
    })
    const belongs = (one: Found) =>
      !one.alone || flow || around.column < 0 || (one.column >= column && one.column > around.column)
    const behind = takeWhile((one) => one.offset < (flow ? end : around.next) && belongs(one))
    const below = behind.filter(({ alone }) => alone)
    last.beside.push(...behind.filter(({ alone }) => !alone).map((one) => one.text))
    if (first === undefined) owner.above.push(...below)
    else ends.set(collection, below)
  }

  if (root !== undefined) {
    if (root.kind !== 'map' && root.kind !== 'list') add(file, takeBefore(root.start))
    visit(root, file, { column: -1, next: Infinity })
  }
  const tail = takeBefore(Infinity)
  return { ...headOf(file, root, notesOf), tail, of: notesOf, endOf: (one) => ends.get(one) ?? [] }
}

/** The comments above the first row of all, up to the first empty line, speak of the file and not of the row. */
function headOf(
  file: Placed,
  root: YamlNode | undefined,
  notesOf: (row: YamlRow) => Placed,
): Pick<Notes, 'head' | 'headBlank'> {
  const own = [...file.beside.map((text) => ({ text, blank: false })), ...file.above]
  const first = root?.kind === 'map' || root?.kind === 'list' ? root.rows[0] : undefined
  if (first === undefined) return { head: own, headBlank: false }
  const notes = notesOf(first)
  const until = notes.above.findIndex(({ blank }, index) => blank && own.length + index > 0)
  const ofFile = until < 0 ? notes.above : notes.above.slice(0, until)
  const rest = notes.above.slice(ofFile.length)
  const headBlank = rest[0]?.blank ?? notes.blank
  notes.above = rest.map((one, index) => (index === 0 ? { ...one, blank: false } : one))
  if (rest.length === 0) notes.blank = false
  return { head: [...own, ...ofFile], headBlank }
}

/** Tells where an offset stands on its line. */
function linesOf(text: string): (offset: number) => Pick<Found, 'column' | 'alone' | 'blank'> {
  const lines: { readonly start: number; readonly indent: number; readonly blank: boolean }[] = []
  let start = 0
  for (const line of text.split('\n')) {
    lines.push({ start, indent: line.length - line.trimStart().length, blank: line.trim() === '' })
    start += line.length + 1
  }
  return (offset) => {
    let low = 0
    let high = lines.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((lines[middle]?.start ?? 0) <= offset) low = middle
      else high = middle
    }
    const line = lines[low] ?? { start: 0, indent: 0 }
    const column = offset - line.start
    return { column, alone: column <= line.indent, blank: lines[low - 1]?.blank === true }
  }
}
