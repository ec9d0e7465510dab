/**
 * Writes one rule or locale file in canonical form.
 * Guarantees: what the file says, its comments and the order of its lists stay as they are, which is checked on
 * the result before it is returned; formatting a result again changes nothing.
 * Leaves to others: the form itself (format-layout.ts) and reading and writing files (format-files.ts).
 */
import { isDeepStrictEqual } from 'node:util'
import type { Diagnostic } from '../rules/diagnostic.js'
import { keyOrderOf, type KeyOrder } from '../rules/key-order.js'
import { parseFile } from '../rules/parse.js'
import type { Kind } from '../rules/schema.js'
import type { SourceFile } from '../rules/source.js'
import { commentsOf, readYaml } from '../rules/yaml-tree.js'
import { placeComments } from './format-comments.js'
import { layOut } from './format-layout.js'

export type Formatted =
  | { readonly outcome: 'formatted'; readonly text: string }
  /** The file does not parse: what loading it says. */
  | { readonly outcome: 'faulty'; readonly diagnostics: readonly Diagnostic[] }
  /** The result would not say what the file says: a defect of this module. */
  | { readonly outcome: 'defect'; readonly what: string }

/** Writes the value of a text in canonical form. */
export type Writer = (source: string, order: KeyOrder) => string

/** The canonical text of a file of a kind. */
export function formatFile(kind: Kind, file: SourceFile, write: Writer = canonicalText): Formatted {
  const before = parseFile(file)
  // Missing quotes are what formatting mends.
  const faults = before.diagnostics.filter(({ code }) => code !== 'UNQUOTED_N')
  if (before.parsed === undefined || faults.length > 0) return { outcome: 'faulty', diagnostics: faults }

  const source = file.text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const order = keyOrderOf(kind)
  const text = write(source, order)
  const what = difference(source, before.parsed.value, text, order)
  return what === undefined ? { outcome: 'formatted', text } : { outcome: 'defect', what }
}

const canonicalText: Writer = (source, order) => {
  const { root } = readYaml(source)
  const { directives } = commentsOf(source)
  const lines = layOut(root, order, placeComments(source, root))
  const preamble = directives.length === 0 ? [] : [...directives, '---']
  return [...preamble, ...lines].map((line) => `${line}\n`).join('')
}

/** What the canonical text loses or changes; undefined: nothing. */
function difference(source: string, value: unknown, text: string, order: KeyOrder): string | undefined {
  const after = parseFile({ file: '', name: '', text })
  if (after.parsed === undefined || after.diagnostics.length > 0) return 'its text could not be read again'
  const ordered = inOrder(value, order)
  if (!isDeepStrictEqual(after.parsed.value, ordered)) return 'a value would change'
  if (JSON.stringify(after.parsed.value) !== JSON.stringify(ordered)) return 'the order of keys would change'
  if (!isDeepStrictEqual(commentTexts(text), commentTexts(source)))
    return 'a comment would be lost or changed'
  return undefined
}

function inOrder(value: unknown, order: KeyOrder): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => inOrder(item, order.items()))
  const entries = value as Readonly<Record<string, unknown>>
  const map = order.map(Object.keys(entries))
  return Object.fromEntries(map.keys.map((key) => [key, inOrder(entries[key], map.under(key))]))
}

function commentTexts(text: string): readonly string[] {
  return commentsOf(text)
    .comments.map((comment) => comment.text)
    .sort()
}
