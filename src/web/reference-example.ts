/**
 * Worked examples: the call as a command line, the answer as JSON.
 * Guarantees: every documented request example is shown with the answer documented under the same name.
 */
import type { Json } from '../http/contract/contract.js'
import { curlLines } from './curl-lines.js'
import { at, entriesAt, resolved, textAt, type DocumentedOperation } from './document-reading.js'
import { anchor, markup, type Markup, type Piece } from './markup.js'
import { phrase } from './prose.js'
import { showJson } from './shown-json.js'

/** The name of the header that carries the key, by the document's security schemes. */
export function keyHeader(document: Json): string {
  const scheme = entriesAt(document, 'components', 'securitySchemes').find(
    ([, candidate]) => textAt(candidate, 'in') === 'header',
  )
  return textAt(scheme?.[1], 'name') || 'Authorization'
}

/**
 * All examples of an operation, as the last of its media types writes them, which a command line sends best; one that
 * documents none shows the bare call.
 */
export function examples(document: Json, operation: DocumentedOperation): readonly Markup[] {
  const header = keyHeader(document)
  const shown = entriesAt(operation.operation, 'requestBody', 'content')
    .slice(-1)
    .flatMap(([type, content]) =>
      entriesAt(content, 'examples').map(([name, example]) => {
        const title = textAt(example, 'summary') || name
        const answer = answerNamed(document, operation, name)
        return markup`<section class="example" id="${anchor(anchor('example', operation.name), name)}">
<h5>${phrase(title)}</h5>
${listing(`Call: ${title}`, curlLines(operation, header, { type, value: at(example, 'value') }))}
${answer === undefined ? '' : jsonListing(`Answer: ${title}`, answer)}</section>
`
      }),
    )
  return shown.length > 0 ? shown : [listing('Call', curlLines(operation, header))]
}

/** JSON in a box of its own, and a note when some of it is left out. */
export function jsonListing(label: string, value: unknown): Markup {
  const { text, leftOut } = showJson(value)
  const note =
    leftOut === 0
      ? ''
      : markup`<p class="note">Shortened: “…” stands for ${leftOut === 1 ? 'one element' : `${leftOut} elements`} left out here.</p>
`
  return markup`${listing(label, text)}${note}`
}

/** Preformatted text; its lines wrap, so that nothing needs scrolling. */
function listing(label: string, text: string): Markup {
  return markup`<pre role="group" aria-label="${label}"><code>${text}</code></pre>
`
}

function answerNamed(document: Json, { operation }: DocumentedOperation, name: string): unknown {
  return entriesAt(operation, 'responses')
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => entriesAt(resolved(document, response), 'content'))
    .map(([, content]) => at(content, 'examples', name, 'value'))
    .find((value) => value !== undefined)
}

/** The examples that a response documents, without those that answer a request's example. */
export function responseExamples(label: string, response: unknown): Piece {
  return entriesAt(response, 'content').flatMap(([, content]) => {
    const single = at(content, 'example')
    const named = entriesAt(content, 'examples').map(([, example]) => at(example, 'value'))
    return (single === undefined ? named : [single]).map((value) => jsonListing(label, value))
  })
}
