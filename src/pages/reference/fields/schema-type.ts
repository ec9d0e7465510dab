/**
 * Renders the type of a schema in a few words.
 * Guarantees: a named schema is a link to its section; a long list of values is collapsed.
 */
import { at, entriesAt, listAt, object, referenceName, textAt } from '../document-reading.js'
import { anchor, code, joined, markup, type Markup, type Piece } from '../markup.js'

/** Longer lists of values are collapsed. */
const FEW = 8

export function typeOf(schema: unknown): Piece {
  const name = referenceName(schema)
  if (name !== undefined) return schemaLink(name)
  for (const [keyword, word] of [
    ['anyOf', ' or '],
    ['oneOf', ' or '],
    ['allOf', ' and '],
  ] as const) {
    const parts = listAt(schema, keyword)
    if (parts.length > 0) return joined(parts.map(typeOf), word)
  }
  if (at(schema, 'const') !== undefined) return code(JSON.stringify(at(schema, 'const')))
  const values = listAt(schema, 'enum')
  if (values.length > 0) return valueList(wordsFor(values))
  const type = at(schema, 'type')
  if (type === 'array') return arrayType(schema)
  // Elements are described with their array only.
  if (Array.isArray(type) && type.includes('array'))
    return joined(
      type.map((each: unknown) => typeOf({ ...object(schema), type: each })),
      ' or ',
    )
  const plain = Array.isArray(type) ? type.map(String).join(' or ') : textAt(schema, 'type')
  return [plain || 'any value', bounds(schema), patternOf(schema)]
}

export function schemaLink(name: string): Markup {
  return markup`<a href="#${anchor('schema', name)}">${name}</a>`
}

/** The values, or a collapsed list with their number. */
function valueList(values: readonly string[]): Piece {
  if (values.length <= FEW) return joined(values.map(code), ' | ')
  return markup`<details><summary>one of ${values.length} values</summary><p class="values">${joined(values.map(code), ' ')}</p></details>`
}

/** Plain strings; JSON if there are other values too. */
function wordsFor(values: readonly unknown[]): readonly string[] {
  const texts = values.every((value) => typeof value === 'string')
  return values.map((value) => (texts ? String(value) : JSON.stringify(value)))
}

function arrayType(schema: unknown): Piece {
  const items = at(schema, 'items')
  if (at(schema, 'maxItems') === 0) return 'empty array'
  const [least, most] = [at(schema, 'minItems'), at(schema, 'maxItems')].map((bound) =>
    typeof bound === 'number' ? bound : undefined,
  )
  const size = least === most && least !== undefined ? least : sizeWords(least, most)
  const of = items === undefined || entriesAt(items).length === 0 ? 'any values' : typeOf(items)
  return ['array of ', size === '' ? '' : [size, ': '], of]
}

function sizeWords(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}`
  if (least !== undefined && least > 0) return `${least} or more`
  return most === undefined ? '' : `up to ${most}`
}

const BOUNDS: readonly (readonly [string, string])[] = [
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'above'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'below'],
  ['maxLength', 'length at most'],
]

function bounds(schema: unknown): string {
  const format = textAt(schema, 'format')
  const words = BOUNDS.flatMap(([keyword, words]) => {
    const bound = at(schema, keyword)
    return typeof bound === 'number' ? [`, ${words} ${bound}`] : []
  })
  return [
    format === '' ? '' : ` (${format})`,
    ...words,
    at(schema, 'minLength') === 1 ? ', not empty' : '',
  ].join('')
}

/** A pattern for "one of these" or "one or more of these, joined by +" is shown as its list of values. */
const ONE_OF_THESE = /^\^\(\?:(.+?)\)(\(\?:\\\+\(\?:\1\)\)\*)?\$$/s

function patternOf(schema: unknown): Piece {
  const pattern = textAt(schema, 'pattern')
  if (pattern === '') return undefined
  const [, alternatives, joined] = ONE_OF_THESE.exec(pattern) ?? []
  if (alternatives === undefined) return [', matching ', code(pattern)]
  const values = alternatives.split(/(?<!\\)\|/).map((value) => value.replace(/\\(.)/gs, '$1'))
  return joined === undefined
    ? [': ', valueList(values)]
    : [', one value or several joined by ', code('+'), ': ', valueList(values)]
}
