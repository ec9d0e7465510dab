/** The question that the page answers, as an API call. */

export interface Call {
  /** Address of the service, without a trailing slash. */
  readonly address: string
  readonly path: string
  readonly body: object
}

const KEY_HEADER = 'X-API-Key'

export function asCurl({ address, path, body }: Call): string {
  const quoted = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)
  return `curl '${address}${path}' \\
  -H "${KEY_HEADER}: $ROBE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${compact(quoted)}'`
}

export function asJavaScript({ address, path, body }: Call): string {
  const written = compact(JSON.stringify(body, null, 2)).replaceAll('\n', '\n  ')
  return `const answer = await fetch('${address}${path}', {
  method: 'POST',
  headers: { '${KEY_HEADER}': process.env.ROBE_KEY, 'Content-Type': 'application/json' },
  body: JSON.stringify(${written}),
}).then((response) => response.json())`
}

/** Formats JSON with each list on one line. */
function compact(json: string): string {
  return json.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, items: string) => `[${items.replace(/\s+/g, ' ')}]`)
}
