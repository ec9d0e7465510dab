/**
 * Sends batches to a service of a test, and reads the lines of their answers.
 */
import { BAY, type Service } from './service.js'

export const PATH = '/coats/batch'
export const NDJSON = 'application/x-ndjson'

export interface Line {
  readonly line: number
  readonly id?: string | number
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly lines: readonly Line[]
  readonly error: Readonly<Record<string, unknown>>
}

export async function send(
  service: Service,
  questions: readonly unknown[] | string,
  headers: Record<string, string> = {},
  key = service.key,
): Promise<Answer> {
  const body =
    typeof questions === 'string' ? questions : questions.map((each) => JSON.stringify(each)).join('\n')
  const sent = { 'X-API-Key': key, 'Content-Type': NDJSON, ...headers }
  const response = await service.fetch(`${service.url}${PATH}`, { method: 'POST', headers: sent, body })
  const text = await response.text()
  const isLines = response.headers.get('content-type')?.startsWith(NDJSON) === true
  const lines = isLines
    ? text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
    : []
  const error = isLines ? {} : (JSON.parse(text) as Answer['error'])
  return { status: response.status, headers: response.headers, text, lines, error }
}

/** A question that costs little. */
export const bay = (id?: string | number) => ({ id, op: 'coats.result', fields: { base: BAY } })
/** Units charged today. */
export const used = async ({ store }: Service, id = 1) => (await store.counters.usage(id)).day
