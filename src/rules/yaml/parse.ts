/**
 * Parses one file to plain values with their lines and columns. The only file of the loader that uses the YAML
 * library.
 * Guarantees: YAML 1.2 core, one document, no aliases, no duplicate keys, no unquoted words that YAML 1.1 readers
 * treat as booleans; linear time after parsing; never throws, however deeply a text is nested.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Scalar, type YAMLMap } from 'yaml'
import {
  fault,
  warning,
  type Diagnostic,
  type DiagnosticCode,
  type Place,
  type Wording,
} from '../diagnostic.js'
import { DiagnosticList, upToLimit } from '../diagnostic-list.js'
import { oneByteText } from './one-byte-text.js'
import { step } from './parsed-file.js'
import type { SourceFile } from '../source.js'
import { MAX_DEPTH, syntaxFault, TOO_DEEP } from './syntax-faults.js'
import { curlyQuotes, cutText, mergeMarker, type Slip } from './typing-slips.js'

/** Words that YAML 1.1 readers treat as booleans when unquoted. */
export const BOOLEAN_ELSEWHERE = /^(y|yes|n|no|on|off)$/i

/** Property names of JavaScript objects, refused as keys. */
const RESERVED = new Set(Object.getOwnPropertyNames(Object.prototype))

export type Parsed = ReturnType<typeof parseFile>

/**
 * `parsed` may be present together with diagnostics, so that other faults of the file can be reported at once. It is
 * undefined if the text cannot be used at all.
 */
export function parseFile({ file, text }: SourceFile) {
  const diagnostics = new DiagnosticList()
  const lineCounter = new LineCounter()
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const report = (code: DiagnosticCode, offset: number, wording: Wording) =>
    diagnostics.push(fault(code, placeAt(offset), wording))

  const { root, error } = readYaml(text, lineCounter)
  if (error !== undefined) {
    report('PARSE', error.offset, error.wording)
    return { parsed: undefined, diagnostics: [...diagnostics] }
  }
  const warn = (code: DiagnosticCode, { offset, wording }: Slip) =>
    diagnostics.push(warning(code, placeAt(offset), wording))
  const reading: Reading = { text, offsets: new Map(), report, warn, unusable: false, aliases: false }
  let value: unknown
  const readAll = (): undefined => void (value = readValue(reading, root, '', 0, 0))
  const last = upToLimit<Diagnostic | undefined>(readAll, (stopped) => stopped.last)
  if (last !== undefined) return { parsed: undefined, diagnostics: [...diagnostics, last] }
  if (reading.unusable) return { parsed: undefined, diagnostics: [...diagnostics] }
  const { offsets } = reading
  const placeOf = (pointer: string) => placeAt(offsets.get(pointer)?.value ?? 0)
  const placeOfKey = (pointer: string) => placeAt(offsets.get(pointer)?.key ?? 0)
  return { parsed: { file, value, placeOf, placeOfKey }, diagnostics: [...diagnostics] }
}

// The library's check for unique keys is quadratic (20 000 keys take 8 s); readMap does it instead.
const OPTIONS = { version: '1.2', schema: 'core', uniqueKeys: false, prettyErrors: false } as const

function readYaml(
  text: string,
  lineCounter: LineCounter,
): { readonly root?: unknown; readonly error?: Slip | undefined } {
  try {
    const { contents, errors, warnings } = parseDocument(text, { ...OPTIONS, lineCounter })
    const faults = [...errors, ...warnings].sort((a, b) => a.pos[0] - b.pos[0])
    return { root: contents, error: mergeMarker(text) ?? syntaxFault(text, faults) }
  } catch {
    // The parser is recursive, so a file that is nested too deeply overflows its stack.
    return { error: { offset: 0, wording: TOO_DEEP } }
  }
}

/** State of one parse. */
interface Reading {
  readonly text: string
  /** By JSON pointer. */
  readonly offsets: Map<string, { readonly value: number; readonly key: number }>
  readonly report: (code: DiagnosticCode, offset: number, wording: Wording) => void
  readonly warn: (code: DiagnosticCode, slip: Slip) => void
  /** Set if the values are unreliable, so that no further faults are reported about them. */
  unusable: boolean
  /** Set after the first alias was reported. */
  aliases: boolean
}

/** The node as a plain value. @param from offset of its key or list, used if the node is empty */
function readValue(reading: Reading, node: unknown, pointer: string, from: number, depth: number): unknown {
  const offset = offsetOf(node) ?? from
  reading.offsets.set(pointer, { value: offset, key: from })
  if (depth > MAX_DEPTH) return refuse(reading, 'PARSE', offset, TOO_DEEP)
  if (isAlias(node)) {
    // Report one only: the others have the same cause, and a billion-laughs file contains thousands.
    if (reading.aliases) return undefined
    reading.aliases = true
    return refuse(reading, 'PARSE', offset, {
      what: `*${node.source} repeats a value from elsewhere in the file.`,
      why: 'Rule files are read without aliases, so that every line can be read on its own.',
      fix: 'write the value itself here; a text that begins with * needs quotes.',
    })
  }
  if (isMap(node)) return readMap(reading, node, pointer, offset, depth)
  if (isSeq(node)) {
    return node.items.map((item, index) => readValue(reading, item, pointer + step(index), offset, depth + 1))
  }
  if (!isScalar(node)) return null
  checkQuotes(reading, node, offset)
  checkCut(reading, node, offset)
  return typeof node.value === 'string' ? oneByteText(node.value) : node.value
}

function readMap(reading: Reading, map: YAMLMap, pointer: string, offset: number, depth: number): object {
  const result: Record<string, unknown> = {}
  for (const { key, value } of map.items) {
    const keyOffset = offsetOf(key) ?? offset
    const name = readKey(reading, key, keyOffset)
    if (name === undefined) continue
    if (Object.hasOwn(result, name)) {
      reading.report('DUPLICATE_ID', keyOffset, {
        what: `"${name}" is written twice in one block.`,
        why: 'Only one of the two could count.',
        fix: /\/\d+$/.test(pointer) && isFirst(map, key) ? NEW_ITEM : 'remove one of them, or rename it.',
      })
      continue
    }
    const empty = isScalar(value) && value.value === null && value.source === ''
    const written = empty ? undefined : value
    if (empty) checkCut(reading, value, keyOffset)
    result[name] = readValue(reading, written, pointer + step(name), keyOffset, depth + 1)
  }
  return result
}

/** Whether the key is the block's first: its repetition suggests that the dash of a new list item is missing. */
function isFirst({ flow, items: [first] }: YAMLMap, key: unknown): boolean {
  return flow !== true && isScalar(first?.key) && isScalar(key) && first.key.value === key.value
}

const NEW_ITEM = 'if a new item of a list begins here, put a dash before it; otherwise remove one of the two.'

function readKey(reading: Reading, key: unknown, offset: number): string | undefined {
  if (!isScalar(key) || !['string', 'number', 'boolean'].includes(typeof key.value)) {
    return refuse(reading, 'PARSE', offset, {
      what: 'a key must be a single word.',
      fix: 'write one word before the colon.',
    })
  }
  checkQuotes(reading, key, offset)
  const name = oneByteText(String(key.value))
  if (!RESERVED.has(name)) return name
  return refuse(reading, 'UNKNOWN_KEY', offset, {
    what: `"${name}" cannot be a key.`,
    fix: 'use another word.',
  })
}

function checkQuotes(reading: Reading, { type, source = '' }: Scalar, offset: number): void {
  if (type !== 'PLAIN') return
  const curly = curlyQuotes(source)
  if (curly !== undefined) return refuse(reading, 'PARSE', offset, curly)
  if (!BOOLEAN_ELSEWHERE.test(source)) return
  reading.report('UNQUOTED_N', offset, {
    what: `${source} has no quotes.`,
    why: 'Many YAML readers take it for true or false.',
    fix: `write "${source}" with quotes.`,
  })
}

/** Warns about an unquoted text that is cut off by a #, possibly completely. */
function checkCut(reading: Reading, { type, value, range }: Scalar, offset: number): void {
  if (type !== 'PLAIN' || (typeof value !== 'string' && value !== null)) return
  const slip = cutText(reading.text, range?.[1] ?? offset)
  if (slip !== undefined) reading.warn('CUT_TEXT', slip)
}

/** Where a node begins, after its anchor and tag; undefined for an empty node. */
function offsetOf(node: unknown): number | undefined {
  return isAlias(node) || isMap(node) || isSeq(node) || isScalar(node) ? node.range?.[0] : undefined
}

function refuse(reading: Reading, code: DiagnosticCode, offset: number, wording: Wording): undefined {
  reading.unusable = true
  reading.report(code, offset, wording)
}
