/**
 * Renders one operation: request, examples, responses.
 * Guarantees: method, path, every field and every status of the operation are shown.
 */
import type { Json } from '../../common/json.js'
import {
  at,
  entriesAt,
  listAt,
  referenceName,
  resolved,
  textAt,
  type DocumentedOperation,
} from './document-reading.js'
import { anchor, code, joined, markup, type Markup, type Piece } from './markup.js'
import { paragraphs, phrase } from './prose.js'
import { statusTable } from './answers/statuses.js'
import { examples } from './reference-example.js'
import { fieldTable, parameterTable, type FieldsOf } from './fields/field-table.js'
import { schemaLink } from './fields/schema-type.js'
import { describe } from './fields/variants.js'

export function operationArticle(document: Json, described: DocumentedOperation): Markup {
  const { name, operation } = described
  const statuses = entriesAt(operation, 'responses').map(([status]) => status)
  return markup`<article id="${anchor('operation', name)}">
<h3>${phrase(textAt(operation, 'summary') || name)}</h3>
<p class="endpoint">${endpoint(described)}</p>
${paragraphs(textAt(operation, 'description'))}
<h4>Request</h4>
${requestParts(document, described)}<h4>Examples</h4>
${examples(document, described)}${answerFields(document, described)}<details class="fold"><summary><h4>Statuses: ${statuses.join(', ')}</h4></summary>
${statusTable(document, described)}</details>
</article>
`
}

/** Method and path as one element. */
export function endpoint({ method, path }: DocumentedOperation): Piece {
  return [markup`<span class="method">${method}</span> `, code(path)]
}

function requestParts(document: Json, { name, operation }: DocumentedOperation): Piece {
  const parameters = listAt(operation, 'parameters').map((parameter) => resolved(document, parameter))
  const bodies = entriesAt(operation, 'requestBody', 'content')
  if (parameters.length === 0 && bodies.length === 0)
    return markup`<p>No fields.</p>
`
  return [
    bodies.length === 0 ? undefined : bodyTable(document, name, bodies),
    parameterTables(document, name, parameters),
  ]
}

/** Request headers are collapsed, because few clients send them. */
function parameterTables(document: Json, name: string, parameters: readonly Json[]): Piece {
  const places = [...new Set(parameters.map((parameter) => textAt(parameter, 'in')))]
  return places.map((place) => {
    const here = parameters.filter((parameter) => textAt(parameter, 'in') === place)
    const shown = parameterTable(
      `Parameters of ${name} in the ${place}`,
      { document, name: `${name} ${place}`, isAnswer: false, examples: [] },
      here.map((parameter) => [
        textAt(parameter, 'name'),
        at(parameter, 'schema'),
        at(parameter, 'required') === true,
        textAt(parameter, 'description'),
      ]),
    )
    if (place !== 'header')
      return markup`<p>In the ${place}:</p>
${shown}`
    const names = joined(
      here.map((parameter) => code(textAt(parameter, 'name'))),
      ', ',
    )
    return markup`<details><summary>Headers that it knows besides the key: ${names}</summary>
${shown}</details>
`
  })
}

function bodyTable(document: Json, name: string, bodies: readonly (readonly [string, unknown])[]): Markup {
  const [, body] = bodies[0] ?? []
  const kinds = bodies.map(([type, content]) => {
    const named = referenceName(at(content, 'schema'))
    return [code(type), named === undefined ? '' : [' (', schemaLink(named), ')']]
  })
  const of: FieldsOf = { document, name, isAnswer: false, examples: examplesIn(body) }
  return markup`<p>In the body, as ${joined(kinds, ' or ')}:</p>
${fieldTable(`Fields of ${name}`, of, schemaIn(body))}`
}

/** The fields of what a 2xx answers: a table for each shape that it can have. */
function answerFields(document: Json, { name, operation }: DocumentedOperation): Piece {
  const answer = entriesAt(operation, 'responses').find(([status]) => status.startsWith('2'))?.[1]
  const [, content] = entriesAt(resolved(document, answer), 'content')[0] ?? []
  const schema = schemaIn(content)
  const shapes = listAt(schema, 'anyOf').length > 0 ? listAt(schema, 'anyOf') : [schema]
  const tables = shapes.flatMap((shape, index) => {
    const place = index === 0 ? `${name}.answer` : `${name}.answer${index + 1}`
    const of: FieldsOf = { document, name: place, isAnswer: true, examples: examplesIn(content) }
    const shown = fieldTable(
      `Fields of the answer of ${name}${index === 0 ? '' : `, ${index + 1}`}`,
      of,
      shape,
    )
    return shown.markup.includes('<td') ? [[markup`<p>${phrase(describe(document, shape))}:</p>`, shown]] : []
  })
  if (tables.length === 0) return undefined
  return markup`<details class="fold"><summary><h4>Fields of the answer</h4></summary>
${tables}</details>
`
}

/** The schema of a body; of a body of lines, that of one line. */
function schemaIn(content: unknown): unknown {
  return at(content, 'x-itemSchema') ?? at(content, 'schema')
}

function examplesIn(content: unknown): readonly unknown[] {
  const named = entriesAt(content, 'examples').map(([, example]) => at(example, 'value'))
  const single = at(content, 'example')
  return single === undefined ? named : [single, ...named]
}
