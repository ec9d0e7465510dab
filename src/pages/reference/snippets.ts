/**
 * A call in several programming languages, ready to paste.
 * Guarantees: uses only the standard library of each language; quotes all content of the document; address and key come from
 * environment variables, because the page does not know the address.
 */
import type { DocumentedOperation } from './document-reading.js'
import { JSON_NOTATION, literal, type Notation } from './shown-json.js'

/** Environment variables with the address of the service and the key. */
export const ADDRESS = 'ROBE'
export const KEY = 'ROBE_KEY'

export const JSON_BODY = 'application/json'
export const FORM_BODY = 'application/x-www-form-urlencoded'

/** A call as documented. */
export interface ExampleCall extends Pick<DocumentedOperation, 'method' | 'path'> {
  /** The header with the key. */
  readonly keyHeader: string
  /** Whether the answer is JSON; otherwise it is printed as text. */
  readonly isJson: boolean
  readonly body?: { readonly types: readonly string[]; readonly value: unknown }
}

export interface Snippet {
  readonly language: string
  readonly code: string
}

/** One snippet per language, and one more for forms if the operation accepts them. */
export function snippetsOf(call: ExampleCall): readonly Snippet[] {
  const isForm = call.body?.types.includes(FORM_BODY) === true
  return [
    { language: 'curl', code: curl(call, jsonLines(call)) },
    { language: 'JavaScript', code: javaScript(call) },
    { language: 'Python', code: python(call) },
    { language: 'PHP', code: php(call) },
    ...(isForm ? [{ language: 'Form', code: curl(call, formLines(call.body?.value)) }] : []),
  ]
}

function curl({ method, path, keyHeader, body }: ExampleCall, bodyLines: readonly string[]): string {
  const verb = method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `
  const lines = [
    `curl -s ${verb}"$${ADDRESS}${insideQuotes(path)}"`,
    `-H "${insideQuotes(keyHeader)}: $${KEY}"`,
    ...bodyLines,
  ]
  return lines.join(' \\\n  ')
}

function jsonLines({ body }: ExampleCall): readonly string[] {
  if (body === undefined) return []
  return [
    `-H ${quoted(`Content-Type: ${JSON_BODY}`)}`,
    `--data ${quoted(literal(body.value, JSON_NOTATION, '  '))}`,
  ]
}

/** Each field as an option of curl; objects as JSON. */
export function formLines(value: unknown): readonly string[] {
  return Object.entries(value ?? {}).map(([name, field]) => {
    const text = typeof field === 'string' ? field : JSON.stringify(field)
    return `--data-urlencode ${quoted(`${name}=${text}`)}`
  })
}

function javaScript({ method, path, keyHeader, isJson, body }: ExampleCall): string {
  const type = body === undefined ? [] : [`    "Content-Type": "${JSON_BODY}",`]
  const sent =
    body === undefined ? [] : [`  body: JSON.stringify(${literal(body.value, JSON_NOTATION, '  ')}),`]
  return [
    `const response = await fetch(process.env.${ADDRESS} + ${JSON.stringify(path)}, {`,
    `  method: ${JSON.stringify(method)},`,
    `  headers: {`,
    `    ${JSON.stringify(keyHeader)}: process.env.${KEY},`,
    ...type,
    `  },`,
    ...sent,
    `})`,
    ...(isJson
      ? [`const answer = await response.json()`, `console.log(JSON.stringify(answer, null, 2))`]
      : [`console.log(await response.text())`]),
  ].join('\n')
}

const PYTHON_WORDS = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
])
const PYTHON: Notation = {
  ...JSON_NOTATION,
  word: (value) => PYTHON_WORDS.get(value) ?? JSON.stringify(value),
}

function python({ method, path, keyHeader, isJson, body }: ExampleCall): string {
  const type = body === undefined ? [] : [`        "Content-Type": "${JSON_BODY}",`]
  const sent =
    body === undefined ? [] : [`    data=json.dumps(${literal(body.value, PYTHON, '    ')}).encode(),`]
  return [
    `import json, os, urllib.request`,
    ``,
    `request = urllib.request.Request(`,
    `    os.environ["${ADDRESS}"] + ${JSON.stringify(path)},`,
    `    method=${JSON.stringify(method)},`,
    `    headers={`,
    `        ${JSON.stringify(keyHeader)}: os.environ["${KEY}"],`,
    ...type,
    `    },`,
    ...sent,
    `)`,
    `with urllib.request.urlopen(request) as response:`,
    ...(isJson
      ? [`    answer = json.load(response)`, `print(json.dumps(answer, indent=2, ensure_ascii=False))`]
      : [`    print(response.read().decode())`]),
  ].join('\n')
}

const PHP: Notation = {
  braces: ['[', ']'],
  colon: ' => ',
  word: (value) =>
    typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value),
}

function php({ method, path, keyHeader, isJson, body }: ExampleCall): string {
  const type = body === undefined ? [] : [`        'Content-Type: ${JSON_BODY}',`]
  const sent =
    body === undefined ? [] : [`    'content' => json_encode(${literal(body.value, PHP, '    ')}),`]
  return [
    `<?php`,
    `$options = [`,
    `    'method' => ${PHP.word(method)},`,
    `    'header' => [`,
    `        ${PHP.word(`${keyHeader}: `)} . getenv('${KEY}'),`,
    ...type,
    `    ],`,
    ...sent,
    `    'ignore_errors' => true, // an error's body says what is wrong`,
    `];`,
    `$context = stream_context_create(['http' => $options]);`,
    `$body = file_get_contents(getenv('${ADDRESS}') . ${PHP.word(path)}, false, $context);`,
    ...(isJson
      ? [
          `$answer = json_decode($body, true);`,
          `echo json_encode($answer, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE), PHP_EOL;`,
        ]
      : [`echo $body, PHP_EOL;`]),
  ].join('\n')
}

/** Quotes a word for a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Quotes text in double quotes, for use next to a variable. */
function insideQuotes(text: string): string {
  return text.replace(/[\\$"`]/g, '\\$&')
}
