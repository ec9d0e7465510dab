/**
 * The documented example of the first form operation as a curl command.
 * Guarantees: quoted for a POSIX shell; contains only genes from the document.
 */
import type { Json } from '../../common/json.js'
import { FORM_BODY, formLines, quoted } from './snippets.js'

export function exampleCurl(document: Json, address: string, key: string): string {
  for (const [path, item] of Object.entries(document['paths'] as Json)) {
    const content = read(item, ['post', 'requestBody', 'content', FORM_BODY, 'examples'])
    const [example] = Object.values((content ?? {}) as Json)
    const fields = read(example, ['value'])
    if (fields === undefined) continue
    const words = [`curl -s ${quoted(`${address}${path}`)}`, `-H ${quoted(`X-API-Key: ${key}`)}`]
    return [...words, ...formLines(fields)].join(' ')
  }
  throw new Error('the contract documents no example of a form')
}

function read(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], value)
}
