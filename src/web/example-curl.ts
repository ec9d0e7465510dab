/**
 * The documented example of the first form operation as a command line to paste.
 * Guarantees: quoted for a POSIX shell; names no gene, since the example is the document's.
 */
import type { Json } from '../http/contract/contract.js'
import { quoted } from './curl-lines.js'

const FORM = 'application/x-www-form-urlencoded'

export function exampleCurl(document: Json, address: string, key: string): string {
  for (const [path, item] of Object.entries(document['paths'] as Json)) {
    const content = read(item, ['post', 'requestBody', 'content', FORM, 'examples'])
    const [example] = Object.values((content ?? {}) as Json)
    const fields = read(example, ['value'])
    if (fields === undefined) continue
    const data = Object.entries(fields as Json).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return `--data-urlencode ${quoted(`${name}=${text}`)}`
    })
    return [`curl -s ${quoted(`${address}${path}`)}`, `-H ${quoted(`X-API-Key: ${key}`)}`, ...data].join(' ')
  }
  throw new Error('the contract documents no example of a form')
}

function read(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], value)
}
