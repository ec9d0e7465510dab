/**
 * Renders the type of a field in words for readers: "list of alleles", "whole number, 1 to 500", "map from gene to list of alleles".
 * Guarantees: every schema has words; a value and its other forms, such as a number as text, are described once. The exact schemas are in
 * their own section (schema-type.ts).
 */
import type { Json } from '../../../common/json.js'
import { at, entriesAt, listAt, referenceName, textAt } from '../document-reading.js'
import { code, joined, markup, type Markup, type Piece } from '../markup.js'
import { boundsIn } from './bounds.js'
import { plainVariants } from './variants.js'

/** Longer lists of values are collapsed. */
const FEW = 6

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five']

/** @param isAnswer whether null is mentioned; in a request, null is the same as leaving the field out */
export function plainType(document: Json, schema: unknown, isAnswer: boolean): Piece {
  const told = plainVariants(document, schema, isAnswer).map((variant) =>
    wordsFor(document, variant, isAnswer),
  )
  const different = told.filter(
    (words, index) => told.findIndex((each) => textOf(each) === textOf(words)) === index,
  )
  return different.length === 0 ? 'any value' : joined(different, ' or ')
}

/** Whether a schema is an object of genes, each with its alleles. */
export function isGenes(schema: Json): boolean {
  const genes = entriesAt(schema, 'properties')
  return genes.length > 0 && genes.every(([, gene]) => namesAllele(at(gene, 'items')))
}

function namesAllele(items: unknown): boolean {
  const names = [items, ...listAt(items, 'anyOf')].map(referenceName)
  return names.some((name) => name?.startsWith('Allele_') === true)
}

function wordsFor(document: Json, schema: Json, isAnswer: boolean): Piece {
  if (isGenes(schema)) return markup`map from <a href="#genes">gene</a> to list of alleles`
  if (at(schema, 'const') !== undefined) return code(JSON.stringify(at(schema, 'const')))
  const values = listAt(schema, 'enum').filter((value) => isAnswer || !isEmpty(value))
  if (values.length > 0) return valueWords(values.filter((value) => value !== null))
  const type = textAt(schema, 'type')
  if (type === 'array') return listWords(document, schema, isAnswer)
  if (type === 'object' || (type === '' && entriesAt(schema, 'properties').length > 0))
    return objectWords(document, schema, isAnswer)
  if (type === 'string') return [at(schema, 'format') === 'uri' ? 'address' : 'text', boundsIn(schema)]
  if (type === 'integer') return ['whole number', boundsIn(schema)]
  if (type === 'number') return ['number', boundsIn(schema)]
  if (type === 'boolean') return 'true or false'
  if (type === 'null') return code('null')
  const examples = listAt(schema, 'examples')
  return examples.length > 0 && examples.every((value) => typeof value === 'string') ? 'text' : 'any value'
}

function valueWords(values: readonly unknown[]): Piece {
  const words = values.map((value) => code(typeof value === 'string' ? value : JSON.stringify(value)))
  if (words.length <= FEW) return joined(words, ' or ')
  return markup`<details><summary>one of ${words.length} values</summary><p class="values">${joined(words, ' ')}</p></details>`
}

function objectWords(document: Json, schema: Json, isAnswer: boolean): Piece {
  const values = at(schema, 'additionalProperties')
  if (entriesAt(schema, 'properties').length > 0 || entriesAt(values).length === 0) return 'object'
  const key = textAt(values, 'x-additionalPropertiesName') || 'name'
  return [`map from ${key} to `, plainType(document, values, isAnswer)]
}

function listWords(document: Json, schema: Json, isAnswer: boolean): Piece {
  const [least, most] = [at(schema, 'minItems'), at(schema, 'maxItems')]
  const isPair = least === most && typeof least === 'number'
  const size = isPair ? `${NUMBERS[least] ?? least} ` : typeof most === 'number' ? `up to ${most} ` : ''
  const items = at(schema, 'items')
  return [`list of ${size}`, elementWords(document, items, isAnswer)]
}

/** In the plural. */
function elementWords(document: Json, items: unknown, isAnswer: boolean): Piece {
  const title = textAt(items, 'title')
  if (title !== '') return `${title}s`
  const plurals: Readonly<Record<string, string>> = { string: 'texts', object: 'objects', number: 'numbers' }
  const [first] = plainVariants(document, items, isAnswer)
  if (first === undefined) return 'values'
  if (textAt(first, 'type') === 'array')
    return ['lists', listWords(document, first, isAnswer)].flatMap(withoutList)
  if (listAt(first, 'enum').length > 0) return ['values: ', wordsFor(document, first, isAnswer)]
  return plurals[textAt(first, 'type')] ?? 'values'
}

/** "lists", "list of alleles" → "lists of alleles". */
function withoutList(piece: Piece): readonly Piece[] {
  return Array.isArray(piece)
    ? [String(piece[0]).replace(/^list/, ''), ...(piece.slice(1) as Piece[])]
    : [piece]
}

function isEmpty(value: unknown): boolean {
  return value === null || value === ''
}

function textOf(piece: Piece): string {
  return (markup`${piece}` satisfies Markup).markup
}
