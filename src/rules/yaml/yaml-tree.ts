/**
 * One text → its YAML as it is written: values with their style and place, comments, and back: a text as a
 * scalar. The only file of the loader that knows the YAML library.
 * Guarantees: YAML 1.2 core, one document; nothing thrown, however deeply a text is nested.
 * Leaves to others: what a rule file may hold (parse.ts) and how it is written (workbench/format.ts).
 */
import {
  Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  Scalar,
  type CST,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'

interface Written {
  /** Offset of the value itself, behind its anchor and tag. */
  readonly start: number
  /** Where it ends; behind the closing bracket if it has one. */
  readonly end: number
  /** Its anchor and tag as written, mostly ''. */
  readonly props: string
}

export type ScalarStyle = 'plain' | 'quoted' | 'literal' | 'folded'

export interface YamlScalar extends Written {
  readonly kind: 'scalar'
  readonly style: ScalarStyle
  readonly value: unknown
  /** Quotes and block header included; '' where nothing stands. */
  readonly source: string
}

export interface YamlAlias extends Written {
  readonly kind: 'alias'
  readonly name: string
}

export interface YamlCollection extends Written {
  readonly kind: 'map' | 'list'
  /** Written in brackets. */
  readonly flow: boolean
  readonly rows: readonly YamlRow[]
}

/** An entry of a map or an item of a list. */
export interface YamlRow {
  /** Offset of its key or dash. */
  readonly start: number
  /** Undefined in a list. */
  readonly key: YamlNode | undefined
  readonly value: YamlNode
}

export type YamlNode = YamlScalar | YamlAlias | YamlCollection

export interface YamlFault {
  readonly offset: number
  /** The library's code for it. */
  readonly code: string
  readonly message: string
}

export interface YamlText {
  /** Undefined in a text without a value, and when there is a fault. */
  readonly root: YamlNode | undefined
  /** The first syntax error; the others are mostly its echoes. */
  readonly fault: YamlFault | undefined
  /** One-based. */
  placeAt(offset: number): { readonly line: number; readonly column: number }
}

/** Reads one text. */
export function readYaml(text: string): YamlText {
  const lineCounter = new LineCounter()
  const placeAt = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  try {
    // uniqueKeys is quadratic in the library (20 000 keys take 8 s).
    const document = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      uniqueKeys: false,
      prettyErrors: false,
      keepSourceTokens: true,
      lineCounter,
    })
    const [first] = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0])
    if (first !== undefined) {
      const fault = { offset: first.pos[0], code: first.code, message: first.message }
      return { root: undefined, fault, placeAt }
    }
    const root = document.contents === null ? undefined : nodeOf({ document, text }, document.contents, 0)
    return { root, fault: undefined, placeAt }
  } catch {
    // The parser recurses: a file that is nested too deeply overflows its stack.
    const fault = { offset: 0, code: 'RESOURCE_EXHAUSTION', message: 'nested too deeply' }
    return { root: undefined, fault, placeAt }
  }
}

export interface YamlComment {
  readonly offset: number
  /** From its # to the end of the line. */
  readonly text: string
}

/** The comments of a text, and the directives (lines that begin with %), in order. */
export function commentsOf(text: string): {
  readonly comments: readonly YamlComment[]
  readonly directives: readonly string[]
} {
  const comments: YamlComment[] = []
  const directives: string[] = []
  let offset = 0
  let before = ''
  for (const token of new Lexer().lex(text)) {
    // A control character announces what follows: a scalar may begin with # inside a block of text.
    const isMark = token === '\u0002' || token === '\u0018' || token === '\u001f'
    if (before !== '\u001f' && token.startsWith('#')) comments.push({ offset, text: token.trimEnd() })
    if (before !== '\u001f' && token.startsWith('%')) directives.push(token.trimEnd())
    if (!isMark) offset += token.length
    before = token
  }
  return { comments, directives }
}

/** Quotes whatever YAML 1.1 reads as something other than text. */
const EVERYWHERE = { version: '1.2', schema: 'core', compat: 'yaml-1.1' } as const
const ON_ONE_LINE = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER } as const
const block = new Document({ key: '' }, EVERYWHERE)
const flow = new Document([''], EVERYWHERE)

/** The library takes its time over a question that rule files ask of the same few words. */
const answers = new Map<string, boolean>()
const MOST_ANSWERS = 20_000

/** Whether YAML 1.1 and 1.2 both read the text as itself when it has no quotes. */
export function isPlainText(value: string, inFlow: boolean): boolean {
  const question = `${inFlow ? '[' : ' '}${value}`
  const known = answers.get(question)
  if (known !== undefined) return known
  if (answers.size >= MOST_ANSWERS) answers.clear()
  const answer = askedOfLibrary(value, inFlow)
  answers.set(question, answer)
  return answer
}

function askedOfLibrary(value: string, inFlow: boolean): boolean {
  // YAML 1.1 gives a lone = a meaning that hardly any reader knows.
  if (value === '=') return false
  const scalar = new Scalar(value)
  scalar.type = 'PLAIN'
  if (inFlow) {
    flow.set(0, scalar)
    return flow.toString({ ...ON_ONE_LINE, collectionStyle: 'flow' }) === `[ ${value} ]\n`
  }
  block.set('key', scalar)
  return block.toString(ON_ONE_LINE) === `key: ${value}\n`
}

/** The text in quotes, on one line: double ones, or single ones around a text that itself holds double ones. */
export function quotedText(value: string): string {
  const scalar = new Scalar(value)
  scalar.type = /["\\]/.test(value) && !/['\p{C}]/u.test(value) ? 'QUOTE_SINGLE' : 'QUOTE_DOUBLE'
  block.set('key', scalar)
  return block.toString(ON_ONE_LINE).slice('key: '.length, -1)
}

interface Origin {
  readonly document: Document.Parsed
  readonly text: string
}

/** `from`: where the value is believed to stand if nothing is written. */
function nodeOf(origin: Origin, node: unknown, from: number): YamlNode {
  if (isAlias(node)) return { kind: 'alias', ...written(origin, node, from), name: node.source }
  if (isMap(node)) return mapOf(origin, node, from)
  if (isSeq(node)) return listOf(origin, node, from)
  if (!isScalar(node))
    return { kind: 'scalar', start: from, end: from, props: '', style: 'plain', value: null, source: '' }
  const place = written(origin, node, from)
  const source = origin.text.slice(place.start, place.end)
  return { kind: 'scalar', ...place, style: styleOf(node), value: node.value, source }
}

function mapOf(origin: Origin, map: YAMLMap, from: number): YamlCollection {
  const place = written(origin, map, from)
  const rows = map.items.map((pair) => pairOf(origin, pair, place.start))
  return { kind: 'map', ...place, flow: map.flow === true, rows }
}

function pairOf(origin: Origin, pair: Pair, from: number): YamlRow {
  const key = nodeOf(origin, pair.key, from)
  const { srcToken } = pair as { srcToken?: CST.CollectionItem }
  const sign = srcToken?.start.find(({ type }) => !/^(space|newline|comment|comma)$/.test(type))
  return { start: sign?.offset ?? key.start, key, value: nodeOf(origin, pair.value, key.start) }
}

function listOf(origin: Origin, list: YAMLSeq, from: number): YamlCollection {
  const place = written(origin, list, from)
  const dashes = dashesOf(list.srcToken)
  const rows = list.items.map((item, index) => {
    const value = isPair(item) ? pairAsMap(origin, item, place.start) : nodeOf(origin, item, place.start)
    return { start: dashes[index] ?? value.start, key: undefined, value }
  })
  return { kind: 'list', ...place, flow: list.flow === true, rows }
}

function pairAsMap(origin: Origin, pair: Pair, from: number): YamlCollection {
  const row = pairOf(origin, pair, from)
  return { kind: 'map', start: row.start, end: row.value.end, props: '', flow: true, rows: [row] }
}

function dashesOf(token: CST.Token | undefined): readonly number[] {
  if (token?.type !== 'block-seq') return []
  return token.items.flatMap(({ start }) =>
    start.filter(({ type }) => type === 'seq-item-ind').map(({ offset }) => offset),
  )
}

function written({ document }: Origin, node: Node, from: number): Written {
  const [start, end] = node.range ?? [from, from]
  const anchor = 'anchor' in node && typeof node.anchor === 'string' ? `&${node.anchor}` : ''
  const tag = typeof node.tag === 'string' ? document.directives.tagString(node.tag) : ''
  return { start, end, props: [anchor, tag].filter((one) => one !== '').join(' ') }
}

function styleOf({ type }: Scalar): ScalarStyle {
  if (type === 'BLOCK_LITERAL') return 'literal'
  if (type === 'BLOCK_FOLDED') return 'folded'
  return type === 'PLAIN' ? 'plain' : 'quoted'
}
