/**
 * Compares a peer's answers with Robe's before anything is timed.
 * Guarantees: status and body are equal byte for byte; every header of Robe is there with the same value, except those
 * that differ from request to request.
 */
import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Ask } from '../../test/support/ask.js'
import type { MeasuredServer } from '../../test/support/children.js'
import { questionsOf, type Questions } from '../../test/support/questions.js'

interface Got {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** These differ from request to request, or belong to the connection. */
const FRESH = new Set([
  'date',
  'connection',
  'keep-alive',
  'x-request-id',
  'x-ratelimit-remaining',
  'ratelimit',
])

export async function askOnce(
  { port, key }: Pick<MeasuredServer, 'port' | 'key'>,
  { path, body, headers }: Ask,
): Promise<Got> {
  const sent = request({
    port,
    path,
    host: '127.0.0.1',
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(key === '' ? {} : { 'X-API-Key': key }),
      ...headers,
    },
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}

/** Rejects with the first difference. */
export async function demandSameAnswers(
  robe: MeasuredServer,
  peer: MeasuredServer,
  questions: Questions,
): Promise<void> {
  for (const ask of questionsOf(questions)) {
    const [ours, theirs] = [await askOnce(robe, ask), await askOnce(peer, ask)]
    const fault = difference(ours, theirs)
    if (fault !== undefined) throw new Error(`${ask.path} ${ask.body}: ${fault}`)
  }
}

function difference(ours: Got, theirs: Got): string | undefined {
  if (ours.status !== 200 || theirs.status !== 200)
    return `status ${ours.status} and ${theirs.status}: ${ours.body.slice(0, 300)} ${theirs.body.slice(0, 300)}`
  if (ours.body !== theirs.body) return `body ${ours.body} and ${theirs.body}`
  for (const [name, value] of Object.entries(ours.headers)) {
    const other = theirs.headers[name]
    if (
      FRESH.has(name) ? other === undefined && name.includes('rate') : other?.toString() !== value?.toString()
    )
      return `${name}: ${value?.toString() ?? ''} and ${other?.toString() ?? 'nothing'}`
  }
  return undefined
}
