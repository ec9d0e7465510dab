/**
 * Holds a peer's answers against Robe's before anything is timed.
 * Guarantees: status and body equal byte for byte; every header of Robe is there with the same value, but for those
 * that are new with each request.
 */
import { request, type IncomingHttpHeaders } from 'node:http'
import type { MeasuredServer } from './children.js'
import { questionsOf, type Questions } from './questions.js'
import type { Ask } from './wire.js'

export interface Got {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Different with each request, or named by the connection. */
const FRESH = new Set([
  'date',
  'connection',
  'keep-alive',
  'x-request-id',
  'x-ratelimit-remaining',
  'ratelimit',
])

export function askOnce(
  { port, key }: Pick<MeasuredServer, 'port' | 'key'>,
  { path, body, headers }: Ask,
): Promise<Got> {
  return new Promise((resolve, reject) => {
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
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.end(body)
  })
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

/** A peer without a key answers with other statuses: both must refuse with the same. */
export async function demandSameRefusal(robe: MeasuredServer, peer: MeasuredServer, ask: Ask): Promise<void> {
  const [ours, theirs] = await Promise.all([robe, peer].map((server) => askOnce({ ...server, key: '' }, ask)))
  if (ours?.status !== 401 || theirs?.status !== 401)
    throw new Error(`without a key: ${ours?.status} and ${theirs?.status}`)
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
