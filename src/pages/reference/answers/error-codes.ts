/**
 * The section of error codes: a paragraph for each, with its meaning, what to do, and an example body.
 * Guarantees: every code that the contract or the service knows has its paragraph and its anchor; texts and bodies are those of the
 * contract's named examples (test/contract/error-examples.test.ts holds them against the service).
 */
import { ERROR_STATUS } from '../../../operations/client-error.js'
import type { Json } from '../../../common/json.js'
import {
  entriesAt,
  listAt,
  operationsOf,
  referenceName,
  at,
  textAt,
  type DocumentedOperation,
} from '../document-reading.js'
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
  return markup`<div class="occurrence"><div>
<p>${phrase(textAt(example, 'summary'))}.</p>
<p><strong>What to do:</strong> ${phrase(textAt(example, 'description'))}</p>
<p class="note">Answered by ${answeredBy(document, response)}. <a href="#${anchor('answer', response)}">Its headers</a>.</p></div>
<div>${jsonListing(`Example of ${name}`, at(example, 'value'))}</div></div>
`
}

/** Names the operations, or the few that are left out. */
function answeredBy(document: Json, response: string): Piece {
  const all = operationsOf(document)
  const answering = all.filter(({ operation }) =>
    entriesAt(operation, 'responses').some(([, each]) => referenceName(each) === response),
  )
  const others = all.filter((operation) => !answering.includes(operation))
  const links = (operations: readonly DocumentedOperation[]): Piece =>
    joined(
      operations.map(({ name, path }) => markup`<a href="#${anchor('operation', name)}">${code(path)}</a>`),
      ', ',
    )
  if (others.length === 0) return 'all operations'
  return others.length < answering.length ? ['all operations except ', links(others)] : links(answering)
}

function occurrencesOf(document: Json, name: string): readonly Occurrence[] {
  return entriesAt(document, 'components', 'responses').flatMap(([response, described]) =>
    entriesAt(described, 'content')
      .flatMap(([, content]) => entriesAt(content, 'examples'))
      .filter(([code]) => code === name)
      .map(([code, example]) => ({ response, code, example })),
  )
}
