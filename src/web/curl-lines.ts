/**
 * A call as a command line to paste, one option a line.
 * Guarantees: quoted for a POSIX shell, so that a field can hold any text; address and key come from the shell's
 * variables, since one page serves every address.
 */
import type { DocumentedOperation } from './document-reading.js'

/** Where the service is, and the key, in the reader's shell. */
export const ADDRESS = 'ROBE'
export const KEY = 'ROBE_KEY'

/** A documented request body. */
export interface ExampleBody {
  readonly type: string
  readonly value: unknown
}

/** @param keyHeader the header that carries the key */
export function curlLines(
  { method, path }: Pick<DocumentedOperation, 'method' | 'path'>,
  keyHeader: string,
  body?: ExampleBody,
): string {
  const verb = method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `
  const lines = [
    `curl -s ${verb}"$${ADDRESS}${insideQuotes(path)}"`,
    `-H "${insideQuotes(keyHeader)}: $${KEY}"`,
    ...bodyLines(body),
  ]
  return lines.join(' \\\n  ')
}

function bodyLines(body: ExampleBody | undefined): readonly string[] {
  if (body === undefined) return []
  const { type, value } = body
  if (type !== 'application/x-www-form-urlencoded') {
    return [`-H ${quoted(`Content-Type: ${type}`)}`, `--data ${quoted(textOf(value))}`]
  }
  return Object.entries(value ?? {}).map(
    ([name, field]) => `--data-urlencode ${quoted(`${name}=${textOf(field)}`)}`,
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A word that a POSIX shell takes as it stands. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Text between double quotes, where a variable stands beside it. */
function insideQuotes(text: string): string {
  return text.replace(/[\\$"`]/g, '\\$&')
}
