/**
 * The file of `--columns`: what the headers of a table mean, and what its words mean in single columns.
 * Guarantees: an unknown key is refused with its line and the nearest known one.
 */
import { formatDiagnostic } from '../../../rules/diagnostic.js'
import { FileRefusal, readLimited } from '../../../rules/read-limited.js'
import { MAX_FILE_BYTES } from '../../../rules/source.js'
import { parseFile } from '../../../rules/yaml/parse.js'
import { nearest } from '../../../common/nearest.js'
import { isObject } from '../../../operations/read/decode-fields.js'
import { Refusal } from '../../report.js'

export interface Mapping {
  /** Header → column, or IGNORED. */
  readonly columns: ReadonlyMap<string, string>
  /** Column → what a cell says → what it means. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string>>
}

export const NO_MAPPING: Mapping = { columns: new Map(), values: new Map() }

/** In a mapping: a header that is not read. */
export const IGNORED = '-'

const KEYS = ['columns', 'values']

/** Throws Refusal. */
export function readMapping(file: string | undefined): Mapping {
  if (file === undefined) return NO_MAPPING
  let text: string
  try {
    text = readLimited(file, { maxBytes: MAX_FILE_BYTES, acceptsPipes: true }).toString()
  } catch (error) {
    throw new Refusal(`error: ${file} ${error instanceof FileRefusal ? error.message : 'cannot be read'}`)
  }
  const { parsed, diagnostics } = parseFile({ file, name: file, text })
  if (diagnostics.length > 0) throw new Refusal(diagnostics.map(formatDiagnostic).join('\n'))
  const value = parsed?.value
  const at = (pointer: string): string => {
    const { line, column } = parsed?.placeOf(pointer) ?? { line: 1, column: 1 }
    return `${file}:${line}:${column} error:`
  }
  if (!isObject(value)) throw new Refusal(`${at('')} expected columns: with one line "header: column" each`)
  const stranger = Object.keys(value).find((key) => !KEYS.includes(key))
  if (stranger !== undefined) {
    const near = nearest(stranger, KEYS)
    const how = near === undefined ? `expected ${KEYS.join(' and ')}` : `did you mean "${near}"?`
    throw new Refusal(`${at(`/${stranger}`)} there is no "${stranger}" in a mapping: ${how}`)
  }
  const wordsOf = (pointer: string, words: unknown): ReadonlyMap<string, string> => {
    if (words === undefined) return new Map()
    if (!isObject(words)) throw new Refusal(`${at(pointer)} expected one line "word: meaning" each`)
    return new Map(
      Object.entries(words).map(([word, meaning]) => {
        if (typeof meaning === 'string' || typeof meaning === 'number') return [word.trim(), String(meaning)]
        throw new Refusal(`${at(`${pointer}/${word}`)} expected a word after "${word}:"`)
      }),
    )
  }
  const { values = {} } = value
  if (!isObject(values)) throw new Refusal(`${at('/values')} expected columns with their words`)
  return {
    columns: wordsOf('/columns', value['columns']),
    values: new Map(
      Object.entries(values).map(([column, words]) => [column, wordsOf(`/values/${column}`, words)]),
    ),
  }
}
