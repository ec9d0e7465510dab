/**
 * The fields of a request or an answer as table rows, with the fields of nested objects below them.
 * Guarantees: every property has a row with an anchor, a readable type, a description and, if one is documented, an example; an
 * object that stands twice in a table is unfolded once and linked from the other places.
 */
import type { Json } from '../../../common/json.js'
import { at, entriesAt, listAt, referenceName } from '../document-reading.js'
import { anchor, code, markup, type Markup, type Piece } from '../markup.js'
import { phrase } from '../prose.js'
import { table, type Row } from '../table.js'
import { exampleAt } from './field-example.js'
import { isGenes, plainType } from './plain-type.js'
import { describe, variantsOf } from './variants.js'

/** What all rows of a table have in common. */
export interface FieldsOf {
  readonly document: Json
  /** Distinguishes the anchors of this table. */
  readonly name: string
  readonly isAnswer: boolean
  /** Documented requests or answers. */
  readonly examples: readonly unknown[]
}

/** Objects nested deeper are not unfolded. */
const MAX_DEPTH = 6

const COLUMNS = ['Field', 'Type', 'What it is']

export function fieldTable(label: string, of: FieldsOf, schema: unknown): Markup {
  return table(label, COLUMNS, rowsIn(of, schema, '', 0, new Map()))
}

/** A table of parameters. @param fields name, schema, whether required, description */
export function parameterTable(
  label: string,
  of: FieldsOf,
  fields: readonly (readonly [string, unknown, boolean, string])[],
): Markup {
  return table(
    label,
    COLUMNS,
    fields.map(([name, schema, isRequired, what]) => row(of, name, schema, isRequired, 0, phrase(what))),
  )
}

/** @param shown the objects that this table has unfolded, with the paths of their fields */
function rowsIn(
  of: FieldsOf,
  schema: unknown,
  path: string,
  depth: number,
  shown: Map<unknown, string>,
): readonly Row[] {
  const within = path === '' ? '' : `${path}.`
  return variantsOf(of.document, schema).flatMap((variant) =>
    entriesAt(variant, 'properties').flatMap(([name, property]) => {
      const field = within + name
      const isRequired = listAt(variant, 'required').includes(name)
      const object = nestedObject(of.document, property)
      const known = object === undefined ? undefined : shown.get(object.schema)
      const what = [
        phrase(describe(of.document, property)),
        known === undefined
          ? undefined
          : markup` <span class="same">Same fields as <a href="#${fieldAnchor(of, known)}">${code(known)}</a>.</span>`,
      ]
      const own = row(of, field, property, isRequired, depth, what)
      if (object === undefined || known !== undefined || depth >= MAX_DEPTH) return [own]
      shown.set(object.schema, field)
      return [own, ...rowsIn(of, object.schema, field + object.step, depth + 1, shown)]
    }),
  )
}

function row(
  of: FieldsOf,
  field: string,
  schema: unknown,
  isRequired: boolean,
  depth: number,
  what: Piece,
): Row {
  const end = field.lastIndexOf('.') + 1
  const example = exampleAt(of.document, schema, of.examples, field)
  return {
    id: fieldAnchor(of, field),
    ...(depth === 0 ? {} : { className: `depth-${Math.min(depth, 4)}` }),
    cells: [
      [
        markup`<code>${end === 0 ? '' : markup`<span class="within">${field.slice(0, end)}</span>`}${field.slice(end)}</code>`,
        isRequired && !of.isAnswer ? markup` <strong class="required">required</strong>` : '',
      ],
      plainType(of.document, schema, of.isAnswer),
      [what, example === undefined ? '' : markup` <span class="sample">Example: ${code(example)}</span>`],
    ],
  }
}

function fieldAnchor({ name }: FieldsOf, field: string): string {
  return anchor(anchor('field', name), field)
}

interface NestedObject {
  readonly schema: unknown
  /** From the field to the object's fields. */
  readonly step: '' | '[]' | '.*'
}

/** The object with fields of its own that a property holds: itself, in a list, or in a map. */
function nestedObject(document: Json, property: unknown): NestedObject | undefined {
  for (const variant of variantsOf(document, property)) {
    if (isGenes(variant)) continue
    if (entriesAt(variant, 'properties').length > 0) return { schema: variant, step: '' }
    for (const [keyword, step] of [
      ['items', '[]'],
      ['additionalProperties', '.*'],
    ] as const) {
      const [inner] = variantsOf(document, at(variant, keyword)).filter(
        (each) => entriesAt(each, 'properties').length > 0 && !isGenes(each),
      )
      if (inner !== undefined) return { schema: inner, step }
    }
  }
  return undefined
}

/** The names of the schemas that a body can have. */
export function schemaNames(schema: unknown): readonly string[] {
  return [schema, ...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')].flatMap(
    (each) => referenceName(each) ?? [],
  )
}
