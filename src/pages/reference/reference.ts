/**
 * Renders the reference page at `/docs` from the served contract and the genes of the rules, with its style sheet and script.
 * Guarantees: all content except the introduction comes from contract and rules; no external resources, nothing inline; every
 * internal link has a target; readable without the script. service/http/respond.ts sets its content security policy.
 */
import { readFileSync } from 'node:fs'
import type { Json } from '../../common/json.js'
import type { LocusTable } from '../../rules/tables.js'
import { operationsOf, textAt, type DocumentedOperation } from './document-reading.js'
import { anchor, code, markup, type Markup, type Piece } from './markup.js'
import { paragraphs } from './prose.js'
import { errorCodes } from './answers/error-codes.js'
import { headerTable, sharedAnswers } from './answers/statuses.js'
import { consoleDialog } from './reference-console.js'
import { firstExample, keyHeader, listing } from './reference-example.js'
import { geneTable } from './reference-genes.js'
import { endpoint, operationArticle } from './reference-operation.js'
import { schemaArticles } from './fields/schemas.js'
import { REFERENCE_STYLE } from './style/reference-style.js'
import { SEARCH_STYLE } from './style/search-style.js'
import { ADDRESS, KEY } from './snippets.js'

/** The page with the files that it loads from `docs/`: `reference.css` and `reference.js`. */
export interface ReferencePage {
  readonly html: string
  readonly css: string
  readonly js: string
}

/** Bundled by .ci/bundle-page.mjs from `browser/`. */
const SCRIPT = readFileSync(new URL('bundle/reference.js', import.meta.url), 'utf8')

/** @param document the contract with its slots filled, as served @param loci of the loaded rules */
export function renderReference(document: Json, loci: readonly LocusTable[]): ReferencePage {
  const operations = operationsOf(document)
  const title = `${textAt(document, 'info', 'title')} reference`
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="docs/reference.css">
<script type="module" src="docs/reference.js"></script>
</head>
<body>
<a class="skip" href="#start">Skip to the text</a>
<header>
<h1>${title}</h1>
<p class="lead">${textAt(document, 'info', 'summary')}</p>
<p class="version">Version ${textAt(document, 'info', 'version')}. As OpenAPI: <a href="openapi.yaml">YAML</a>, <a href="openapi.json">JSON</a>.</p>
</header>
${navigation(operations)}
<main>
${section('start', 'Start in thirty seconds', start(document, operations))}
${section('genes', 'Genes and alleles', geneTable(loci))}
${section('introduction', 'Requests and answers', paragraphs(textAt(document, 'info', 'description')))}
${section('operations', 'Operations', [
  markup`<p>Optional fields may be left out. Where a field may also be null, or a number or a truth value may be sent as text, its <a href="#schemas">schema</a> says so.</p>
`,
  operations.map((operation) => operationArticle(document, operation)),
])}
${section('errors', 'Errors', [
  errorCodes(document),
  markup`<h3 class="after">Answers that operations share</h3>
`,
  folds(sharedAnswers(document)),
])}
${section(
  'headers',
  'Headers of answers',
  markup`<details class="fold"><summary>All headers</summary>
${headerTable(document)}</details>
`,
)}
${section('schemas', 'Schemas', folds(schemaArticles(document)))}
</main>
${consoleDialog(document)}</body>
</html>
`
  return { html: page.markup, css: REFERENCE_STYLE + SEARCH_STYLE, js: SCRIPT }
}

function section(id: string, title: string, content: Piece): Markup {
  return markup`<section id="${id}">
<h2>${title}</h2>
${content}</section>`
}

/** Shown side by side while collapsed. */
function folds(articles: readonly Markup[]): Markup {
  return markup`<div class="folds">
${articles}</div>
`
}

function navigation(operations: readonly DocumentedOperation[]): Markup {
  return markup`<nav aria-label="On this page">
<ul>
<li><a href="#start">Start</a></li>
<li><a href="#genes">Genes and alleles</a></li>
<li><a href="#introduction">Requests and answers</a></li>
<li><a href="#operations">Operations</a>
<ul>
${operations.map(
  (operation) => markup`<li><a href="#${anchor('operation', operation.name)}">${endpoint(operation)}</a></li>
`,
)}</ul></li>
<li><a href="#errors">Errors</a></li>
<li><a href="#headers">Headers</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>`
}

/** The introduction: from no key to the first answer. */
function start(document: Json, operations: readonly DocumentedOperation[]): Markup {
  const place = markup`<span class="address">https://…</span>`
  return markup`<ol class="steps">
<li><p>Ask the operator for a key, which goes into the header ${code(keyHeader(document))}. Tell your shell the key and the address.</p>
${listing('Key and address', [`export ${KEY}="…"\nexport ${ADDRESS}="`, place, '"'])}</li>
<li><p>Call it.</p>
${firstExample(document, operations)}</li>
</ol>
`
}
