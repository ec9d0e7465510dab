/**
 * Sends cases over a few connections that are kept, and takes in what comes back.
 * Guarantees: never rejects; an answer is whole and decoded, or it is told what became of the call instead.
 */
import { Agent, request, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Case } from './fuzz-cases.js'
import { sentBy, type Secrets } from './fuzz-keys.js'

/** Far longer than any answer may take; what takes longer hangs. */
const PATIENCE_MS = 20_000

export interface Answer {
  readonly kind: 'answer'
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export type Outcome = Answer | { readonly kind: 'cut' | 'hang' | 'unsent'; readonly why: string }

export interface Sender {
  readonly send: (sent: Case) => Promise<Outcome>
  readonly end: () => void
}

export function createSender(port: number, connections: number, secrets: Secrets): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = (sent: Case): Promise<Outcome> =>
    new Promise((resolve) => {
      const keys = sentBy(sent.caller, sent.number, secrets).map((key) => ['X-API-Key', key] as const)
      const length = sent.body === undefined ? [] : [['Content-Length', String(sent.body.length)] as const]
      const headers = [['Host', '127.0.0.1'] as const, ...keys, ...sent.headers, ...length]
      try {
        const { method, path } = sent
        const asked = request({ host: '127.0.0.1', port, agent, method, path, headers: headers.flat() })
        const patience = setTimeout(() => {
          resolve({ kind: 'hang', why: `no answer in ${PATIENCE_MS} ms` })
          asked.destroy()
        }, PATIENCE_MS)
        const end = (outcome: Outcome): void => {
          clearTimeout(patience)
          resolve(outcome)
        }
        asked.once('error', (error: NodeJS.ErrnoException) =>
          end({ kind: 'cut', why: error.code ?? error.message }),
        )
        asked.once('response', (response) => void take(response, sent.method).then(end))
        asked.end(sent.body)
      } catch (error) {
        resolve({ kind: 'unsent', why: String(error) })
      }
    })
  return { send, end: () => agent.destroy() }
}

async function take(response: IncomingMessage, method: string | undefined): Promise<Outcome> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    const headers = new Headers()
    for (let i = 0; i < response.rawHeaders.length; i += 2)
      headers.append(response.rawHeaders[i] ?? '', response.rawHeaders[i + 1] ?? '')
    // The answer to a HEAD names the coding of what a GET would bring.
    const coding = method === 'HEAD' ? null : headers.get('content-encoding')
    const plain =
      coding === 'gzip' ? gunzipSync(bytes) : coding === 'br' ? brotliDecompressSync(bytes) : bytes
    return { kind: 'answer', status: response.statusCode ?? 0, headers, text: plain.toString() }
  } catch (error) {
    return { kind: 'cut', why: `in its answer: ${String(error)}` }
  }
}
