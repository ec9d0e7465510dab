/**
 * Renders statuses and headers.
 * Guarantees: every status of an operation has a row; a response shared by operations is described once and linked.
 */
import type { Json } from '../../../common/json.js'
import {
  at,
  entriesAt,
  operationsOf,
  referenceName,
  resolved,
  textAt,
  type DocumentedOperation,
} from '../document-reading.js'
import { anchor, code, folded, joined, markup, type Markup, type Piece } from '../markup.js'
import { codeLink, codesOfResponse } from './error-codes.js'
import { phrase } from '../prose.js'
import { responseExamples } from '../reference-example.js'
import { typeOf } from '../fields/schema-type.js'
import { table } from '../table.js'

/** The statuses of one operation. */
export function statusTable(document: Json, { name, operation }: DocumentedOperation): Markup {
  const rows = entriesAt(operation, 'responses').map(([status, response]) => {
    const shared = referenceName(response)
    const what = phrase(textAt(resolved(document, response), 'description'))
    return {
      cells: [
        code(status),
        shared === undefined ? what : markup`<a href="#${anchor('answer', shared)}">${what}</a>`,
        bodyOrCodes(resolved(document, response)),
        headerLinks(resolved(document, response)),
      ],
    }
  })
  return table(`Statuses of ${name}`, ['Status', 'When', 'Body or error codes', 'Headers'], rows)
}

/** The responses that operations share, each with its error codes, its headers, and an example if it has no code. */
export function sharedAnswers(document: Json): readonly Markup[] {
  return entriesAt(document, 'components', 'responses').map(([name, response]) => {
    const statuses = statusesOf(document, name)
    const title = statuses.length === 0 ? name : [joined(statuses.map(code), ', '), ' ', spaced(name)]
    return folded(
      anchor('answer', name),
      title,
      markup`<p>${phrase(textAt(response, 'description'))}.</p>
${codesOfResponse(response).length > 0 ? markup`<p>Codes: ${joined(codesOfResponse(response).map(codeLink), ', ')}</p>` : responseExamples(`Example of ${name}`, response)}<div class="headers">${headerLinks(response)}</div>
`,
    )
  })
}

/** All headers of answers. */
export function headerTable(document: Json): Markup {
  const rows = entriesAt(document, 'components', 'headers').map(([name, header]) => ({
    id: anchor('header', name),
    cells: [code(name), phrase(textAt(header, 'description')), typeOf(at(header, 'schema'))],
  }))
  return table('Headers of answers', ['Header', 'What it is', 'Value'], rows)
}

function bodyOrCodes(response: Json): Piece {
  const codes = codesOfResponse(response)
  if (codes.length > 0) return joined(codes.map(codeLink), ' ')
  return joined(
    entriesAt(response, 'content').map(([, content]) => typeOf(at(content, 'schema'))),
    ' or ',
  )
}

function headerLinks(response: unknown): Piece {
  const names = entriesAt(response, 'headers').map(([name, header]) => {
    const shared = referenceName(header)
    return shared === undefined
      ? code(name)
      : markup`<a href="#${anchor('header', shared)}">${code(name)}</a>`
  })
  if (names.length === 0) return 'none of its own'
  const count = names.length === 1 ? 'one header' : `${names.length} headers`
  return markup`<details><summary>${count}</summary><p class="values">${joined(names, ' ')}</p></details>`
}

/** The statuses of this shared response in all operations. */
function statusesOf(document: Json, name: string): readonly string[] {
  return [...new Set(sharedUses(document).flatMap(([status, shared]) => (shared === name ? [status] : [])))]
}

function sharedUses(document: Json): readonly (readonly [string, string])[] {
  return operationsOf(document).flatMap(({ operation }) =>
    entriesAt(operation, 'responses').flatMap(([status, response]) => {
      const name = referenceName(response)
      return name === undefined ? [] : [[status, name] as const]
    }),
  )
}

/** `TooManyRequests` → `Too many requests`. */
function spaced(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
