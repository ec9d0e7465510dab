/**
 * Answers bytes that are no request, or too many or too slow to become one, with Node's own statuses and the headers of
 * every answer.
 * Guarantees: bare, on a connection that ends; nothing is written into an answer that has begun; the log line holds no
 * word of the client's. Leaves to others: which bytes those are (Node's parser), requests as such (app.ts).
 */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { connectionOf } from './connections/connections.js'
import type { Log } from './log/access-log.js'
import { extraHeaders, type Headers } from './respond.js'

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** @param version of the contract */
export function answerUnreadable(server: Server, version: string, log: Log): void {
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    const [current] = connectionOf(socket).owed
    if (!socket.writable || current?.headersSent === true) return void socket.destroy()
    const status = STATUS_BY_CODE[code ?? ''] ?? 400
    const requestId = randomUUID()
    log.info({ requestId, status }, 'unreadable request')
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      `Date: ${new Date().toUTCString()}`,
      'Cache-Control: no-store',
      ...lines(extraHeaders(version, requestId)),
      'Content-Length: 0',
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.destroy()
  })
}

function lines(headers: Headers): readonly string[] {
  return headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}`] : []))
}
