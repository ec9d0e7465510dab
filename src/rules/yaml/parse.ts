/**
 * One file's text → plain values, each with its line and column.
 * Guarantees: YAML 1.2 core, one document, no aliases, no key twice, no word that other YAML readers would
 * turn into true or false; linear time after parsing; nothing thrown.
 * Leaves to others: whether the values have the right shape (schema.ts).
 */
import { fault, type Diagnostic, type DiagnosticCode, type Wording } from '../diagnostic.js'
import { indentFault } from './indent-faults.js'
import { narrow } from './narrow.js'
import { step } from './pointer.js'
import type { SourceFile } from '../source.js'
import type { Place } from '../tables.js'
import { syntaxWording, tooDeep } from './syntax-faults.js'
import { readYaml, type YamlNode, type YamlRow, type YamlScalar } from './yaml-tree.js'

/** Deeper than any sensible rule; keeps every later recursion small. */
const MAX_DEPTH = 32

const TOO_DEEP = tooDeep(MAX_DEPTH)

/** What YAML 1.1 readers take for true or false when it has no quotes. */
export const BOOLEAN_ELSEWHERE = /^(y|yes|n|no|on|off)$/i

/** Keys that mean something to JavaScript objects themselves. */
const RESERVED = new Set(Object.getOwnPropertyNames(Object.prototype))

export interface ParsedFile {
  readonly file: string
  /** The name inside its folder, such as `genes/matp.yaml`. */
  readonly name: string
  readonly value: unknown
  /** Where the value at a JSON pointer begins; for an empty value, its key; the file's start if unknown. */
  placeOf(pointer: string): Place
  /** Where the key of the value at a JSON pointer stands. */
  placeOfKey(pointer: string): Place
}

export interface Parsed {
  /** Undefined when the text cannot be used at all. */
  readonly parsed: ParsedFile | undefined
  readonly diagnostics: readonly Diagnostic[]
}

interface Offsets {
  readonly value: number
  readonly key: number
}

/** Reads one file. `parsed` may be there beside diagnostics, so that its other faults can be told at once. */
export function parseFile({ file, name, text }: SourceFile): Parsed {
  const yaml = readYaml(text)
  const diagnostics: Diagnostic[] = []
  const offsets = new Map<string, Offsets>()

  const placeAt = (offset: number): Place => ({ file, ...yaml.placeAt(offset) })
  const report = (code: DiagnosticCode, offset: number, wording: Wording) =>
    diagnostics.push(fault(code, placeAt(offset), wording))

  if (yaml.fault !== undefined) {
    const { offset, code, message } = yaml.fault
    const indent = indentFault(text, yaml.fault)
    if (indent !== undefined) report('PARSE', indent.offset, indent.wording)
    else report('PARSE', offset, code === 'RESOURCE_EXHAUSTION' ? TOO_DEEP : syntaxWording(code, message))
    return { parsed: undefined, diagnostics }
  }

  const start = { value: 0, key: 0 }
  const reading: Reading = { offsets, report, unusable: false, aliases: false }
  const value = readValue(reading, yaml.root, '', start, 0)
  if (reading.unusable) return { parsed: undefined, diagnostics }

  const parsed: ParsedFile = {
    file,
    name,
    value,
    placeOf: (pointer) => placeAt((offsets.get(pointer) ?? start).value),
    placeOfKey: (pointer) => placeAt((offsets.get(pointer) ?? start).key),
  }
  return { parsed, diagnostics }
}

type Report = (code: DiagnosticCode, offset: number, wording: Wording) => void

/** What one reading of a file gathers. */
interface Reading {
  readonly offsets: Map<string, Offsets>
  readonly report: Report
  /** Set when the values cannot be trusted, so that nothing further is said about them. */
  unusable: boolean
  /** Set when an alias has been told of. */
  aliases: boolean
}

/** The node as a plain value; `from` says where it is believed to stand if it does not say so itself. */
function readValue(
  reading: Reading,
  node: YamlNode | undefined,
  pointer: string,
  from: Offsets,
  depth: number,
): unknown {
  const offset = node?.start ?? from.value
  reading.offsets.set(pointer, { value: offset, key: from.key })
  if (depth > MAX_DEPTH) return refuse(reading, 'PARSE', offset, TOO_DEEP)
  switch (node?.kind) {
    case undefined:
      return null
    case 'alias':
      // One is enough: the second has the same cause, and a bomb holds thousands.
      if (!reading.aliases) refuse(reading, 'PARSE', offset, aliasWording(node.name))
      reading.aliases = true
      return undefined
    case 'map':
      return readMap(reading, node.rows, pointer, offset, depth)
    case 'list':
      return node.rows.map(({ value: item }, index) => {
        const inside = { value: offset, key: item.start }
        return readValue(reading, item, pointer + step(index), inside, depth + 1)
      })
    case 'scalar':
      checkQuotes(reading, node, offset)
      return typeof node.value === 'string' ? narrow(node.value) : node.value
  }
}

function readMap(
  reading: Reading,
  rows: readonly YamlRow[],
  pointer: string,
  offset: number,
  depth: number,
): object {
  const result: Record<string, unknown> = {}
  for (const { key, value } of rows) {
    const keyOffset = key?.start ?? offset
    const name = readKey(reading, key, keyOffset)
    if (name === undefined) continue
    if (Object.hasOwn(result, name)) {
      reading.report('DUPLICATE_ID', keyOffset, {
        what: `"${name}" is written twice in one block.`,
        why: 'Only one of the two could count.',
        mend: 'remove one of them, or rename it.',
      })
      continue
    }
    const empty = value.kind === 'scalar' && value.value === null && value.source === ''
    const from = { value: keyOffset, key: keyOffset }
    result[name] = readValue(reading, empty ? undefined : value, pointer + step(name), from, depth + 1)
  }
  return result
}

function readKey(reading: Reading, key: YamlNode | undefined, offset: number): string | undefined {
  const word = key?.kind === 'scalar' ? key.value : undefined
  if (key?.kind !== 'scalar' || !['string', 'number', 'boolean'].includes(typeof word)) {
    const wording = { what: 'a key must be a single word.', mend: 'write one word before the colon.' }
    return refuse(reading, 'PARSE', offset, wording)
  }
  checkQuotes(reading, key, offset)
  const name = narrow(String(word))
  if (!RESERVED.has(name)) return name
  return refuse(reading, 'UNKNOWN_KEY', offset, {
    what: `"${name}" cannot be a key.`,
    mend: 'use another word.',
  })
}

function checkQuotes(reading: Reading, { style, source }: YamlScalar, offset: number): void {
  if (style !== 'plain' || !BOOLEAN_ELSEWHERE.test(source)) return
  reading.report('UNQUOTED_N', offset, {
    what: `${source} has no quotes.`,
    why: 'Many YAML readers take it for true or false.',
    mend: `write "${source}" with quotes.`,
  })
}

function aliasWording(name: string): Wording {
  return {
    what: `*${name} repeats a value from elsewhere in the file.`,
    why: 'Rule files are read without aliases, so that every line says what it means.',
    mend: 'write the value itself here.',
  }
}

function refuse(reading: Reading, code: DiagnosticCode, offset: number, wording: Wording): undefined {
  reading.unusable = true
  reading.report(code, offset, wording)
}
