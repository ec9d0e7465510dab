/**
 * What a reader is told of each field of the contract: a description, and a type in words.
 * Leaves to others: how the page shows them (test/browser/reference-page.test.ts).
 */
import t from 'tap'
import { at, entriesAt, listAt, object } from '../../src/pages/reference/document-reading.js'
import { isGenes, plainType } from '../../src/pages/reference/fields/plain-type.js'
import { describe } from '../../src/pages/reference/fields/variants.js'
import { markup, type Piece } from '../../src/pages/reference/markup.js'
import { readHtml } from '../browser/html-reading.js'
import { committedDocument } from './conformance.js'

const document = committedDocument()

/** What tells a reader nothing. A few fields take or give any value, and say what it is. */
const VAGUE = /any value|matching|^$/
const ANY_VALUE = ['Error.details.value']

interface Field {
  readonly path: string
  readonly schema: unknown
}

/** All fields within a schema, those of nested objects too, but not those that a reference leads to. */
function fieldsIn(schema: unknown, path: string): readonly Field[] {
  if (isGenes(object(schema))) return []
  const own = entriesAt(schema, 'properties').map(([name, inner]) => ({
    path: `${path}.${name}`,
    schema: inner,
  }))
  const variants = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => listAt(schema, keyword))
  return [
    ...own.flatMap((field) => [field, ...fieldsIn(field.schema, field.path)]),
    ...fieldsInAny([at(schema, 'items')], `${path}[]`),
    ...fieldsInAny([at(schema, 'additionalProperties')], `${path}.*`),
    ...fieldsInAny(variants, path),
  ]
}

function fieldsInAny(schemas: readonly unknown[], path: string): readonly Field[] {
  return schemas.flatMap((schema) => (typeof schema === 'object' ? fieldsIn(schema, path) : []))
}

const schemas = entriesAt(document, 'components', 'schemas')
const fields = schemas.flatMap(([name, schema]) => fieldsIn(schema, name))
const textOf = (piece: Piece): string => readHtml(markup`${piece}`.markup).text

t.test('every schema and every field has a description', (t) => {
  t.ok(fields.length > 250, `${fields.length} fields`)
  const named = schemas.map(([path, schema]) => ({ path, schema }))
  t.same(
    [...named, ...fields].filter(({ schema }) => describe(document, schema) === '').map(({ path }) => path),
    [],
  )
  t.end()
})

t.test('every field has a type in words', (t) => {
  const vague = [true, false].flatMap((isAnswer) =>
    fields
      .map(({ path, schema }) => [path, textOf(plainType(document, schema, isAnswer))] as const)
      .filter(([path, words]) => VAGUE.test(words) && !ANY_VALUE.includes(path)),
  )
  t.same(vague, [])
  t.end()
})

t.test('descriptions speak of animals and name no gene', (t) => {
  const genes = schemas.flatMap(([name]) =>
    name.startsWith('Allele_') ? [name.slice('Allele_'.length)] : [],
  )
  const named = new RegExp(`\\b(?:horses?|${genes.join('|')})\\b`)
  const written = schemas.filter(([name]) => !/^Allele_|Genes$|^AnswerGenotype$/.test(name))
  const found = [...written.map(([path, schema]) => ({ path, schema })), ...fields].flatMap(
    ({ path, schema }) => {
      // Names of fields and values stand between backticks.
      const text = describe(document, schema).replaceAll(/`[^`]*`/g, '')
      return named.test(text) ? [`${path}: ${text}`] : []
    },
  )
  t.same(found, [])
  t.end()
})

t.test('types are told in the words of a reader', (t) => {
  const typeOf = (schema: unknown, isAnswer = false): string => textOf(plainType(document, schema, isAnswer))
  const ref = (name: string): unknown => ({ $ref: `#/components/schemas/${name}` })
  t.equal(typeOf(ref('LinkageAlleles')), 'list of alleles')
  t.equal(typeOf(ref('RequestBaseGenes')), 'map from gene to list of alleles')
  t.equal(typeOf(ref('SentGenes')), 'map from gene to list of alleles')
  t.equal(typeOf(ref('Truth')), 'true or false')
  t.equal(typeOf(ref('FoalsAsked')), 'whole number, 1 to 1\u00a0000')
  t.equal(typeOf({ anyOf: [{ type: 'string' }, { type: 'null' }] }), 'text')
  t.equal(typeOf({ type: ['integer', 'null'] }, true), 'whole number or null')
  t.equal(typeOf({ type: 'array', minItems: 2, maxItems: 2, items: { title: 'id' } }), 'list of two ids')
  t.equal(
    typeOf({ type: 'array', items: { type: 'array', items: { title: 'allele' } } }),
    'list of lists of alleles',
  )
  t.end()
})
