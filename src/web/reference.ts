/**
 * The public reference page: the served contract as one static page and one style sheet.
 * Guarantees: says what the document says and nothing of its own about the service; no script, nothing loaded from
 * elsewhere; every link within the page has its target.
 * Leaves to others: serving it, under the policy that forbids what it does not need (http/respond.ts).
 */
import type { Json } from '../http/contract/contract.js'
import { ADDRESS, KEY } from './curl-lines.js'
import { entriesAt, operationsOf, textAt, type DocumentedOperation } from './document-reading.js'
import { anchor, code, markup, type Markup, type Piece } from './markup.js'
import { paragraphs } from './prose.js'
import { errorCodeTable, headerTable, sharedAnswers } from './reference-answers.js'
import { keyHeader } from './reference-example.js'
import { endpoint, operationArticle } from './reference-operation.js'
import { schemaArticles } from './reference-schema.js'
import { REFERENCE_STYLE } from './reference-style.js'
import { schemaLink } from './schema-type.js'

/** A page and its style sheet, which it expects at `docs/reference.css` beside itself. */
export interface ReferencePage {
  readonly html: string
  readonly css: string
}

/** @param document the contract with its slots filled, as served */
export function renderReference(document: Json): ReferencePage {
  const operations = operationsOf(document)
  const title = `${textAt(document, 'info', 'title')} API reference`
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="docs/reference.css">
</head>
<body>
<a class="skip" href="#introduction">Skip to the text</a>
<header>
<h1>${title}</h1>
<p class="lead">${textAt(document, 'info', 'summary')}</p>
<p class="version">Version ${textAt(document, 'info', 'version')}. As OpenAPI: <a href="openapi.yaml">YAML</a>, <a href="openapi.json">JSON</a>.</p>
</header>
${navigation(document, operations)}
<main>
${section('introduction', 'Introduction', [paragraphs(textAt(document, 'info', 'description')), variables(document)])}
${section(
  'operations',
  'Operations',
  operations.map((operation) => operationArticle(document, operation)),
)}
${section('errors', 'Errors', sharedAnswers(document))}
${section('codes', 'Error codes', errorCodeTable(document))}
${section('headers', 'Headers of answers', headerTable(document))}
${section('schemas', 'Schemas', schemaArticles(document))}
</main>
</body>
</html>
`
  return { html: page.markup, css: REFERENCE_STYLE }
}

function section(id: string, title: string, content: Piece): Markup {
  return markup`<section id="${id}">
<h2>${title}</h2>
${content}</section>`
}

function navigation(document: Json, operations: readonly DocumentedOperation[]): Markup {
  const schemas = entriesAt(document, 'components', 'schemas').map(([name]) => name)
  return markup`<nav aria-label="On this page">
<ul>
<li><a href="#introduction">Introduction</a></li>
<li><a href="#operations">Operations</a>
<ul>
${operations.map(
  (operation) => markup`<li><a href="#${anchor('operation', operation.name)}">${endpoint(operation)}</a></li>
`,
)}</ul></li>
<li><a href="#errors">Errors</a></li>
<li><a href="#codes">Error codes</a></li>
<li><a href="#headers">Headers of answers</a></li>
<li><a href="#schemas">Schemas</a>
<details><summary>All ${schemas.length}</summary>
<ul>
${schemas.map(
  (name) => markup`<li>${schemaLink(name)}</li>
`,
)}</ul></details></li>
</ul>
</nav>`
}

/** What the command lines of the examples expect of the reader's shell. */
function variables(document: Json): Markup {
  return markup`<p>The examples take the address of the service from ${code(`$${ADDRESS}`)}, without a slash at its end, and the key for ${code(keyHeader(document))} from ${code(`$${KEY}`)}.</p>
`
}
