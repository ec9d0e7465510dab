/**
 * The section of error codes: a paragraph for each, with its meaning, what to do, and an example body.
 * Guarantees: every code that the contract or the service knows has its paragraph and its anchor; texts and bodies are those of the
 * contract's named examples (test/contract/error-examples.test.ts holds them against the service).
 */
import { ERROR_STATUS } from '../../../operations/client-error.js'
import type { Json } from '../../../common/json.js'
import { entriesAt, listAt, operationsOf, referenceName, at, textAt } from '../document-reading.js'
import { anchor, code, joined, markup, type Markup, type Piece } from '../markup.js'
import { phrase } from '../prose.js'
import { jsonListing } from '../reference-example.js'
import { table } from '../table.js'

/** A documented occurrence of a code. */
interface Occurrence {
  /** The shared response. */
  readonly response: string
  readonly code: string
  readonly example: unknown
}

/** A table of the codes by status, then a paragraph for each. */
export function errorCodes(document: Json): Piece {
  const codes = codesOf(document)
  const statuses = [...new Set(codes.map((name) => statusOf(name)))]
  const rows = statuses.map((status) => ({
    cells: [code(status), joined(codes.filter((name) => statusOf(name) === status).map(codeLink), ', ')],
  }))
  return [
    table('Error codes by status', ['Status', 'Codes'], rows),
    codes.map((name) => codeArticle(document, name)),
  ]
}

export function codeLink(name: string): Markup {
  return markup`<a href="#${anchor('code', name)}">${code(name)}</a>`
}

/** The codes that a response of the document can have. */
export function codesOfResponse(response: unknown): readonly string[] {
  const known = entriesAt(response, 'content').flatMap(([, content]) => entriesAt(content, 'examples'))
  return [...new Set(known.map(([name]) => name))].filter((name) => Object.hasOwn(ERROR_STATUS, name))
}

/** By status, then in the contract's order. */
function codesOf(document: Json): readonly string[] {
  const listed = listAt(document, 'components', 'schemas', 'Error', 'properties', 'code', 'enum').map(String)
  const all = [...new Set([...listed, ...Object.keys(ERROR_STATUS)])]
  return all.sort((a, b) => statusOf(a).localeCompare(statusOf(b)))
}

function statusOf(name: string): string {
  return Object.hasOwn(ERROR_STATUS, name) ? String(ERROR_STATUS[name as keyof typeof ERROR_STATUS]) : '–'
}

function codeArticle(document: Json, name: string): Markup {
  const occurrences = occurrencesOf(document, name)
  return markup`<article id="${anchor('code', name)}" class="code">
<h3>${code(name)} <span class="status-code">${statusOf(name)}</span></h3>
${occurrences.map((each) => occurrence(document, each))}</article>
`
}

function occurrence(document: Json, { response, code: name, example }: Occurrence): Markup {
  const operations = operationsWith(document, response)
  const where =
    operations.length === operationsOf(document).length
      ? 'all operations'
      : joined(
          operations.map(
            (operation) =>
              markup`<a href="#${anchor('operation', operation.name)}">${code(operation.path)}</a>`,
          ),
          ', ',
        )
  return markup`<div class="occurrence"><div>
<p>${phrase(textAt(example, 'summary'))}.</p>
<p><strong>What to do:</strong> ${phrase(textAt(example, 'description'))}</p>
<p class="note">Answered by ${where}. <a href="#${anchor('answer', response)}">Its headers</a>.</p></div>
<div>${jsonListing(`Example of ${name}`, at(example, 'value'))}</div></div>
`
}

function occurrencesOf(document: Json, name: string): readonly Occurrence[] {
  return entriesAt(document, 'components', 'responses').flatMap(([response, described]) =>
    entriesAt(described, 'content')
      .flatMap(([, content]) => entriesAt(content, 'examples'))
      .filter(([code]) => code === name)
      .map(([code, example]) => ({ response, code, example })),
  )
}

function operationsWith(document: Json, response: string) {
  return operationsOf(document).filter(({ operation }) =>
    entriesAt(operation, 'responses').some(([, each]) => referenceName(each) === response),
  )
}
