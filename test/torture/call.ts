/**
 * One call over HTTP, timed. Guarantees: it always resolves; status 0 stands for a connection that was lost.
 */
import { request, type Agent } from 'node:http'
import { performance } from 'node:perf_hooks'

export interface Callee {
  readonly agent: Agent
  readonly port: number
  readonly path: string
  /** Absent: none is sent. */
  readonly key?: string
  /** A form; absent: the call is a GET. */
  readonly form?: string
  /** Whether the body of a 200 is wanted too. */
  readonly keepsText?: boolean
}

export interface Called {
  readonly status: number
  /** Milliseconds to the end of the answer. */
  readonly took: number
  /** The body; of a 200 only if it was asked for. */
  readonly text?: string
}

/** @param due when it should have begun, of `performance.now()`: what is late is counted */
export function call(
  { agent, port, path, key, form, keepsText = false }: Callee,
  due = performance.now(),
): Promise<Called> {
  return new Promise((resolve) => {
    const end = (status: number, text?: string): void =>
      resolve({ status, took: performance.now() - due, ...(text !== undefined && { text }) })
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      agent,
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        ...(key !== undefined && { 'X-API-Key': key }),
        ...(form !== undefined && {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': Buffer.byteLength(form),
        }),
      },
    })
    asked.once('response', (response) => {
      const { statusCode: status = 0 } = response
      let text = ''
      const isRead = status !== 200 || keepsText
      if (!isRead) response.resume()
      else response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.once('end', () => end(status, isRead ? text : undefined))
      response.once('close', () => end(0))
    })
    asked.once('error', () => end(0))
    asked.end(form)
  })
}
