/**
 * Renders examples: the call in several languages and the answer as JSON.
 * Guarantees: every documented request example is shown with the answer of the same name; the language tabs need no script, and are
 * stacked in browsers without support; long listings are collapsed.
 */
import type { Json } from '../../common/json.js'
import { at, entriesAt, listAt, resolved, textAt, type DocumentedOperation } from './document-reading.js'
import { anchor, markup, type Markup, type Piece } from './markup.js'
import { phrase } from './prose.js'
import { JSON_NOTATION, literal, showJson } from './shown-json.js'
import { JSON_BODY, snippetsOf } from './snippets.js'

/** A documented request and its answer. */
interface Example {
  readonly name: string
  readonly title: string
  /** Undefined for an operation without a body. */
  readonly value: unknown
  readonly answer: unknown
}

/** Longer answers are collapsed. */
const SHORT = 24

/** The name of the header that carries the key, by the document's security schemes. */
export function keyHeader(document: Json): string {
  const scheme = entriesAt(document, 'components', 'securitySchemes').find(
    ([, candidate]) => textAt(candidate, 'in') === 'header',
  )
  return textAt(scheme?.[1], 'name') || 'Authorization'
}

/** All examples of an operation, the first one expanded. Without examples, the bare call, if it needs no body. */
export function examples(document: Json, operation: DocumentedOperation): Piece {
  const [first, ...others] = examplesOf(document, operation)
  if (first === undefined && operation.operation['requestBody'] !== undefined) return undefined
  if (first === undefined) return exampleCall(document, operation, { name: 'call', title: 'The call' })
  return [
    markup`<h5>${phrase(first.title)}</h5>
`,
    exampleCall(document, operation, first),
    others.map(
      (example) => markup`<details class="fold"><summary><h5>${phrase(example.title)}</h5></summary>
${exampleCall(document, operation, example)}</details>
`,
    ),
  ]
}

/** The first documented example of all. */
export function firstExample(document: Json, operations: readonly DocumentedOperation[]): Piece {
  const operation = operations.find((each) => examplesOf(document, each).length > 0)
  const [example] = operation === undefined ? [] : examplesOf(document, operation)
  if (operation === undefined || example === undefined) return undefined
  return exampleCall(document, operation, { ...example, name: 'first' })
}

/** All media types have the same examples. */
function examplesOf(document: Json, { operation }: DocumentedOperation): readonly Example[] {
  const documented = entriesAt(operation, 'requestBody', 'content')
    .map(([, content]) => entriesAt(content, 'examples'))
    .find((named) => named.length > 0)
  return (documented ?? []).map(([name, example]) => ({
    name,
    title: textAt(example, 'summary') || name,
    value: at(example, 'value'),
    answer: answerNamed(document, operation, name),
  }))
}

function exampleCall(
  document: Json,
  operation: DocumentedOperation,
  { name, title, value, answer }: Partial<Example>,
): Markup {
  const { method, path } = operation
  const types = entriesAt(operation.operation, 'requestBody', 'content').map(([type]) => type)
  const answers = entriesAt(operation.operation, 'responses', '200', 'content')
  const isJson = answers.length === 0 || answers.some(([type]) => type === JSON_BODY)
  const call = { method, path, keyHeader: keyHeader(document), isJson }
  const snippets = snippetsOf(value === undefined ? call : { ...call, body: { types, value } })
  const id = anchor(anchor('example', operation.name), name ?? '')
  const isAsked = listAt(operation.operation, 'parameters').some(
    (parameter) => textAt(resolved(document, parameter), 'in') === 'query',
  )
  return markup`<div class="example" id="${id}" data-method="${method}" data-path="${path}"${
    value === undefined ? '' : markup` data-body="${literal(value, JSON_NOTATION, '')}"`
  }${isAsked ? markup` data-query=""` : ''}>
<div class="tabs" role="group" aria-label="Call: ${title}">
${snippets.map(
  ({ language, code }, index) =>
    markup`<input type="radio" name="${id}" id="${id}-${language}" value="${language}"${index === 0 ? markup` checked=""` : ''}>
<label for="${id}-${language}">${language}</label>
${listing(`${title}, ${language}`, code)}`,
)}</div>
${answer === undefined ? '' : answerListing(answer)}</div>
`
}

function answerListing(answer: unknown): Markup {
  const isShort = showJson(answer).text.split('\n').length <= SHORT
  return markup`<details class="answer"${isShort ? markup` open=""` : ''}><summary>Answer</summary>
${jsonListing('Answer', answer)}</details>
`
}

/** A listing of JSON, with a note if it is abridged. */
export function jsonListing(label: string, value: unknown): Markup {
  const { text, leftOut } = showJson(value)
  const note =
    leftOut === 0
      ? ''
      : markup`<p class="note">Shortened: “…” stands for ${leftOut === 1 ? 'one element' : `${leftOut} elements`} left out here.</p>
`
  return markup`${listing(label, text)}${note}`
}

/** Preformatted text with wrapped lines. */
export function listing(label: string, text: Piece): Markup {
  return markup`<div class="listing" role="group" aria-label="${label}"><pre><code>${text}</code></pre></div>
`
}

function answerNamed(document: Json, operation: Json, name: string): unknown {
  return entriesAt(operation, 'responses')
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => entriesAt(resolved(document, response), 'content'))
    .map(([, content]) => at(content, 'examples', name, 'value'))
    .find((value) => value !== undefined)
}

/** The examples of a response that do not belong to a request example. */
export function responseExamples(label: string, response: unknown): Piece {
  return entriesAt(response, 'content').flatMap(([, content]) => {
    const single = at(content, 'example')
    const named = entriesAt(content, 'examples').map(([, example]) => at(example, 'value'))
    return (single === undefined ? named : [single]).map((value) => jsonListing(label, value))
  })
}
