/**
 * Renders the named schemas exactly as the contract states them: one row per property, with the path of nested ones.
 * Guarantees: every property of a schema has a row; a named schema is linked, not repeated.
 */
import type { Json } from '../../../common/json.js'
import { at, entriesAt, listAt, textAt } from '../document-reading.js'
import { anchor, code, folded, markup, type Markup } from '../markup.js'
import { paragraphs, phrase } from '../prose.js'
import { typeOf } from './schema-type.js'
import { describe } from './variants.js'
import { table, type Row } from '../table.js'

const VARIANTS = ['anyOf', 'oneOf', 'allOf']

/** The section of all named schemas. */
export function schemaArticles(document: Json): readonly Markup[] {
  return entriesAt(document, 'components', 'schemas').map(([name, schema]) => {
    const rows = propertyRows(document, schema)
    const closed = at(schema, 'additionalProperties') === false
    return folded(
      anchor('schema', name),
      code(name),
      markup`${paragraphs(textAt(schema, 'description'))}
<div class="type">${typeOf(schema)}${closed ? ', with no other properties than these' : ''}</div>
${rows.length === 0 ? '' : table(`Properties of ${name}`, ['Property', 'Type', 'Required', 'What it is'], rows)}`,
    )
  })
}

/** Path steps: `.` into an object, `[]` into an array, `*` for any name. */
function propertyRows(document: Json, schema: unknown, path = ''): readonly Row[] {
  const required = listAt(schema, 'required')
  const within = path === '' ? '' : `${path}.`
  const own = entriesAt(schema, 'properties').flatMap(([name, property]) => [
    fieldRow(document, within + name, property, required.includes(name)),
    ...propertyRows(document, property, within + name),
  ])
  const further = at(schema, 'additionalProperties')
  const any =
    entriesAt(further).length === 0
      ? []
      : [fieldRow(document, `${within}*`, further, false), ...propertyRows(document, further, `${within}*`)]
  const items = at(schema, 'items')
  const inner = items === undefined ? [] : propertyRows(document, items, `${path}[]`)
  const variants = VARIANTS.flatMap((keyword) => listAt(schema, keyword)).flatMap((variant) =>
    propertyRows(document, variant, path),
  )
  return [...own, ...any, ...inner, ...variants]
}

/** One row of such a table. */
function fieldRow(document: Json, name: string, schema: unknown, required: boolean): Row {
  return {
    cells: [
      code(name),
      typeOf(schema),
      required ? markup`<strong>yes</strong>` : 'no',
      phrase(describe(document, schema)),
    ],
  }
}
