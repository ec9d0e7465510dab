/**
 * A POST request to Robe, and its bytes on the wire.
 */

export interface Ask {
  readonly path: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The bytes of a POST with a form. */
export function requestBytes({ path, body, headers = {} }: Ask, key: string): Buffer {
  const all: Readonly<Record<string, string>> = {
    Host: '127.0.0.1',
    ...(key === '' ? {} : { 'X-API-Key': key }),
    'Content-Type': 'application/x-www-form-urlencoded',
    ...headers,
    'Content-Length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
