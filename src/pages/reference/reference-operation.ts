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
import { statusTable } from './reference-answers.js'
import { examples } from './reference-example.js'
import { fieldRow, propertyRows } from './reference-schema.js'
import { schemaLink } from './schema-type.js'
import { table } from './table.js'

const COLUMNS = ['Field', 'Type', 'Required', 'What it is']

export function operationArticle(document: Json, described: DocumentedOperation): Markup {
  const { name, operation } = described
  const statuses = entriesAt(operation, 'responses').map(([status]) => status)
  return markup`<article id="${anchor('operation', name)}">
<h3>${phrase(textAt(operation, 'summary') || name)}</h3>
<p class="endpoint">${endpoint(described)}</p>
${paragraphs(textAt(operation, 'description'))}
<h4>Request</h4>
${requestParts(document, described)}<h4>Examples</h4>
${examples(document, described)}<details class="fold"><summary><h4>Answers: ${statuses.join(', ')}</h4></summary>
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
    const rows = here.map((parameter) =>
      fieldRow(
        document,
        textAt(parameter, 'name'),
        at(parameter, 'schema'),
        at(parameter, 'required') === true,
        textAt(parameter, 'description'),
      ),
    )
    const shown = table(`Parameters of ${name} in the ${place}`, COLUMNS, rows)
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
  const schema = at(bodies[0]?.[1], 'schema')
  const kinds = bodies.map(([type, content]) => {
    const named = referenceName(at(content, 'schema'))
    return [code(type), named === undefined ? '' : [' (', schemaLink(named), ')']]
  })
  return markup`<p>In the body, as ${joined(kinds, ' or ')}:</p>
${table(`Fields of ${name}`, COLUMNS, propertyRows(document, resolved(document, schema)))}`
}
